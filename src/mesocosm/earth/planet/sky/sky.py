"""The sky of a region at any hour: a pure function of the seed, the ground and the changes made to events.

No atmosphere is integrated: weather is a sum of travelling waves and events. Pollutants are: see `planet/air`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.ground.ground import Ground, Indices
from mesocosm.earth.planet.sky.air import Air, Drivers
from mesocosm.earth.planet.sky.clock import EPOCH, Clock, Floats, hour_of, year_hours
from mesocosm.earth.planet.sky.column import LEVELS
from mesocosm.earth.planet.sky.days import Days
from mesocosm.earth.planet.sky.events import Changes, SkyEvent, check_changes, events_within, year_events
from mesocosm.earth.planet.sky.nodes import CELLS, Nodes, make_nodes, only
from mesocosm.earth.planet.sky.surface_variables import NEAR_GROUND
from mesocosm.earth.planet.sky.tables import ALOFT, DAILY, SURFACE, Singles, dataset, round_fields
from mesocosm.earth.planet.sky.upper_air import on_levels
from mesocosm.earth.planet.sky.vortices import vortex
from mesocosm.earth.planet.sky.weather_cache import WeatherCache
from mesocosm.errors import UserError

if TYPE_CHECKING:
    import xarray as xr

EVERY = tuple(SURFACE)
CHUNK_HOURS = 744
"""Hours made at a time, to limit memory; the values do not depend on it."""


class Sky:
    """Hourly weather every ten kilometres, known at every hour without time steps.

    `changes` maps ids to changed figures of events, or to None if they never happen; everything else stays the same.
    With `cached`, hours near the ground are computed in whole blocks, which all processes share: for regions that are
    looked at again and again.
    """

    def __init__(self, ground: Ground, changes: Changes | None = None, *, cached: bool = False) -> None:
        self.ground = ground
        self.changes: Changes = dict(changes or {})
        check_changes(ground.region, self.changes)
        self.nodes: Nodes = make_nodes(ground)
        self.drivers = Drivers(ground.region, self.nodes)
        self.cached = cached
        self._cache = WeatherCache(ground.region, self.nodes, self.changes, self._compute) if cached else None

    def events(self, year: int) -> tuple[SkyEvent, ...]:
        """Return the events that begin in a year."""
        year_hours(year)
        return year_events(self.ground.region, year, self.changes)

    def hours(self, start: datetime, count: int, names: Sequence[str] = EVERY) -> xr.Dataset:
        """Return weather near the ground in `count` hours from `start`: dimensions time, y, x.

        Fewer names take less time.
        """
        fields = self._near_ground(hour_of(start), count, names)
        return dataset(fields, SURFACE, ("time", "y", "x"), self._coords(hour_of(start), count), "Weather, hourly")

    def place(self, row: int, column: int, start: datetime, count: int, names: Sequence[str] = EVERY) -> xr.Dataset:
        """Do the same as `hours` at one node alone, much faster: dimension time."""
        fields = {name: values[:, 0, 0] for name, values in self.some([row], [column], start, count, names).items()}
        coords = {"time": self._coords(hour_of(start), count)["time"]}
        return dataset(fields, SURFACE, ("time",), coords, f"Weather, hourly, node {row}, {column}")

    def some(
        self, rows: Sequence[int], columns: Sequence[int], start: datetime, count: int, names: Sequence[str] = EVERY
    ) -> dict[str, Singles]:
        """Do the same as `hours` where some rows and columns of nodes cross, faster: (hours, rows, columns)."""
        if self._cache is not None:
            crossing = only(self.nodes, rows, columns)
            at = np.add.outer(np.asarray(rows) * self.nodes.columns, columns).ravel()
            return _cached(self._cache, crossing, hour_of(start), count, names, at)
        alone = Sky.__new__(Sky)
        alone.ground, alone.changes, alone._cache = self.ground, self.changes, None
        alone.nodes = only(self.nodes, rows, columns)
        alone.drivers = Drivers(self.ground.region, alone.nodes)
        return alone._near_ground(hour_of(start), count, names)

    def _near_ground(self, first: int, count: int, names: Sequence[str]) -> dict[str, Singles]:
        if self._cache is not None:
            return _cached(self._cache, self.nodes, first, count, names)
        chunks = [
            round_fields({name: NEAR_GROUND[name](air) for name in names}, SURFACE) for air in self._airs(first, count)
        ]
        return {name: self._square(np.concatenate([chunk[name] for chunk in chunks])) for name in names}

    def _compute(self, first: int, count: int, names: Sequence[str]) -> dict[str, Floats]:
        """Compute what the cache lacks."""
        (air,) = self._airs(first, count)
        return {name: NEAR_GROUND[name](air) for name in names}

    def levels(self, start: datetime, count: int) -> xr.Dataset:
        """Return the air on pressure levels in `count` hours from `start`: dimensions time, level, y, x."""
        chunks = [round_fields(on_levels(air), ALOFT) for air in self._airs(hour_of(start), count)]
        fields = {name: self._square(np.concatenate([chunk[name] for chunk in chunks])) for name in ALOFT}
        level = ("level", np.array(LEVELS, np.float32), {"units": "hPa", "standard_name": "air_pressure"})
        coords = self._coords(hour_of(start), count) | {"level": level}
        return dataset(fields, ALOFT, ("time", "level", "y", "x"), coords, "Pressure levels, hourly")

    def days(self, start: date, count: int) -> xr.Dataset:
        """Return weather of `count` days (UTC) on kilometre cells: dimensions time, y, x."""
        chunks = [round_fields(fields, DAILY) for fields in self.daily_fields(start, count, tuple(DAILY))]
        fields = {name: np.concatenate([chunk[name] for chunk in chunks]) for name in DAILY}
        grid = self.ground.region.grid
        times = (np.datetime64(start, "D") + np.arange(count)).astype("datetime64[ns]")
        coords: dict[str, object] = {"time": times, "y": grid.y(), "x": grid.x()}
        return dataset(fields, DAILY, ("time", "y", "x"), coords, "Weather, daily, kilometre cells")

    def daily_fields(self, start: date, count: int, names: tuple[str, ...]) -> Iterator[dict[str, Floats]]:
        """Yield some fields of `DAILY` on kilometre cells, (days, rows, columns), not rounded, a month at a time."""
        first = int((np.datetime64(start, "h") - EPOCH).astype(int))
        if first < 0:
            raise UserError(f"days must lie in or after {EPOCH}, got {start.isoformat()}")
        if self._cache is None:
            for air in self._airs(first, count * 24):
                yield Days(self.ground, air).fields(names)
            return
        for air in self._airs(first, count * 24, eventful=False):  # the hours in the cache have the events in them
            at, hours = int(air.clock.hour[0]), air.clock.hour.size
            yield Days(self.ground, air, functools.partial(self._cache.values, at, hours)).fields(names)

    def _airs(self, first: int, count: int, *, eventful: bool = True) -> Iterator[Air]:
        check_count(count)
        region = self.ground.region
        for begin in range(first, first + count, CHUNK_HOURS):
            hour = np.arange(begin, min(begin + CHUNK_HOURS, first + count), dtype=np.int64)
            events = events_within(region, int(hour[0]), int(hour[-1]) + 1, self.changes) if eventful else ()
            felt = tuple(vortex(event, hour, self.nodes.x, self.nodes.y) for event in events)
            yield Air(self.drivers, self.nodes, Clock(hour, region.longitude), felt)

    def _square(self, field: Singles) -> Singles:
        return field.reshape(*field.shape[:-1], self.nodes.rows, self.nodes.columns)

    def _coords(self, first: int, count: int) -> dict[str, object]:
        grid = self.ground.region.grid
        x = grid.x().reshape(-1, CELLS).mean(axis=1)
        y = grid.y().reshape(-1, CELLS).mean(axis=1)
        longitude, latitude = grid.from_plane(*np.meshgrid(x, y))
        times = (EPOCH + np.arange(first, first + count)).astype("datetime64[ns]")
        return {
            "time": ("time", times, {"standard_name": "time"}),
            "y": ("y", y, {"units": "m", "standard_name": "projection_y_coordinate"}),
            "x": ("x", x, {"units": "m", "standard_name": "projection_x_coordinate"}),
            "latitude": (("y", "x"), np.round(latitude, 5), {"units": "degrees_north", "standard_name": "latitude"}),
            "longitude": (("y", "x"), np.round(longitude, 5), {"units": "degrees_east", "standard_name": "longitude"}),
        }


def check_count(count: int) -> None:
    if count < 1:
        raise UserError(f"count must be at least 1, got {count}")


def _cached(
    cache: WeatherCache, nodes: Nodes, first: int, count: int, names: Sequence[str], at: Indices | None = None
) -> dict[str, Singles]:
    """Return hours at some nodes from the cache, (hours, rows, columns)."""
    check_count(count)
    fields = cache.hours(first, count, names, at)
    return {name: values.astype(np.float32).reshape(-1, nodes.rows, nodes.columns) for name, values in fields.items()}
