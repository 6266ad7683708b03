"""Damage of hazards, heat, polluted air and weather to assets, people and buildings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.errors import ToolError
from mesocosm.simulators.exposure_response.functions import FUNCTIONS, ResponseFunction
from mesocosm.simulators.heat_stress.inputs import NEEDED
from mesocosm.suites.terra.inputs.arguments import Name, Path, Point
from mesocosm.suites.terra.inputs.columns import Columns, Paths, Quantity, read_columns
from mesocosm.suites.terra.inputs.geodata import opened_features, read_map, read_plain
from mesocosm.suites.terra.inputs.hazards import Curve, Stakes, loss_inputs
from mesocosm.suites.terra.inputs.weather import hourly_weather
from mesocosm.suites.terra.toolkit.engine_runs import AS_GIVEN, Description, Kind, Plan, Runs, carried_out, engine_of
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

Unit = Annotated[str, Field(min_length=1, max_length=40)]
Files = Annotated[list[Path], Field(min_length=1, max_length=50)]
Rates = Annotated[list[Annotated[float, Field(ge=0, le=366)]], Field(max_length=50)]
Years = Annotated[list[Annotated[float, Field(gt=0, le=1e6)]], Field(max_length=20)]
Share = Annotated[float, Field(ge=0, le=1)]
Index = Literal["utci", "wbgt_liljegren", "wbgt_simple", "heat_index"]
Worth = Annotated[float, Field(ge=0, le=1e7)]
Use = Literal["residential", "commercial", "industrial"]
MEAN_RADIANT = "mean_radiant_temperature_c"
PLAIN_UNITS = {"°C": "degC", "µg/m³": "µg/m**3"}
LOSSES = ("annual_average_loss", "greatest_event_loss", "total_value", "assets_hit_by_none")
OUR_LOSSES = "impact.event_loss computes the same losses by an engine of our own"


class FloorValues(Record):
    """Value of a square metre of floor by use."""

    residential: Worth
    commercial: Worth
    industrial: Worth


Curves = Annotated[
    dict[str, Curve],
    Field(min_length=1, max_length=50, examples=[{"house": {"intensity": [0, 1, 3], "damage": [0, 0.3, 0.8]}}]),
]


@dataclass(frozen=True)
class _Losses:
    """Results requested from every loss engine."""

    stakes: Stakes
    curves: Mapping[str, Curve]
    greatest_distance_km: float
    return_periods_years: Sequence[float]
    scenario: Kind
    description: str

    def plan(self, workspace: Workspace, engine: str, instead: str = "") -> Plan:
        engine_of(engine, instead)  # before files are read: they cannot help if the engine is not installed
        inputs, files = loss_inputs(workspace, self.stakes)
        inputs["curves"] = {name: curve.inputs(self.stakes.intensity_unit) for name, curve in self.curves.items()}
        inputs["greatest_distance_km"] = self.greatest_distance_km
        inputs["return_periods_years"] = list(self.return_periods_years)
        return Plan(engine, inputs, files, self.scenario, self.description, headline=LOSSES, instead=instead)


@tool(simulator=True)
def event_loss(
    workspace: Workspace,
    runs: Runs,
    /,
    hazard: Files,
    exposure: Path,
    curves: Curves,
    intensity_unit: Unit,
    value_unit: Unit,
    frequency_per_year: Rates = [],
    value_column: Name = "value",
    greatest_distance_km: Annotated[float, Field(gt=0, le=20_000)] = 100.0,
    return_periods_years: Years = [10.0, 50.0, 100.0, 250.0],
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Compute losses of assets in events by a built-in engine: annual average, by event and asset, by return period.

    Args:
        hazard: GeoTIFF, NetCDF or GeoJSON areas with `intensity`, one file per event; or one CSV (event,
            frequency_per_year, latitude, longitude, intensity); or CLIMADA's HDF5.
        exposure: CSV or GeoJSON of assets with latitude, longitude, value and curve; or CLIMADA's HDF5.
        curves: Damage curves by the names that assets have.
        intensity_unit: Unit of hazard and curves, such as m or m/s.
        value_unit: Unit of the values, such as USD.
        frequency_per_year: Yearly frequency of each event, if each is a file.
        value_column: Column of the value of assets.
        greatest_distance_km: Greatest distance to a hazard given as points.
        return_periods_years: Return periods of the losses.
        scenario: Role of the run.
        description: Note on the run.
    """
    stakes = Stakes(exposure, value_column, value_unit, tuple(hazard), tuple(frequency_per_year), intensity_unit)
    asked = _Losses(stakes, curves, greatest_distance_km, return_periods_years, scenario, description)
    return carried_out(workspace, runs, asked.plan(workspace, "event_loss"))


@tool(simulator=True)
def climada(
    workspace: Workspace,
    runs: Runs,
    /,
    hazard: Files,
    exposure: Path,
    curves: Curves,
    intensity_unit: Unit,
    value_unit: Unit,
    frequency_per_year: Rates = [],
    value_column: Name = "value",
    greatest_distance_km: Annotated[float, Field(gt=0, le=20_000)] = 100.0,
    return_periods_years: Years = [10.0, 50.0, 100.0, 250.0],
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Compute losses of assets in events with CLIMADA, where it is installed; arguments as in event_loss.

    Args:
        hazard: One file per event (GeoTIFF, NetCDF, GeoJSON), or one CSV or HDF5 of all.
        exposure: CSV, GeoJSON or HDF5 of assets.
        curves: Damage curves by the names that assets have.
        intensity_unit: Unit of hazard and curves.
        value_unit: Unit of the values, such as USD.
        frequency_per_year: Yearly frequency of each event, if each is a file.
        value_column: Column of the value of assets.
        greatest_distance_km: Greatest distance to a hazard given as points.
        return_periods_years: Return periods of the losses.
        scenario: Role of the run.
        description: Note on the run.
    """
    stakes = Stakes(exposure, value_column, value_unit, tuple(hazard), tuple(frequency_per_year), intensity_unit)
    asked = _Losses(stakes, curves, greatest_distance_km, return_periods_years, scenario, description)
    return carried_out(workspace, runs, asked.plan(workspace, "climada", instead=OUR_LOSSES))


@tool(simulator=True)
def exposure_layers(
    workspace: Workspace,
    runs: Runs,
    /,
    buildings: Path,
    population: Path | None = None,
    gdp_per_capita_usd_2010: Annotated[float, Field(ge=100, le=500_000)] | None = None,
    value_per_m2: FloorValues | None = None,
    value_unit: Unit | None = None,
    with_contents: bool = False,
    unknown_use: Use | Literal["left out"] = "residential",
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Turn buildings of a map into assets with value and people, as a table that loss engines take.

    Args:
        buildings: OpenStreetMap XML, or GeoJSON of polygons with `id`, `use` and `storeys`.
        population: GeoJSON of areas with `people`, which are shared over the homes in each.
        gdp_per_capita_usd_2010: GDP per capita of the country, for values by Huizinga et al. (2017), in EUR of 2010.
        value_per_m2: Instead, value of a square metre of floor of each use, in value_unit.
        value_unit: Unit of the values, such as USD.
        with_contents: Whether the contents of buildings count; with gdp_per_capita_usd_2010.
        unknown_use: Use assumed for a building whose use is unknown.
        scenario: Role of the run.
        description: Note on the run.
    """
    if (gdp_per_capita_usd_2010 is None) == (value_per_m2 is None):
        raise ToolError("give either `gdp_per_capita_usd_2010` or `value_per_m2`, and not both")
    if value_per_m2 is not None and (value_unit is None or with_contents):
        wrong = "needs `value_unit`, such as USD" if value_unit is None else "goes without `with_contents`"
        raise ToolError(f"`value_per_m2` {wrong}")
    data, sha256 = read_plain(workspace, buildings)
    files = {buildings: sha256}
    inputs: dict[str, JsonValue] = {"gdp_per_capita_usd_2010": gdp_per_capita_usd_2010, "value_unit": value_unit,
                                    "with_contents": with_contents, "unknown_use": unknown_use}  # fmt: skip
    inputs["unit_values"] = None if value_per_m2 is None else value_per_m2.model_dump()
    if data.lstrip()[:1] == b"<":
        inputs["osm"], _ = read_map(workspace, buildings)
    else:
        opened_features(workspace, buildings)
        inputs["buildings"] = json.loads(data)
    if population is not None:
        inputs["population"], more = _zones(workspace, population)
        files |= more
    headline = ("assets", "value", "people", "floor_area", "people_without_homes")
    return carried_out(workspace, runs, Plan("exposure", inputs, files, scenario, description, headline=headline))


def _zones(workspace: Workspace, path: str) -> tuple[list[JsonValue], dict[str, str]]:
    import shapely

    areas, files = opened_features(workspace, path)
    zones: list[JsonValue] = []
    for at, area in enumerate(areas):
        people, label = area.properties.get("people"), area.properties.get("id", at)
        if isinstance(people, bool) or not isinstance(people, int | float):
            raise ToolError(f"`population` {path!r}: area {at} needs the property `people`, a number, got {people!r}")
        zones.append({"id": str(label)[:120], "people": people, "area": json.loads(shapely.to_geojson(area.shape))})
    return zones, files


@tool(simulator=True)
def heat_stress(
    workspace: Workspace,
    runs: Runs,
    /,
    weather: Paths,
    indices: Annotated[list[Index], Field(min_length=1, max_length=4)] = ["utci"],
    radiant: Literal["column", "air"] = "column",
    step_hours: Annotated[float, Field(gt=0, le=24)] = 1.0,
    above_c: Annotated[list[Annotated[float, Field(ge=-100, le=100)]], Field(max_length=10)] = [],
    point: Point | None = None,
    columns: Columns = {},
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Compute heat stress of people hour by hour: UTCI, WBGT, heat index, their categories, and hours above thresholds.

    Args:
        weather: CSV or NetCDF: temperature, humidity or dew point, wind at 10 m or its parts, mean radiant temperature.
        indices: Indices to compute; utci needs all these columns, heat_index and wbgt_simple only temperature and
            humidity.
        radiant: column uses the file's mean radiant temperature; air uses the air temperature, as in full shade.
        step_hours: Hours that each row covers.
        above_c: Thresholds in °C whose hours to count; default: the bounds of the categories.
        point: [longitude, latitude], for grids.
        columns: Column of each quantity, such as {"temperature_c": "t2m [K]"}.
        scenario: Role of the run.
        description: Note on the run.
    """
    wanted = list(dict.fromkeys(name for index in indices for name in NEEDED[index]))
    in_shade = radiant == "air" and MEAN_RADIANT in wanted
    wanted = [name for name in wanted if not (in_shade and name == MEAN_RADIANT)]
    read = hourly_weather(workspace, weather, columns, point, wanted)
    inputs: dict[str, JsonValue] = {name: read.column(name) for name in ("temperature_c", *wanted)}
    inputs |= {MEAN_RADIANT: read.column("temperature_c")} if in_shade else {}
    notes = (*read.notes, "mean radiant temperature taken as that of the air") if in_shade else read.notes
    times: list[JsonValue] | None = [str(time)[:19] for time in read.times] if len(read.times) else None
    bounds: dict[str, JsonValue] = {index: list(above_c) for index in indices} if above_c else {}
    inputs |= {"indices": list(indices), "time": times, "step_hours": step_hours, "above_c": bounds}
    headline = tuple(f"{index}_{name}" for index in indices for name in ("mean", "highest"))
    counted = tuple(f"{index}_from_{bound:g}_c" for index in indices for bound in above_c or (26.0, 32.0, 38.0))
    plan = Plan("heat_stress", inputs, read.files, scenario, description, 0, notes, headline + counted)
    return carried_out(workspace, runs, plan)


@tool(simulator=True)
def attributable_cases(
    workspace: Workspace,
    runs: Runs,
    /,
    series: Path,
    exposure_column: Name,
    function: Name | ResponseFunction,
    step: Literal["day", "month", "year"],
    baseline_rate_per_100000_year: Annotated[float, Field(gt=0, le=100_000)] | None = None,
    population: Annotated[float, Field(gt=0, le=1e11)] | None = None,
    cases_column: Name | None = None,
    counterfactual: float | None = None,
    lag_weights: Annotated[list[Share], Field(min_length=1, max_length=60)] = [1.0],
    point: Point | None = None,
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Compute cases attributable to heat or dirty air, with a 95 % interval, by a published exposure-response function.

    Args:
        series: CSV or NetCDF, one row a step.
        exposure_column: Column of the exposure, with its unit in brackets if the file does not state it, such as "pm25
            [µg/m**3]".
        function: Function such as pm25_mortality_hrapie, no2_mortality_hrapie, o3_mortality_hrapie,
            heat_mortality_mediterranean; or your own: relative_risk, lower and upper (95 %) per so many units.
        step: Period of a row; a yearly rate counts for that part of the year.
        baseline_rate_per_100000_year: Cases, with population; or cases_column.
        population: Number of persons.
        cases_column: Column of the cases expected in each row.
        counterfactual: Exposure to compare with; default: the function's threshold.
        lag_weights: Share of the effect on the same row, the next, and so on; they add up to 1.
        point: [longitude, latitude], for grids.
        scenario: Role of the run.
        description: Note on the run.
    """
    if isinstance(function, str) and function not in FUNCTIONS:
        raise ToolError(f"`function` must be one of {', '.join(FUNCTIONS)}, got {function!r}")
    unit = (FUNCTIONS[function] if isinstance(function, str) else function).exposure_unit
    wanted = {"exposure": Quantity((PLAIN_UNITS.get(unit, unit),)), "cases": Quantity(("1",))}
    given = {"exposure": exposure_column} | ({} if cases_column is None else {"cases": cases_column})
    read = read_columns(workspace, series, wanted, needed=list(given), given=given, point=point)
    if not len(read.times):
        raise ToolError(f"`series` {series!r} has no column of dates")
    days: list[JsonValue] = [str(day) for day in read.times.astype("datetime64[D]")]
    named: JsonValue = function if isinstance(function, str) else function.model_dump(mode="json")
    inputs: dict[str, JsonValue] = {
        "function": named, "exposure_unit": unit, "step": step, "date": days, "lag_weights": list(lag_weights),
        "exposure": np.round(read.values["exposure"], 9).tolist(), "counterfactual": counterfactual,
        "baseline_rate_per_100000_year": baseline_rate_per_100000_year, "population": population,
        "baseline_cases": None if cases_column is None else read.values["cases"].tolist(),
    }  # fmt: skip
    headline = ("attributable_cases", "attributable_cases_lower", "attributable_cases_upper", "expected_cases",
                "attributable_fraction", "attributable_rate")  # fmt: skip
    plan = Plan("exposure_response", inputs, read.files, scenario, description, headline=headline)
    return carried_out(workspace, runs, plan)


FAMILY = "simulation"
PUBLISHED = {
    "impact_climada_run": "impact.climada",
    "impact_health_utci": "impact.heat_stress",
    "impact_health_erf": "impact.attributable_cases",
    "extract_exposure_layers": "impact.exposure_layers",
}
