"""The WOFOST 7.2 engine: checks the inputs, runs one season in the sandbox and closes its water balance."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from pydantic import JsonValue

from mesocosm.registry import version_of
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Table
from mesocosm.simulators.simulator.daily_table import as_csv, rounded_values
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra
from mesocosm.simulators.simulator.plausibility import HARVESTED_GREEN, growth_doubts
from mesocosm.simulators.simulator.sandbox import run_worker
from mesocosm.simulators.wofost import worker
from mesocosm.simulators.wofost.example import EXAMPLE
from mesocosm.simulators.wofost.inputs import Inputs, Soil
from mesocosm.simulators.wofost.names import CROPS

ENGINE = "WOFOST"
MODEL = "7.2"
DAILY = "daily.csv"
TONNES = 0.001
"""Factor from kg/ha to t/ha."""
MM = 10.0
"""Factor from cm, the engine's unit of water, to mm."""
BALANCE_DECIMALS = 6
STRESSED = 0.95
"""Factor on transpiration below which a day counts as stressed."""
UNNEEDED_SOIL = Soil(texture="Loam", depth_m=1.2)
"""A soil for potential growth, which requires one and does not use it."""
STAGES = {"sowing": "DOS", "emergence": "DOE", "anthesis": "DOA", "maturity": "DOM"}
CROP_COLUMNS = {
    "DVS": ("development_stage", 1.0),
    "LAI": ("leaf_area_index", 1.0),
    "TAGP": ("biomass_t_ha", TONNES),
    "TWSO": ("yield_t_ha", TONNES),
    "TWLV": ("leaves_t_ha", TONNES),
    "TWST": ("stems_t_ha", TONNES),
    "TWRT": ("roots_t_ha", TONNES),
    "TRA": ("transpiration_mm", MM),
    "RD": ("root_depth_m", 0.01),
}
WATER_COLUMNS = {
    "SM": ("soil_moisture", 1.0),
    "RFTRA": ("transpiration_reduction", 1.0),
    "EVS": ("evaporation_mm", MM),
    "W": ("root_zone_water_mm", MM),
    "WLOW": ("subsoil_water_mm", MM),
    "RAINT": ("rain_so_far_mm", MM),
    "TOTIRR": ("irrigation_so_far_mm", MM),
    "TSR": ("runoff_so_far_mm", MM),
    "LOSST": ("drainage_so_far_mm", MM),
}
WEATHER_COLUMNS = {"ET0": ("et0_mm", MM)}


@needs_extra("wofost", "crops")
@dataclass(frozen=True)
class WofostSimulator:
    """Potential and water-limited growth of one crop over one season."""

    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    @property
    def engine(self) -> Engine:
        return Engine(name=ENGINE, version=f"{MODEL} (PCSE {version_of('pcse')})", kind="real")

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        self.read(inputs)

    def read(self, inputs: Mapping[str, JsonValue]) -> Inputs:
        return read_inputs(Inputs, inputs)

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Run one season in the sandbox; the engine draws no random numbers, so the seed changes nothing."""
        return self.run_many([inputs], seed=seed, limits=limits)[0]

    def run_many(self, inputs: Sequence[Mapping[str, JsonValue]], *, seed: int, limits: RunLimits) -> list[Result]:
        """Run seasons one after the other in one sandbox, each within its share of the time."""
        read, engine = [self.read(each) for each in inputs], self.engine
        together = limits.model_copy(update={"seconds": limits.seconds * len(read)})
        started = time.perf_counter()
        asked = {"seasons": [request(each) for each in read]}
        made = run_worker(ENGINE, worker, asked, libraries=("pcse",), limits=together)["reports"]
        seconds = (time.perf_counter() - started) / len(read)
        return [_result(engine, each, report, seed, seconds) for each, report in zip(read, made, strict=True)]


def _result(engine: Engine, read: Inputs, report: Mapping[str, Any], seed: int, seconds: float) -> Result:
    warnings = _warnings(read, report)
    if "refused" in report:
        refusal = (f"WOFOST refuses: {report['refused']}",)
        return Result(engine=engine, values={}, errors=refusal, warnings=warnings, seed=seed, runtime_s=seconds)
    return Result(
        engine=engine,
        values=rounded_values(values(read, report)),
        tables=(_phenology(read, report["summary"]),),
        artifacts={DAILY: _daily(read, report)},
        warnings=warnings,
        seed=seed,
        runtime_s=seconds,
    )


def request(inputs: Inputs) -> dict[str, Any]:
    """Return the worker's request, with the engine's own names and units for its parameters."""
    soil = inputs.soil or UNNEEDED_SOIL
    wilting, capacity, saturation, percolation = soil.hydraulics
    names = {"mode", "weather", "latitude", "elevation_m", "crop_parameters", "planting_date", "starts_at"}
    irrigation = inputs.irrigation.model_dump(mode="json")
    share = (inputs.irrigation.threshold_percent or 0.0) / 100
    return {
        **inputs.model_dump(mode="json", include=names),
        "crop_number": CROPS[inputs.crop] if inputs.crop else None,
        "soil": {
            "SMW": wilting,
            "SMFCF": capacity,
            "SM0": saturation,
            "CRAIRC": soil.critical_air_content,
            "K0": percolation / MM,
            "SOPE": percolation / MM,
            "KSUB": percolation / MM,
            "RDMSOL": soil.depth_m * 100,
        },
        "site": {
            "IFUNRN": 0,
            "SSMAX": 0.0,
            "SSI": 0.0,
            "NOTINF": 0.0,
            "SMLIM": inputs.initial_topsoil_limit or capacity,
            "WAV": (inputs.initial_available_mm or 0.0) / MM,
        },
        "irrigation": {**irrigation, "threshold_content": wilting + share * (capacity - wilting)},
    }


def values(inputs: Inputs, report: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    summary = report["summary"]
    biomass, organs = summary["TAGP"] * TONNES, summary["TWSO"] * TONNES
    grown = {
        "yield": (organs, "t/ha"),
        "biomass": (biomass, "t/ha"),
        "roots": (summary["TWRT"] * TONNES, "t/ha"),
        "harvest_index": (organs / biomass if biomass else 0.0, "1"),
        "leaf_area_index_max": (summary["LAIMAX"], "1"),
        "development_stage": (summary["DVS"], "1"),
        "season_length": (_season_length(inputs, report), "d"),
        "transpiration": (summary["CTRAT"] * MM, "mm"),
    }
    return grown | _water(report) if report["water"] else grown


def _season_length(inputs: Inputs, report: Mapping[str, Any]) -> int:
    return (date.fromisoformat(report["days"][-1]["day"]) - inputs.planting_date).days


def _water(report: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    """Return the water balance of the whole soil and surface storage, from the first day of the weather."""
    water = {name: depth * MM for name, depth in report["water"].items()}
    change = water["W"] + water["WLOW"] + water["SS"] - water["WI"] - water["WLOWI"] - water["SSI"]
    evaporation = water["EVST"] + water["EVWT"]
    gained = water["RAINT"] + water["TOTIRR"]
    lost = water["WTRAT"] + evaporation + water["TSR"] + water["LOSST"]
    stressed = sum(1 for row in report["days"] if row["RFTRA"] is not None and row["RFTRA"] < STRESSED)
    return {
        "transpiration": (water["WTRAT"], "mm"),
        "evaporation": (evaporation, "mm"),
        "evapotranspiration": (evaporation + water["WTRAT"], "mm"),
        "rain": (water["RAINT"], "mm"),
        "irrigation": (water["TOTIRR"], "mm"),
        "runoff": (water["TSR"], "mm"),
        "drainage": (water["LOSST"], "mm"),
        "storage_change": (change, "mm"),
        "water_balance_error": (round(gained - lost - change, BALANCE_DECIMALS), "mm"),
        "water_stress_days": (stressed, "d"),
    }


def _phenology(inputs: Inputs, summary: Mapping[str, Any]) -> Table:
    dates = {stage: summary[name] for stage, name in STAGES.items() if summary[name]}
    rows = tuple(
        (stage, day, (date.fromisoformat(day) - inputs.planting_date).days + 1) for stage, day in dates.items()
    )
    return Table(file="phenology.csv", headings=("stage", "date", "day"), rows=rows)


def _warnings(inputs: Inputs, report: Mapping[str, Any]) -> tuple[str, ...]:
    notes = []
    if inputs.weather.e0_mm is None:
        notes.append("et0_mm, e0_mm and es0_mm are computed by PCSE (Penman-Monteith; Penman for water and bare soil)")
    if "summary" not in report:
        return tuple(notes)
    summary = report["summary"]
    if not summary["DOM"]:
        notes.append(HARVESTED_GREEN)
    notes += growth_doubts(summary["TAGP"] * TONNES, summary["TWSO"] * TONNES)
    return tuple(notes)


def _daily(inputs: Inputs, report: Mapping[str, Any]) -> bytes:
    columns = CROP_COLUMNS | (WATER_COLUMNS if report["water"] else {}) | WEATHER_COLUMNS
    headings = ("date", *(heading for heading, _ in columns.values()))
    rows = [
        [row["day"], *("" if row[name] is None else row[name] * factor for name, (_, factor) in columns.items())]
        for row in report["days"]
    ]
    return as_csv(headings, rows)


simulator = WofostSimulator()
