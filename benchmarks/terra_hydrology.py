"""Check terra's water: areas of catchments found in three ways, and the runoff over the rain of drawn requests.

    python benchmarks/terra_hydrology.py [--districts 20] [--first 0] [--areas]

For districts of several planets, ten of each, prints

    areas of the catchments of all gauges with 60 km² or more: the area that a gauge states, the one that the tool
    `terrain_watershed` finds in the elevation model, and the one found by walking down the same heights from pixel to
    pixel; how many lie within 2 % of the statement, and the gauges that do not, which no request may ask about
    for each workflow about runoff, a request drawn in the district (or why there is none) with the least and greatest
    runoff coefficient of its catchments

and ends with 1 if a request asks about a catchment whose area in the model is more than 2 % off, or if more water ran
off than fell as rain and lay as snow on the catchment before. With `--areas`, no request is drawn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

if sys.path[0] == str(Path(__file__).parent):
    sys.path.pop(0)  # files beside this one would be imported for libraries

from mesocosm.earth.planet.exports.water import gauges_of
from mesocosm.seeding import generator
from mesocosm.suites.terra.requests import model_river, river_runs
from mesocosm.suites.terra.requests.water_resources.rain_and_peak import SNAP_M
from mesocosm.suites.terra.requests.waters import (
    LEAST_COVERED,
    catchment,
    cells_above,
    gauges,
    modelled_km2,
    rain_mm,
    runoff_mm,
)
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.region_snapshot import Land, planet_of
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Given, Unsuited

Floats = NDArray[np.float64]
A_PLANET = 10
"""Districts of each planet."""
ATTEMPTS = 4
APART = 0.02
LEAST_KM2 = 60.0
NOW = datetime(2032, 6, 1, 12, tzinfo=UTC)


class Area(NamedTuple):
    """The catchment of a gauge, km²."""

    gauge: str
    stated: float
    by_tool: float
    by_walk: float

    @property
    def apart(self) -> float:
        """The greatest relative difference from the stated area."""
        return max(abs(found / self.stated - 1) for found in (self.by_tool, self.by_walk))


class Runoff(NamedTuple):
    """The runoff of a catchment over its rain, and over its rain and the snow that lay there before."""

    coefficient: float
    with_snow: float


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--districts", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--areas", action="store_true")
    asked = parser.parse_args()
    failures, near, every = 0, 0, 0
    for number in range(asked.first, asked.first + asked.districts):
        planet = planet_of(number // A_PLANET)
        land = Land(planet, planet.regions[number % A_PLANET].key, NOW)
        found = areas(land)
        far = [area for area in found if area.apart > APART]
        near, every = near + len(found) - len(far), every + len(found)
        print(f"{planet.seed} {land.region} {land.climate}: {len(found) - len(far)} of {len(found)} areas within 2 %")
        for area in far:
            print(f"    {area.gauge} {area.stated:.0f}, tool {area.by_tool:.0f}, walk {area.by_walk:.0f} km²")
        if not asked.areas:
            failures += sum(_drawn(land, name, {area.gauge for area in far}) for name in RUNOFF)
    print(f"areas within 2 % of the gauge's statement: {near} of {every}; requests that fail: {failures}")
    return 1 if failures else 0


def areas(land: Land) -> list[Area]:
    """Return the areas of the catchments of a district, found in three ways."""
    ground, grid = land.planet.ground(land.region), land.planet.region(land.region).grid
    raster = land.archive.elevation(land.box)
    walked = walk_down(raster.band("elevation"))[::-1]
    across, along = np.meshgrid(grid.x(), grid.y())
    found = []
    for gauge in gauges_of(land.planet, land.planet.region(land.region)):
        stated = float(ground.upstream_km2.flat[gauge.cell])
        longitude, latitude = grid.from_plane(gauge.x, gauge.y)
        near = np.hypot(across - gauge.x, along - gauge.y) <= SNAP_M
        by_tool = modelled_km2(land, (float(longitude), float(latitude)), SNAP_M)
        found.append(Area(gauge.name, stated, by_tool, float(walked[near].max())))
    return [area for area in found if area.stated >= LEAST_KM2]


def walk_down(heights: Floats) -> Floats:
    """Return how many pixels drain through each pixel of heights without hollows; level water seeks the nearest fall.

    The sea, which has no height, counts as level zero.
    """
    level = np.pad(np.nan_to_num(heights, nan=0.0), 1, constant_values=np.inf)
    columns = level.shape[1]
    steps = [(down * columns + across, np.hypot(down, across)) for down in (-1, 0, 1) for across in (-1, 0, 1)]
    flat, below = level.ravel(), np.full(level.size, -1)
    land = np.flatnonzero(np.pad(np.isfinite(heights), 1))
    falls = np.stack([(flat[land] - flat[land + step]) / max(length, 1.0) for step, length in steps])
    steepest = falls.argmax(axis=0)
    below[land] = np.where(falls.max(axis=0) > 0, land + np.array([step for step, _ in steps])[steepest], -1)
    front = [int(cell) for cell in land if below[cell] >= 0]
    for cell in front:  # grows while it is walked: level pixels one step farther from the fall
        for step, _ in steps:
            beside = cell + step
            if below[beside] < 0 and flat[beside] == flat[cell] and step:
                below[beside] = cell
                front.append(beside)
    return _gathered(below, land, flat, front).reshape(level.shape)[1:-1, 1:-1]


def _gathered(below: NDArray[np.int64], land: NDArray[np.int64], flat: Floats, front: list[int]) -> Floats:
    """Return the pixels that drain through each: from the highest down, and on level water from the farthest."""
    total = np.zeros(below.size)
    total[land] = 1.0
    order = {cell: place for place, cell in enumerate(front)}
    for cell in sorted(order, key=lambda cell: (-flat[cell], -order[cell])):
        total[below[cell]] += total[cell]
    return total


def _drawn(land: Land, name: str, far: set[str]) -> int:
    """Draw a request of a workflow, print its coefficients, and return 1 if it fails."""
    drawn = _draw(land, name)
    if isinstance(drawn, Unsuited):
        print(f"    {name}: none, {drawn}", flush=True)
        return 0
    then, given = drawn
    runoffs = RUNOFF[name](then, given)
    wrong = any(not 0 < each.with_snow <= 1 for each in runoffs)
    wrong |= name == "rain_and_peak" and not far.isdisjoint(texts(given, "gauges"))
    lowest, highest = (pick(each.coefficient for each in runoffs) for pick in (min, max))
    melts = " with snow melt" if highest > 1 and not wrong else ""
    print(f"    {name}: {lowest:.2f} to {highest:.2f}{melts}{' FAILS' if wrong else ''}", flush=True)
    return int(wrong)


def _draw(land: Land, name: str) -> tuple[Land, Given] | Unsuited:
    """Return the first request that the district suits in a few attempts, or why it suits none."""
    for attempt in range(ATTEMPTS):
        chosen = workflow(name)
        chance = generator("terra", "hydrology", land.planet.seed, land.region, name, attempt)
        then = Land(land.planet, land.region, chosen.now(chance))
        try:
            return then, chosen.draw(then, chance)
        except Unsuited as why:
            unsuited = why
    return unsuited


def _of_gauges(land: Land, given: Given) -> list[Runoff]:
    """Return the runoff of gauges whose catchments the weather fields cover."""
    start, end = str(given["start"]), str(given["end"])
    covered = [name for name in texts(given, "gauges") if catchment(land, name)[2] > LEAST_COVERED]
    return [_at_gauge(land, name, start, end) for name in covered]


def _at_gauge(land: Land, name: str, start: str, end: str) -> Runoff:
    first = date.fromisoformat(start)
    runoff, rain = runoff_mm(gauges(land, first.year)[name], start, end), rain_mm(land, name, start, end)
    snow_mm = land.planet.water_year(land.region, first.year).snow_mm
    before = max(first.timetuple().tm_yday - 2, 0)
    snow = float(snow_mm[before].ravel()[cells_above(land, name)].mean())
    return Runoff(runoff / rain, runoff / (rain + snow))


def _of_reaches(land: Land, given: Given) -> list[Runoff]:
    """Return the runoff of an invented river; its model begins without snow."""
    rain, warmth = river_runs.box_means(land, given)
    table = river_runs.by_reach(river_runs.run_of(given, river_runs.rows_of(given), rain, warmth))
    return [Runoff(share, share) for share in river_runs.runoff_coefficients(given, rain, table).values()]


def _of_model_river(land: Land, given: Given) -> list[Runoff]:
    share = model_river.runoff_coefficient(land, given)
    return [Runoff(share, share)]


RUNOFF: Mapping[str, Callable[[Land, Given], list[Runoff]]] = {
    "rain_and_peak": _of_gauges,
    "gauge_year": _of_gauges,
    "retention_lake": _of_reaches,
    "storm_taken_away": _of_reaches,
    "reported_without_storm": _of_model_river,
}

if __name__ == "__main__":
    raise SystemExit(main())
