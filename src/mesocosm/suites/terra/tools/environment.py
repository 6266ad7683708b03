"""Fire weather, rivers and the chemistry of waters."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.errors import ToolError
from mesocosm.simulators.simulator import Cell, Result, Table, Value
from mesocosm.suites.terra.inputs.arguments import Name, Path, Point
from mesocosm.suites.terra.inputs.columns import Columns, Paths
from mesocosm.suites.terra.inputs.rivers import by_reach, reach_of, reach_rows, same_days
from mesocosm.suites.terra.inputs.tables import number_in
from mesocosm.suites.terra.inputs.weather import noon_weather
from mesocosm.suites.terra.toolkit.engine_runs import AS_GIVEN, Description, Kind, Plan, Runs, carried_out
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Database = Literal["phreeqc.dat", "wateq4f.dat", "minteq.v4.dat", "llnl.dat", "pitzer.dat"]
ELEMENT = re.compile(r"[A-Z][a-z]?(\([+-]?[0-9]\))?|Alkalinity")
MINERAL = re.compile(r"[A-Za-z][A-Za-z0-9()_.-]{0,40}")
"""Pattern of names that go into the engine's own input text: nothing but a name may."""
Amounts = Annotated[
    dict[str, Annotated[float, Field(ge=0, le=1e6)]],
    Field(min_length=1, max_length=40, examples=[{"Ca": 1.2, "C(4)": 2.4}]),
]
Targets = Annotated[dict[str, Annotated[float, Field(ge=-12, le=6)]], Field(max_length=20)]
CHEMISTRY = ("pH", "pe", "ionic_strength", "charge_balance_error")


@tool(simulator=True)
def fire_weather(
    workspace: Workspace,
    runs: Runs,
    /,
    weather: Paths,
    point: Point,
    ffmc: Annotated[float, Field(ge=0, le=101)] = 85.0,
    dmc: Annotated[float, Field(ge=0, le=1000)] = 6.0,
    dc: Annotated[float, Field(ge=0, le=2000)] = 15.0,
    columns: Columns = {},
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Compute the Canadian fire-weather codes and indices of every day (FFMC, DMC, DC, ISI, BUI, FWI, DSR).

    Args:
        weather: CSV or NetCDF of days at local noon: temperature, relative humidity or dew point, wind at 10 m or its
            parts, rain of 24 h.
        point: [longitude, latitude].
        ffmc: Fine fuel moisture code of the day before.
        dmc: Duff moisture code of the day before.
        dc: Drought code of the day before.
        columns: Column of each quantity, such as {"wind_speed_10m_km_h": "ws [m/s]"}.
        scenario: Role of the run.
        description: Note on the run.
    """
    read, notes = noon_weather(workspace, weather, columns, point)
    if not len(read.times):
        raise ToolError(f"{weather!r} has no column of dates")
    inputs: dict[str, JsonValue] = {"latitude": point[1], "start": {"ffmc": ffmc, "dmc": dmc, "dc": dc}}
    inputs |= {"date": [str(day) for day in read.days()]}
    inputs |= {name: np.round(values, 9).tolist() for name, values in read.values.items()}
    headline = ("fwi_highest", "fwi_highest_day", "fwi_last", "dsr_mean", "dc_last")
    plan = Plan("fire_weather", inputs, read.files, scenario, description, assumptions=notes, headline=headline)
    return carried_out(workspace, runs, plan)


@tool(simulator=True)
def river_routing(
    workspace: Workspace,
    runs: Runs,
    /,
    reaches: Path,
    runoff: Path | None = None,
    precipitation: Path | None = None,
    temperature: Path | None = None,
    reference_evaporation: Path | None = None,
    wave_speed_m_s: Annotated[float, Field(ge=0.05, le=20)] = 1.2,
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Route water through a river day by day: discharge of every reach, peaks, days over bank, and the water balance.

    Args:
        reaches: CSV with id, flows_to (empty at an outlet), length_km, bankfull_m3_s, catchment_km2, and lake_km2 where
            a lake lies on it; soil and cover where weather is given. Peaks are those of the outlet; days over bank
            count any reach; the table has each reach's own.
        runoff: Daily runoff of each catchment, mm: CSV with date and a column per reach, or with region (the reach),
            time and value; or NetCDF with a variable per reach, or one series for all.
        precipitation: Instead of runoff, weather: daily precipitation, mm, in the same form.
        temperature: With precipitation: daily temperature, °C.
        reference_evaporation: With precipitation: in mm a day.
        wave_speed_m_s: Speed of a flood wave, m/s.
        scenario: Role of the run.
        description: Note on the run.
    """
    weather = {"precipitation_mm": precipitation, "temperature_c": temperature,
               "reference_evaporation_mm": reference_evaporation}  # fmt: skip
    given = [path for path in weather.values() if path is not None]
    if (runoff is None) != (len(given) == len(weather)) or len(given) not in (0, len(weather)):
        raise ToolError("give either `runoff`, or `precipitation`, `temperature` and `reference_evaporation` together")
    rows = reach_rows(workspace, reaches)
    ids = [row["id"] for row in rows]
    files = {path: hashlib.sha256(workspace.read_bytes(path)).hexdigest() for path in (reaches, runoff, *given) if path}
    asked = {"runoff_mm": runoff} if runoff is not None else weather
    tables = {name: by_reach(workspace, path, ids, name) for name, path in asked.items() if path}
    days = same_days(tables)
    inputs: dict[str, JsonValue] = {"reaches": [reach_of(row) for row in rows], "first_day": days[0]}
    inputs["wave_speed_m_s"] = wave_speed_m_s
    columns: dict[str, JsonValue] = {name: dict(table.columns) for name, table in tables.items()}
    inputs |= columns if runoff is not None else {"weather": columns}
    headline = ("peak_discharge", "mean_discharge", "days_over_bank", "runoff_volume", "mass_balance_error")
    notes = tuple(dict.fromkeys(table.note for table in tables.values() if table.note))
    plan = Plan("river_routing", inputs, files, scenario, description, assumptions=notes, headline=headline)
    return carried_out(workspace, runs, plan)


@tool(simulator=True)
def water_chemistry(
    workspace: Workspace,
    runs: Runs,
    /,
    ph: Annotated[float, Field(ge=-2, le=16)],
    concentrations: Amounts,
    unit: Literal["mmol/kgw", "mmol/l", "mg/l", "mg/kgs", "ug/l"],
    temperature_c: Annotated[float, Field(ge=0, le=300)] = 25.0,
    pe: Annotated[float, Field(ge=-20, le=25)] | None = None,
    charge_on: Name | None = None,
    equilibrate: Targets = {},
    database: Database = "phreeqc.dat",
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Speciate a water with PHREEQC: pH, pe, ionic strength, saturation indices, and species, as tables.

    Args:
        ph: Measured pH; a first guess if `charge_on` is pH.
        concentrations: Concentrations by element or valence state, such as {"Ca": 1.2, "C(4)": 2.4}.
        unit: Unit of all concentrations.
        temperature_c: Water temperature, °C.
        pe: Electron activity; default: 4.
        charge_on: pH or an element such as Cl, adjusted until charges balance; default: none.
        equilibrate: Minerals and gases to reach equilibrium with, and the saturation index of each (0; of a gas the log
            of its pressure in atm).
        database: Database of thermodynamic data.
        scenario: Role of the run.
        description: Note on the run.
    """
    lines = [
        f" temp {temperature_c!r}",
        f" pH {ph!r}{' charge' if charge_on == 'pH' else ''}",
        f" pe {4.0 if pe is None else pe!r}",
    ]
    lines += [f" units {unit}"]
    lines += [f" {name} {amount!r}{' charge' if name == charge_on else ''}" for name, amount in concentrations.items()]
    _check_names("concentrations", concentrations, ELEMENT, "an element such as Ca or C(4)")
    _check_names("equilibrate", equilibrate, MINERAL, "a phase such as Calcite or CO2(g)")
    if charge_on not in (None, "pH", *concentrations):
        raise ToolError(f"`charge_on` must be pH or one of {', '.join(concentrations)}, got {charge_on!r}")
    phases = ["EQUILIBRIUM_PHASES 1", *(f" {name} {index!r} 10" for name, index in equilibrate.items())]
    deck = "\n".join(["SOLUTION 1", *lines, *(phases if equilibrate else []), "END", ""])
    plan = Plan("phreeqc", {"input": deck, "database": database}, {}, scenario, description, reading=_speciation,
                headline=CHEMISTRY)  # fmt: skip
    return carried_out(workspace, runs, plan)


def _check_names(argument: str, given: Mapping[str, float], form: re.Pattern[str], what: str) -> None:
    wrong = next((name for name in given if not form.fullmatch(name)), None)
    if wrong is not None:
        raise ToolError(f"`{argument}` must name {what}, got {wrong[:40]!r}")


def _speciation(result: Result) -> Result:
    """Return the last solution of the listing, as values and tables."""
    from mesocosm.simulators.phreeqc.engine import LISTING
    from mesocosm.simulators.phreeqc.reading import SATURATION, SPECIES, SPECIES_COLUMNS, Readings

    readings = Readings(result.artifacts[LISTING].decode())
    described = {"pH": ("pH", "1"), "pe": ("pe", "1"), "ionic_strength": ("Ionic strength", "mol/kgw"),
                 "charge_balance_error": ("Percent error", "%")}  # fmt: skip
    values = {name: Value(magnitude=readings.described(label), unit=unit) for name, (label, unit) in described.items()}
    indices = _numbers_under(readings.listing.section(SATURATION), 1)
    values |= {f"si_{row[0]}": Value(magnitude=float(row[1] or 0), unit="1") for row in indices}
    species = _numbers_under(readings.listing.section(SPECIES), len(SPECIES_COLUMNS))
    tables = (
        Table(file="saturation", headings=("phase", "saturation_index"), rows=tuple(indices)),
        Table(file="species", headings=("species", *SPECIES_COLUMNS), rows=tuple(species)),
    )
    return result.model_copy(update={"values": values, "tables": tables})


def _numbers_under(section: str, columns: int) -> list[tuple[Cell, ...]]:
    """Return rows of a name and numbers."""
    rows: list[tuple[Cell, ...]] = []
    for line in section.splitlines()[1:]:
        name, *cells = line.split() or [""]
        numbers = [number_in(cell) for cell in cells[:columns]]
        if len(numbers) == columns and np.isfinite(numbers).all():
            rows.append((name, *numbers))
    return rows


FAMILY = "simulation"
PUBLISHED: dict[str, str] = {}
