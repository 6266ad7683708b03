"""The AquaCrop engine: checks the inputs, runs one season in the sandbox and closes its water balance."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar

from pydantic import JsonValue

from mesocosm.registry import version_of
from mesocosm.simulators.aquacrop import worker
from mesocosm.simulators.aquacrop.example import EXAMPLE
from mesocosm.simulators.aquacrop.inputs import Inputs
from mesocosm.simulators.aquacrop.tables import DRIVERS, MOST_CHANGE
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Table
from mesocosm.simulators.simulator.daily_table import as_csv, rounded_values
from mesocosm.simulators.simulator.evaporation import LEAST_MM, reference_evapotranspiration
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra
from mesocosm.simulators.simulator.plausibility import HARVESTED_GREEN, growth_doubts
from mesocosm.simulators.simulator.sandbox import run_worker

DAILY = "daily.csv"
GRAMS_TO_TONNES = 0.01
"""Factor from g/m² to t/ha."""
STRESSED = 0.95
"""A day counts as stressed where transpiration falls below this share of what the canopy could transpire, or the canopy
below this share of one that never lacked water."""
FAILED = 0.01
"""Share of the potential yield up to which a crop has failed."""
EMERGED = 0.0
LOST_MM = 1.0
"""Irrigation lost to runoff below which there is no warning, in mm."""
BALANCE_DECIMALS = 6
"""Decimals of the water balance in mm; smaller numbers are rounding errors, which differ between machines."""
DAILY_HEADINGS = (
    "date",
    "days_after_planting",
    "degree_days",
    "root_depth_m",
    "canopy_cover",
    "biomass_t_ha",
    "dry_yield_t_ha",
    "rain_mm",
    "et0_mm",
    "irrigation_mm",
    "runoff_mm",
    "drainage_mm",
    "capillary_rise_mm",
    "evaporation_mm",
    "transpiration_mm",
    "potential_transpiration_mm",
    "stored_water_mm",
)


@needs_extra("aquacrop", "crops")
@dataclass(frozen=True)
class AquaCropSimulator:
    """Yield, biomass and the water balance of one season of one crop."""

    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    @property
    def engine(self) -> Engine:
        return Engine(name="AquaCrop-OSPy", version=version_of("aquacrop"), kind="real")

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        self.read(inputs)

    def read(self, inputs: Mapping[str, JsonValue]) -> Inputs:
        return read_inputs(Inputs, inputs)

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Run one season in the sandbox; the engine draws no random numbers, so the seed changes nothing."""
        return self.run_many([inputs], seed=seed, limits=limits)[0]

    def run_many(self, inputs: Sequence[Mapping[str, JsonValue]], *, seed: int, limits: RunLimits) -> list[Result]:
        """Run seasons one after the other in one sandbox, each within its share of the time."""
        read = [self.read(each) for each in inputs]
        evaporations = [_evaporation(each) for each in read]
        seasons = [_request(each, depths) for each, (depths, _) in zip(read, evaporations, strict=True)]
        together = limits.model_copy(update={"seconds": limits.seconds * len(seasons)})
        started = time.perf_counter()
        asked = {"seasons": seasons}
        made = run_worker(self.engine.name, worker, asked, libraries=("aquacrop",), limits=together)["reports"]
        seconds = (time.perf_counter() - started) / len(seasons)
        pairs = zip(read, evaporations, made, strict=True)
        return [self._result(each, *known, report, seed, seconds) for each, known, report in pairs]

    def _result(
        self,
        read: Inputs,
        evaporation: tuple[float, ...],
        warnings: tuple[str, ...],
        report: Mapping[str, Any],
        seed: int,
        seconds: float,
    ) -> Result:
        if "refused" in report:
            refusal = (f"AquaCrop refuses: {report['refused']}",)
            return Result(
                engine=self.engine, values={}, errors=refusal, warnings=warnings, seed=seed, runtime_s=seconds
            )
        return Result(
            engine=self.engine,
            values=rounded_values(_values(read, report)),
            tables=(_phenology(read, report),),
            artifacts={DAILY: as_csv(DAILY_HEADINGS, _daily(read, evaporation, report))},
            warnings=(*warnings, *_far_from_shipped(read, report), *_doubts(report), *_lost_irrigation(read, report)),
            seed=seed,
            runtime_s=seconds,
        )


def _evaporation(inputs: Inputs) -> tuple[tuple[float, ...], tuple[str, ...]]:
    if inputs.weather.et0_mm is not None:
        return tuple(max(depth, LEAST_MM) for depth in inputs.weather.et0_mm), _raised(inputs.weather.et0_mm)
    depths, words = reference_evapotranspiration(inputs.weather, inputs.latitude or 0.0, inputs.elevation_m)
    return tuple(max(depth, LEAST_MM) for depth in depths), (words,)


def _raised(depths: Sequence[float]) -> tuple[str, ...]:
    """Return a warning if days have less evaporation than the engine computes with."""
    days = sum(depth < LEAST_MM for depth in depths)
    if not days:
        return ()
    return (f"et0_mm is below {LEAST_MM:g} mm on {days} of {len(depths)} days, and taken as {LEAST_MM:g} mm there",)


def _request(inputs: Inputs, evaporation: tuple[float, ...]) -> dict[str, Any]:
    names = {"crop", "crop_parameters", "planting_date", "soil", "irrigation", "bund_height_m", "co2_ppm"}
    plain = inputs.model_dump(mode="json", include=names)
    weather = inputs.weather.model_dump(mode="json", include={"date", "tmin_c", "tmax_c", "rain_mm"})
    water = {**inputs.initial_water.model_dump(mode="json"), "layers": inputs.soil.layer_count}
    return {**plain, **weather, "et0_mm": evaporation, "initial_water": water}


def _values(inputs: Inputs, report: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    flux, growth = report["flux"], report["growth"]
    days = len(report["stored_mm"])
    rain = math.fsum(inputs.weather.rain_mm[:days])
    irrigation, runoff, drainage, rise = (math.fsum(flux[n]) for n in ("IrrDay", "Runoff", "DeepPerc", "CR"))
    evaporation, transpiration = math.fsum(flux["Es"]), math.fsum(flux["Tr"])
    change = report["stored_mm"][-1] - report["stored_at_start_mm"]
    error = rain + irrigation + rise - runoff - drainage - evaporation - transpiration - change
    biomass = growth["biomass"][-1] * GRAMS_TO_TONNES
    return {
        "dry_yield": (growth["DryYield"][-1], "t/ha"),
        "fresh_yield": (growth["FreshYield"][-1], "t/ha"),
        "potential_yield": (growth["YieldPot"][-1], "t/ha"),
        "biomass": (biomass, "t/ha"),
        "harvest_index": (growth["harvest_index_adj"][-1], "1"),
        "season_length": (max(flux["dap"]), "d"),
        "rain": (rain, "mm"),
        "irrigation": (irrigation, "mm"),
        "evapotranspiration": (evaporation + transpiration, "mm"),
        "evaporation": (evaporation, "mm"),
        "transpiration": (transpiration, "mm"),
        "runoff": (runoff, "mm"),
        "drainage": (drainage, "mm"),
        "capillary_rise": (rise, "mm"),
        "storage_change": (change, "mm"),
        "water_balance_error": (round(error, BALANCE_DECIMALS), "mm"),
        "water_stress_days": (_stress_days(report), "d"),
    }


def _stress_days(report: Mapping[str, Any]) -> int:
    """Count the days on which a lack of water, of that day or before, slows the crop.

    A canopy that a lack of water keeps small, or ends, transpires all that it can: so its size counts as well, and so
    do the days on which seeds that had the time, or the warmth, to emerge still lie in a soil too dry.
    """
    flux, growth = report["flux"], report["growth"]
    columns = (flux["Tr"], flux["TrPot"], growth["canopy_cover"], growth["canopy_cover_ns"])
    slowed = sum(
        1
        for actual, potential, cover, free in zip(*columns, strict=True)
        if (potential > 0.01 and actual < STRESSED * potential) or (free > 0.01 and cover < STRESSED * free)
    )
    return slowed + _late_days(report)


def _late_days(report: Mapping[str, Any]) -> int:
    """Count the days from when a crop would have emerged in a wet soil until it does, if ever."""
    [(clock, due)] = report["emergence"].items()
    passed = (report["flux"] | report["growth"])[clock]
    after, cover = report["flux"]["dap"], report["growth"]["canopy_cover"]
    bare = itertools.takewhile(lambda day: day[2] <= EMERGED, zip(after, passed, cover, strict=True))
    return sum(1 for days, time, _ in bare if days > 0 and time > due)


def _phenology(inputs: Inputs, report: Mapping[str, Any]) -> Table:
    """Return the day of each stage, with planting as day 1: emergence as simulated, the others from the crop's
    calendar.
    """
    cover, after = report["growth"]["canopy_cover"], report["flux"]["dap"]
    emerged = next((day for day, share in zip(after, cover, strict=True) if share > EMERGED and day > 0), -1.0)
    days = {"planting": 1.0, "emergence": emerged, **report["stages"], "harvest": max(after)}
    rows = tuple((stage, _date(inputs.planting_date, day), int(day)) for stage, day in days.items() if day >= 1)
    return Table(file="phenology.csv", headings=("stage", "date", "day"), rows=rows)


def _date(planting: date, day: float) -> str:
    return (planting + timedelta(days=round(day) - 1)).isoformat()


def _far_from_shipped(inputs: Inputs, report: Mapping[str, Any]) -> tuple[str, ...]:
    """Return warnings about yield-driving parameters that are far from those of the named crop."""
    pairs = [
        (name, inputs.crop_parameters[name], report["shipped"][name])
        for name in DRIVERS
        if name in inputs.crop_parameters
    ]
    return tuple(
        f"crop_parameters.{name} is {value:g}, and {own:g} for the engine's {inputs.crop}: look at the yield with doubt"
        for name, value, own in pairs
        if not own / MOST_CHANGE <= value <= own * MOST_CHANGE
    )


def _doubts(report: Mapping[str, Any]) -> tuple[str, ...]:
    growth = report["growth"]
    doubts = growth_doubts(growth["biomass"][-1] * GRAMS_TO_TONNES, growth["DryYield"][-1])
    if growth["DryYield"][-1] <= FAILED * growth["YieldPot"][-1]:
        emerged = max(growth["canopy_cover"]) > EMERGED
        why = "it gives no yield" if emerged else "it never emerges, for lack of water or of warmth"
        doubts = (f"the crop failed: {why}", *doubts)
    if report["died"]:
        return (*doubts, "the canopy died before maturity")
    return doubts if report["harvested"] else (*doubts, HARVESTED_GREEN)


def _lost_irrigation(inputs: Inputs, report: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a warning if irrigation ran off: a clay takes in little a day, however much is applied."""
    flux, rain = report["flux"], inputs.weather.rain_mm
    pairs = zip(flux["Runoff"], flux["IrrDay"], rain[: len(flux["Runoff"])], strict=True)
    lost = math.fsum(max(0.0, min(runoff - wet, given)) for runoff, given, wet in pairs if given > 0)
    if lost < LOST_MM:
        return ()
    return (f"at least {lost:.0f} mm of the irrigation ran off on the days it was given; most_daily_mm limits a day",)


def _daily(inputs: Inputs, evaporation: tuple[float, ...], report: Mapping[str, Any]) -> list[list[str | float]]:
    flux, growth = report["flux"], report["growth"]
    days = len(report["stored_mm"])
    tonnes = ([grams * GRAMS_TO_TONNES for grams in growth["biomass"]], growth["DryYield"])
    moved = (flux[n] for n in ("IrrDay", "Runoff", "DeepPerc", "CR", "Es", "Tr", "TrPot"))
    columns = (
        [day.isoformat() for day in inputs.weather.date[:days]],
        *(flux["dap"], growth["gdd_cum"], growth["z_root"], growth["canopy_cover"]),
        *tonnes,
        inputs.weather.rain_mm[:days],
        evaporation[:days],
        *moved,
        report["stored_mm"],
    )
    return [list(row) for row in zip(*columns, strict=True)]


simulator = AquaCropSimulator()
