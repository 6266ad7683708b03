"""Fires of a year: dry, hot, windy days start them, wind and slope drive them; their arrival is known by the hour.

Danger is McArthur's index as Noble, Bary and Gill (1980, Austral Ecology 5, 201-203) wrote it; the head of a fire
spreads at their rate, its flanks and back as on an ellipse whose length to breadth follows Alexander (1985); every ten
degrees of slope double the rate. Arrival is the least travel time over cells of 100 m.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Cover, Ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sky.evaporation import vapour_kpa
from mesocosm.earth.planet.sky.events import check_figure
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.water.water import WaterYear
from mesocosm.errors import UserError
from mesocosm.seeding import generator

Floats = NDArray[np.float64]
FUEL_T_HA = {Cover.TREES: 14.0, Cover.SHRUBS: 11.0, Cover.GRASS: 6.0, Cover.CROPS: 2.5, Cover.WETLAND: 1.0}
HIGH_DANGER = 14.0
"""Index above which spreading fires are started."""
STARTS = 0.02
"""Fires per day for each unit of danger above that, over a region that is burnable everywhere."""
WINDOW_KM = 24
FINE_M = 100.0
LULL = 0.45
"""Mean rate over day and night relative to that of the afternoon, for which the index is made."""
MOST_HOURS = 60
PUTS_OUT_MM = 1.0


@dataclass(frozen=True)
class Fire:
    """One fire: where and when it began, and when it reached each cell of 100 m around its start."""

    id: str
    start: datetime
    x_m: float
    """Eastward coordinate on the region's plane; `y_m` is the northward one."""
    y_m: float
    danger: float
    wind_east: float
    """Eastward wind of the hours in which the fire burnt, m/s at 10 m."""
    wind_north: float
    arrival_h: Floats
    """Hours after the start, rows from south to north; infinite where the fire did not arrive."""
    west_m: float
    """Western edge of the window of `arrival_h`; `south_m` is the southern one."""
    south_m: float

    @property
    def burnt_ha(self) -> float:
        return float(np.isfinite(self.arrival_h).sum() * FINE_M**2 / 1e4)


def fire_danger(most_c: Floats, dew_c: Floats, wind_m_s: Floats, wetness: Floats) -> Floats:
    """Return the forest fire danger index: F = 2 exp(-0.45 + 0.987 ln D - 0.0345 H + 0.0338 T + 0.0234 V)."""
    drought = np.clip(10.5 * (1 - wetness), 0.01, 10.0)
    humidity = 100 * vapour_kpa(dew_c) / vapour_kpa(most_c)
    power = -0.45 + 0.987 * np.log(drought) - 0.0345 * np.clip(humidity, 0, 100) + 0.0338 * most_c
    return round_to_step(2 * np.exp(power + 0.0234 * wind_m_s * 3.6), 0.1)


FireChanges = Mapping[str, Mapping[str, float] | None]
"""Changes by id: with `hours`, the fire is put out so long after its start; with None, it never starts."""


def check_fire_changes(region: Region, changes: FireChanges) -> None:
    """Refuse changes of ids that no fire of a region can have. Whether it burns is known only when its year is made."""
    for name, figures in changes.items():
        parts = name.split(".")
        if len(parts) != 4 or parts[:2] != [region.key, "fire"] or not (parts[2] + parts[3]).isdecimal():
            raise UserError(
                f"a fire of region {region.key} must have an id like '{region.key}.fire.2031.190', got {name!r}"
            )
        if any(key != "hours" for key in figures or ()):
            raise UserError(f"only the hours of {name} can be changed, got {', '.join(sorted(figures or ()))}")
        for value in (figures or {}).values():
            check_figure(f"hours of {name}", value, 0.0)


def with_changes(fires: tuple[Fire, ...], changes: FireChanges) -> tuple[Fire, ...]:
    """Return the fires of a year with the changes made; changes of a fire that does not burn have no effect."""
    kept = (fire for fire in fires if changes.get(fire.id, {}) is not None)
    return tuple(_put_out(fire, changes.get(fire.id) or {}) for fire in kept)


def _put_out(fire: Fire, figures: Mapping[str, float]) -> Fire:
    if "hours" not in figures:
        return fire
    return replace(fire, arrival_h=np.where(fire.arrival_h <= figures["hours"], fire.arrival_h, np.inf))


def year_fires(ground: Ground, sky: Sky, water: WaterYear) -> tuple[Fire, ...]:
    """Return the fires that begin in a year, in order of their start."""
    fuel = _fuel(ground.cover)
    names = ("temperature_max", "dew_point", "wind_speed", "precipitation")
    fires: list[Fire] = []
    day = 0
    for part in sky.daily_fields(date(water.year, 1, 1), len(water.snow_mm), names):
        for number in range(len(part["wind_speed"])):
            most, dew, wind, rain = (part[name][number] for name in names)
            danger = fire_danger(most, dew, wind, water.soil_wetness[day].astype(float))
            open_ = (round_to_step(rain, 0.1) < PUTS_OUT_MM) & (water.snow_mm[day] < 1) & (fuel > 2)
            fires += _day_fires(ground, sky, water.year, day, np.where(open_, danger, 0.0))
            day += 1
    return tuple(fires)


def _day_fires(ground: Ground, sky: Sky, year: int, day: int, danger: Floats) -> list[Fire]:
    risk = np.maximum(danger - HIGH_DANGER, 0.0)
    draw = generator("planet", ground.region.seed, "fires", ground.region.key, year, day)
    expected = float(round_to_step(STARTS * risk.mean(), 1e-9))
    if draw.random() >= expected:
        return []
    ladder = np.cumsum(np.round(risk.ravel() * 10).astype(np.int64))
    cell = int(np.searchsorted(ladder, int(draw.integers(0, ladder[-1])), side="right"))
    start = datetime(year, 1, 1, int(draw.integers(9, 17)), tzinfo=UTC) + timedelta(days=day)
    start -= timedelta(hours=round(ground.region.longitude / 15))
    name = f"{ground.region.key}.fire.{year}.{day:03d}"
    return [run_fire(ground, sky, name, start, cell, float(danger.ravel()[cell]), draw)] if start.year >= year else []


def run_fire(ground: Ground, sky: Sky, name: str, start: datetime, cell: int, danger: float, draw: Generator) -> Fire:
    """Simulate a fire from its first hour to the rain that ends it, or to `MOST_HOURS`."""
    rows, columns = ground.sea.shape
    row, column = divmod(cell, columns)
    node = min(row // 10, rows // 10 - 1), min(column // 10, columns // 10 - 1)
    weather = sky.place(*node, start, MOST_HOURS, ("precipitation", "wind_east_10m", "wind_north_10m"))
    wet = np.flatnonzero(weather["precipitation"].values >= PUTS_OUT_MM)
    hours = int(wet[0]) if wet.size else int(draw.integers(8, MOST_HOURS))
    east, north = (
        float(weather[f"wind_{way}_10m"].values[: max(hours, 1)].astype(float).mean()) for way in ("east", "north")
    )
    half = WINDOW_KM // 2
    south, west = row - half, column - half
    window = _window(ground, south, west)
    arrival = travel_hours(*window, (half * 10 + 5, half * 10 + 5), danger, (east, north), hours, draw)
    grid = ground.region.grid
    edges = grid.edges
    return Fire(
        name,
        start,
        grid.x0 + column * grid.dx,
        grid.y0 + row * grid.dy,
        danger,
        round(east, 1),
        round(north, 1),
        arrival,
        edges[0] + west * 1000.0,
        edges[1] + south * 1000.0,
    )


def _fuel(cover: NDArray[np.uint8]) -> Floats:
    values = np.zeros(256)
    for code, tonnes in FUEL_T_HA.items():
        values[int(code)] = tonnes
    return np.asarray(values[cover])


def _window(ground: Ground, south: int, west: int) -> tuple[Floats, Floats]:
    """Return fuel (t/ha) and height (m) on cells of 100 m around a cell; nothing burns beyond the region."""
    from scipy.ndimage import zoom

    rows, columns = ground.sea.shape
    north, east = np.meshgrid(
        south + (np.arange(WINDOW_KM * 10) + 0.5) / 10, west + (np.arange(WINDOW_KM * 10) + 0.5) / 10, indexing="ij"
    )
    row, column = (
        np.floor(along + _waver(along, across)).astype(int) for along, across in ((north, east), (east, north))
    )
    inside = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
    fuel = np.where(inside, _fuel(ground.cover)[np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)], 0.0)
    near = np.ix_(
        np.clip(np.arange(south, south + WINDOW_KM), 0, rows - 1),
        np.clip(np.arange(west, west + WINDOW_KM), 0, columns - 1),
    )
    return fuel, round_to_step(zoom(ground.elevation_m[near], 10, order=1, mode="nearest", grid_mode=True), 0.1)


def _waver(along: Floats, across: Floats) -> Floats:
    """Return kilometres by which edges of land cover are displaced, so that they are not those of squares."""
    swing = 0.30 * np.sin(3.9 * across + 1.3 * along) + 0.17 * np.sin(8.7 * across - 2.1 * along)
    return round_to_step(swing, 1e-4)


def travel_hours(
    fuel: Floats,
    height: Floats,
    origin: tuple[int, int],
    danger: float,
    wind: tuple[float, float],
    hours: float,
    draw: Generator,
) -> Floats:
    """Return hours to each cell from the origin, infinite beyond `hours`; patches of fuel differ, some do not burn."""
    patchy = draw.uniform(0.35, 1.45, fuel.shape) * (draw.random(fuel.shape) > 0.07)
    head = round_to_step(0.0012 * LULL * danger * fuel * patchy, 1e-4)
    reach = _reach(wind)
    arrival = np.full(fuel.shape, np.inf)
    arrival[origin] = 0.0
    queue = [(0.0, *origin)]
    while queue:
        since, row, column = heapq.heappop(queue)
        if since > arrival[row, column]:
            continue
        for (step_y, step_x), (share, distance_km) in reach.items():
            y, x = row + step_y, column + step_x
            if 0 <= y < fuel.shape[0] and 0 <= x < fuel.shape[1] and head[y, x] > 0:
                tilt = (height[y, x] - height[row, column]) / (distance_km * 1000)
                rate = head[y, x] * share * 2.0 ** min(max(tilt * 5.7, -1.5), 3.0)
                there = round(since + distance_km / rate, 3)
                if there < arrival[y, x] and there <= hours:
                    arrival[y, x] = there
                    heapq.heappush(queue, (there, y, x))
    return arrival


def _reach(wind: tuple[float, float]) -> dict[tuple[int, int], tuple[float, float]]:
    """Return for each step to a near cell its rate relative to that of the head, and its length in km."""
    speed = float(np.hypot(*wind))
    longness = 1 + 8.729 * (1 - np.exp(-0.03 * speed * 3.6)) ** 2.155
    narrow = float(round_to_step(np.sqrt(1 - 1 / longness**2), 1e-4))
    steps = [(y, x) for y in range(-2, 3) for x in range(-2, 3) if max(abs(y), abs(x)) == 1 or abs(y * x) == 2]
    made = {}
    for y, x in steps:
        length = float(np.hypot(x, y))
        ahead = (x * wind[0] + y * wind[1]) / (length * speed) if speed > 0 else 0.0
        share = float(round_to_step((1 - narrow) / (1 - narrow * ahead), 1e-4))
        made[(y, x)] = (share, length * FINE_M / 1000)
    return made
