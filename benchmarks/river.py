"""Check rivers: floods through a channel cut ever finer, beside the diffusion wave, and real catchments beside GR4J.

python benchmarks/river.py refinement
python benchmarks/river.py diffusion
python benchmarks/river.py mouths
python benchmarks/river.py real FOLDER GAUGE... [--generations N] [--withheld]

`mouths` gives the ten largest basins of two planets a day's rain of 30 mm on half-wet soil, and prints how many days
later the discharge at each mouth peaks; it needs `pip install 'mesocosm[planet]'`, the two before it nothing. `real`
reads catchments of CAMELS-US from FOLDER (`GAUGE_lump_cida_forcing_leap.txt`, `GAUGE_streamflow_qc.txt`,
`camels_topo.txt`) and needs `pip install hydrogr`, which contains GR4J (Perrin et al. 2003, J. Hydrol. 279, 275-289).
The first two thirds of a record are used for calibration, by KGE; the last third is read only with `--withheld`. A year
of the same weather is run before the record. Evaporation is that of Hargreaves (FAO-56, equation 52). GR4J has no snow:
it gets rain and melt of a degree-day store whose two parameters are calibrated with its own four, by the same optimiser
and as many generations.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.water.channel_routing import (
    DAY_S,
    STEP_S,
    Course,
    lake_days,
    make_channels,
    route,
    stored_at,
)
from mesocosm.earth.planet.water.water import Water
from mesocosm.seeding import generator
from mesocosm.simulators.river_routing.calibration import CalibrationPlan, calibrate
from mesocosm.simulators.river_routing.inputs import RiverInputs
from mesocosm.simulators.river_routing.observations import kling_gupta, scores
from mesocosm.simulators.simulator.evaporation import extraterrestrial, hargreaves

if TYPE_CHECKING:
    from mesocosm.earth.planet.sky.sky import Sky

Floats = NDArray[np.float64]
DAYS = np.arange(60)
FLOODS = {
    "flash": np.where(DAYS == 5, 400.0, 20.0),
    "ordinary": 20 + 300 * np.exp(-(((DAYS - 9) / 2.5) ** 2)),
    "snow melt": 20 + 200 * np.exp(-(((DAYS - 25) / 9.0) ** 2)),
}
CHANNELS = {"steep": (2.0, 2.0, 1e6), "ordinary": (1.2, 0.3, 120.0), "flat": (0.8, 0.1, 80.0)}
"""Wave speed, that above bankfull (m/s), bankfull flow (m³/s): no flood plain, an ordinary one, a wide one."""
PIECES = (1, 2, 5, 10, 100)
PARTS = 100
FOOT3_M3 = 0.028316846592
WARM_DAYS = 366
GR4J = {"X1": (20.0, 2000.0), "X2": (-6.0, 6.0), "X3": (5.0, 500.0), "X4": (0.5, 8.0)}
SNOW = {"melt_mm_k": (1.0, 8.0), "snow_below_c": (-2.0, 3.0)}
PLANETS, MOUTH_REGIONS = (1, 2), ("r000", "r001", "r002", "r003")
RAIN_DAY, RAIN_MM = 10, 30.0
MIDDLE = {"X1": 350.0, "X2": 0.0, "X3": 90.0, "X4": 1.7, "melt_mm_k": 3.2, "snow_below_c": 0.0}
"""GR4J without calibration: the medians of its authors' catchments (Perrin et al. 2003, table 1)."""


def refinement() -> Iterator[str]:
    """Yield a line for each channel and flood, with four figures for each number of pieces of 100 km."""
    yield "peak m³/s, its day, water on the banks 10⁶ m³, days over bank; in " + ", ".join(map(str, PIECES)) + " pieces"
    for channel, (wave, over, bankfull) in CHANNELS.items():
        for flood, inflow in FLOODS.items():
            cells = []
            for pieces in PIECES:
                flow, banks = _through(pieces, inflow, wave, over, bankfull)
                cells.append(f"{flow.max():6.1f} {flow.argmax():3d} {banks.max() / 1e6:6.2f} {(banks > 0).sum():3d}")
            yield f"{channel:9s} {flood:10s} " + " | ".join(cells)


def _through(pieces: int, inflow: Floats, wave: float, over: float, bankfull: float) -> tuple[Floats, Floats]:
    one = np.ones(pieces)
    below = np.append(np.arange(1, pieces), -1)
    course = Course(below, 1e5 / pieces * one, bankfull * one, wave * one, over * one, lake_days(0 * one))
    channels = make_channels(course, PARTS)
    runoff = np.zeros((inflow.size, pieces), np.int64)
    runoff[:, 0] = np.round(inflow * DAY_S * PARTS)
    days = route(channels, stored_at(channels, inflow[0] * STEP_S * PARTS * one), runoff)
    return days.outflow[:, -1] / PARTS / DAY_S, days.banks.sum(axis=1) / PARTS


def diffusion() -> Iterator[str]:
    """Yield a line for each channel and flood: peaks of the engine in one reach and of the diffusion wave."""
    for channel, (wave, over, bankfull) in CHANNELS.items():
        for flood, inflow in FLOODS.items():
            flow = _through(1, inflow, wave, over, bankfull)[0]
            exact = _diffused(inflow, wave, over, bankfull)
            peaks = f"{flow.max():6.1f} {flow.argmax():3d} | {exact.max():6.1f} {exact.argmax():3d}"
            yield f"{channel:9s} {flood:10s} {peaks} | {100 * (flow.max() / exact.max() - 1):+5.1f} %"


def _diffused(inflow: Floats, wave: float, over: float, bankfull: float) -> Floats:
    """Compute daily flow after 100 km of a diffusion wave, by finite volumes of 1 km; the channel continues downstream.

    The flux is Q(A) - D dA/dx, with the speed and the D of each side of bankfull; Q by upwind slopes (minmod).
    """
    cell, count = 1000.0, 130
    full, spread = bankfull / wave, (wave * wave * STEP_S / 2, wave * over * STEP_S / 2)
    steps = math.ceil(DAY_S / min(0.4 * cell / wave, 0.2 * cell**2 / spread[0]))
    area = np.full(count, inflow[0] / wave)  # floods begin below bankfull
    days = []
    for entering in inflow:
        passed = 0.0
        for _ in range(steps):
            within, above = np.minimum(area, full), np.maximum(area - full, 0)
            flow, potential = wave * within + over * above, spread[0] * within + spread[1] * above
            rise = np.diff(flow, prepend=entering, append=flow[-1])
            slope = np.where(
                rise[:-1] * rise[1:] > 0, np.sign(rise[1:]) * np.minimum(*np.abs([rise[:-1], rise[1:]])), 0
            )
            flux = np.append(entering, flow + slope / 2)
            flux[1:-1] -= np.diff(potential) / cell
            area = area - np.diff(flux) * DAY_S / steps / cell
            passed += flux[100]
        days.append(passed / steps)
    return np.array(days)


@dataclass(frozen=True)
class OneRain:
    """A sky of equal mild days, one of them wet: 30 mm on every cell."""

    ground: Ground
    changes: Mapping[str, object] = field(default_factory=lambda: {"rain": "one day of it"})
    """Whether it differs from the planet's own weather, which is run before the first year."""

    def daily_fields(self, first: date, days: int, names: Sequence[str]) -> Iterator[dict[str, Floats]]:
        same = {"precipitation": 0.0, "snowfall": 0.0, "temperature_mean": 10.0, "reference_evaporation": 2.0}
        for start in range(0, days, 30):
            shape = (min(30, days - start), *self.ground.sea.shape)
            fields = {name: np.full(shape, same[name]) for name in names}
            if start == 0:
                fields["precipitation"][RAIN_DAY] = RAIN_MM
            yield fields


def mouths() -> Iterator[str]:
    """Yield a line for each of the ten largest basins of two planets."""
    yield "planet region     basin km²  discharge m³/s: before  at its peak  days after the rain"
    for seed in PLANETS:
        found = sorted(((km2, key, cell) for key in MOUTH_REGIONS for km2, cell in _outlets(seed, key)), reverse=True)
        years = {key: _after_rain(seed, key) for key in sorted({key for _, key, _ in found[:10]})}
        for km2, key, cell in found[:10]:
            flow = years[key][:, cell]
            before, peak = flow[RAIN_DAY - 1], flow[RAIN_DAY:].max()
            later = int(flow[RAIN_DAY:].argmax())
            yield f"{seed:6d} {key:8s} {km2:10,.0f} {before:23.1f} {peak:12.1f} {later:12d}"


def _outlets(seed: int, key: str) -> list[tuple[float, int]]:
    """Return area and cell of the largest mouths of a region."""
    ground = Planet(seed, "large").ground(key)
    area, ends = ground.upstream_km2.ravel(), (ground.downstream.ravel() < 0) & ~ground.sea.ravel()
    cells = np.flatnonzero(ends)
    return [(float(area[cell]), int(cell)) for cell in cells[np.argsort(-area[cells])][:10]]


def _after_rain(seed: int, key: str) -> Floats:
    """Compute daily discharge of a year, (days, cells)."""
    planet = Planet(seed, "large")
    ground = planet.ground(key)
    water = Water(ground, cast("Sky", OneRain(ground)))
    water = Water(ground, water.sky, {FIRST_YEAR - 1: water.guess()})
    discharge = water.year(FIRST_YEAR).discharge_m3_s
    return np.asarray(discharge.reshape(len(discharge), -1), np.float64)


@dataclass(frozen=True)
class Catchment:
    """A record with a year of the same weather before it, for which discharge is NaN."""

    gauge: str
    first: date
    km2: float
    rain: Floats
    mean_c: Floats
    evaporation: Floats
    discharge: Floats


def catchment(folder: Path, gauge: str, *, whole: bool) -> Catchment:
    """Read a catchment; unless `whole`, the last third of its discharge is left out."""
    with (folder / "camels_topo.txt").open() as file:
        row = next(row for row in csv.DictReader(file, delimiter=";") if row["gauge_id"] == gauge)
    latitude, km2 = float(row["gauge_lat"]), float(row["area_gages2"])
    flows = [line.split() for line in (folder / f"{gauge}_streamflow_qc.txt").read_text().splitlines()]
    days = len(flows)
    shown = flows if whole else flows[: math.ceil(days * 2 / 3)]
    seen = np.array([float(row[4]) * FOOT3_M3 for row in shown])
    seen = np.concatenate([np.where(seen < 0, np.nan, seen), np.full(days - seen.size, np.nan)])
    lines = (folder / f"{gauge}_lump_cida_forcing_leap.txt").read_text().splitlines()[4 : 4 + days]
    table = np.array([[float(cell) for cell in line.split()] for line in lines])
    first = date(*(int(part) for part in table[0, :3]))
    low, high = np.minimum(table[:, 9], table[:, 8]), table[:, 8]
    sun = [extraterrestrial(first + timedelta(days=at), latitude) for at in range(days)]
    asked = np.array([hargreaves(*each) for each in zip(low.tolist(), high.tolist(), sun, strict=True)])
    rain, mean_c, evaporation = (
        np.concatenate([column[:WARM_DAYS], column]) for column in (table[:, 5], (low + high) / 2, asked)
    )
    discharge = np.append(np.full(WARM_DAYS, np.nan), seen)
    return Catchment(gauge, first - timedelta(days=WARM_DAYS), km2, rain, mean_c, evaporation, discharge)


def engine_inputs(of: Catchment) -> RiverInputs:
    """Return one reach of half the length that Hack (1957, USGS Prof. Paper 294-B) gives a basin, 1.4 A^0.6 miles."""
    length_km = 0.5 * 1.4 * (of.km2 / 2.59) ** 0.6 * 1.609
    reach = {"id": of.gauge, "length_km": length_km, "bankfull_m3_s": 1e5, "catchment_km2": of.km2, "soil": "loam",
             "cover": "trees"}  # fmt: skip
    weather = {"precipitation_mm": of.rain, "temperature_c": of.mean_c, "reference_evaporation_mm": of.evaporation}
    columns = {name: {of.gauge: np.round(series, 3).tolist()} for name, series in weather.items()}
    return RiverInputs.model_validate({"first_day": of.first, "reaches": [reach], "weather": columns})


def gr4j_discharge(of: Catchment, values: dict[str, float]) -> Floats:
    """Compute GR4J's discharge in m³/s, from rain and melt."""
    import pandas
    from hydrogr.gr4j import ModelGr4j
    from hydrogr.input_data import InputDataHandler

    liquid, snow = np.zeros_like(of.rain), 0.0
    for at, (fallen, mean_c) in enumerate(zip(of.rain, of.mean_c, strict=True)):
        snow += fallen if mean_c <= values["snow_below_c"] else 0.0
        melt = min(snow, values["melt_mm_k"] * max(mean_c, 0.0))
        snow -= melt
        liquid[at] = melt + (fallen if mean_c > values["snow_below_c"] else 0.0)
    times = pandas.date_range(str(of.first), periods=of.rain.size)
    frame = pandas.DataFrame({"precipitation": liquid, "evapotranspiration": of.evaporation}, index=times)
    made = ModelGr4j({name: values[name] for name in GR4J}).run(InputDataHandler(ModelGr4j, frame).data)
    return np.asarray(made["flow"].to_numpy() * of.km2 / 86.4, np.float64)


def gr4j_calibrated(of: Catchment, days: slice, generations: int) -> dict[str, float]:
    """Calibrate the parameters of GR4J and of its snow, by the same optimiser and score as the engine's."""
    from scipy.optimize import differential_evolution

    sought = GR4J | SNOW
    there = np.isfinite(of.discharge[days])

    def loss(numbers: Floats) -> float:
        made = gr4j_discharge(of, dict(zip(sought, numbers, strict=True)))[days][there]
        return -float(kling_gupta(made[:, None], of.discharge[days][there])[0])

    result = differential_evolution(
        loss, list(sought.values()), maxiter=generations, popsize=10, tol=1e-4, polish=False,
        rng=generator("benchmark", "gr4j"),
    )  # fmt: skip
    return dict(zip(sought, (float(number) for number in result.x), strict=True))


def real(folder: Path, gauge: str, generations: int, *, withheld: bool) -> Iterator[str]:
    """Yield KGE, NSE and bias of the engine and of GR4J, uncalibrated and calibrated, by period."""
    of = catchment(folder, gauge, whole=withheld)
    counted = of.rain.size - WARM_DAYS
    split = WARM_DAYS + math.ceil(counted * 2 / 3)
    plan = CalibrationPlan(warm_up_days=WARM_DAYS, generations=generations)
    found = calibrate(engine_inputs(of), of.discharge, plan)
    fitted = gr4j_calibrated(of, slice(WARM_DAYS, split), generations)
    periods = {"calibration": slice(WARM_DAYS, split), "validation": slice(split, of.rain.size)}
    for period, days in list(periods.items())[: 2 if withheld else 1]:
        rows = {"engine as it comes": found.before[period], "GR4J as it comes": _scored(of, MIDDLE, days),
                "engine calibrated": found.after[period], "GR4J calibrated": _scored(of, fitted, days)}  # fmt: skip
        for name, measures in rows.items():
            figures = " ".join(f"{word} {measures[word]:6.3f}" for word in ("kge", "nse", "bias"))
            yield f"{gauge} {period:11s} {name:18s} {figures}"
    yield f"{gauge} engine " + ", ".join(f"{name} {value:.4g}" for name, value in found.parameters.items())
    yield f"{gauge} GR4J " + ", ".join(f"{name} {value:.4g}" for name, value in fitted.items())


def _scored(of: Catchment, values: dict[str, float], days: slice) -> dict[str, float]:
    return scores(gr4j_discharge(of, values)[days], of.discharge[days])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["refinement", "diffusion", "mouths", "real"])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("gauges", nargs="*")
    parser.add_argument("--generations", type=int, default=80)
    parser.add_argument("--withheld", action="store_true", help="score the last third, too")
    options = parser.parse_args()
    channels = {"refinement": refinement, "diffusion": diffusion, "mouths": mouths}
    for line in channels[options.what]() if options.what in channels else ():
        print(line, flush=True)
    for gauge in options.gauges:
        for line in real(options.folder, gauge, options.generations, withheld=options.withheld):
            print(line, flush=True)


if __name__ == "__main__":
    main()
