"""The sky of a region at any hour: a pure function of the seed, the ground and the changes made to events."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.sky.air import Air, Drivers
from mesocosm.earth.planet.sky.aloft import on_levels
from mesocosm.earth.planet.sky.clock import EPOCH, YEAR_DAYS, Clock, Floats, hour_of, year_hours
from mesocosm.earth.planet.sky.column import LEVELS
from mesocosm.earth.planet.sky.events import Changes, SkyEvent, check_changes, events_within, year_events
from mesocosm.earth.planet.sky.nodes import CELLS, Nodes, by_month, make_nodes, to_cells
from mesocosm.earth.planet.sky.rain import snow_share
from mesocosm.earth.planet.sky.tables import ALOFT, DAILY, SURFACE, dataset, settle
from mesocosm.earth.planet.sky.vortices import vortex
from mesocosm.errors import UserError

if TYPE_CHECKING:
    import xarray as xr

CHUNK_HOURS = 744
"""Hours made at a time, for the memory; the values do not depend on it."""


class Sky:
    """Hourly weather every ten kilometres, known at every hour without stepping to it.

    `changes` says by id which events are otherwise, or, with None, never happen; all else stays as it is.
    """

    def __init__(self, ground: Ground, changes: Changes | None = None) -> None:
        self.ground = ground
        self.changes: Changes = dict(changes or {})
        check_changes(ground.region, self.changes)
        self.nodes: Nodes = make_nodes(ground)
        self.drivers = Drivers(ground.region, self.nodes)

    def events(self, year: int) -> tuple[SkyEvent, ...]:
        """Events that begin in a year."""
        year_hours(year)
        return year_events(self.ground.region, year, self.changes)

    def hours(self, start: datetime, count: int) -> xr.Dataset:
        """Weather near the ground in `count` hours from `start`: dimensions time, y, x."""
        chunks = [settle(_near_ground(air), SURFACE) for air in self._airs(hour_of(start), count)]
        fields = {name: self._square(np.concatenate([chunk[name] for chunk in chunks])) for name in SURFACE}
        return dataset(fields, SURFACE, ("time", "y", "x"), self._coords(hour_of(start), count), "Weather, hourly")

    def levels(self, start: datetime, count: int) -> xr.Dataset:
        """The air on pressure levels in `count` hours from `start`: dimensions time, level, y, x."""
        chunks = [settle(on_levels(air), ALOFT) for air in self._airs(hour_of(start), count)]
        fields = {name: self._square(np.concatenate([chunk[name] for chunk in chunks])) for name in ALOFT}
        level = ("level", np.array(LEVELS, np.float32), {"units": "hPa", "standard_name": "air_pressure"})
        coords = self._coords(hour_of(start), count) | {"level": level}
        return dataset(fields, ALOFT, ("time", "level", "y", "x"), coords, "Pressure levels, hourly")

    def days(self, start: date, count: int) -> xr.Dataset:
        """Weather of `count` days (UTC) on kilometre cells: dimensions time, y, x."""
        chunks = [settle(fields, DAILY) for fields in self.daily_fields(start, count)]
        fields = {name: np.concatenate([chunk[name] for chunk in chunks]) for name in DAILY}
        grid = self.ground.region.grid
        times = (np.datetime64(start, "D") + np.arange(count)).astype("datetime64[ns]")
        coords: dict[str, object] = {"time": times, "y": grid.y(), "x": grid.x()}
        return dataset(fields, DAILY, ("time", "y", "x"), coords, "Weather, daily, kilometre cells")

    def daily_fields(self, start: date, count: int) -> Iterator[dict[str, Floats]]:
        """Fields of `DAILY` on kilometre cells, (days, rows, columns), some days at a time."""
        first = int((np.datetime64(start, "h") - EPOCH).astype(int))
        if first < 0:
            raise UserError(f"days must lie in or after {EPOCH}, got {start.isoformat()}")
        for air in self._airs(first, count * 24):
            yield self._daily(air)

    def _airs(self, first: int, count: int) -> Iterator[Air]:
        if count < 1:
            raise UserError(f"count must be at least 1, got {count}")
        region = self.ground.region
        for begin in range(first, first + count, CHUNK_HOURS):
            hour = np.arange(begin, min(begin + CHUNK_HOURS, first + count), dtype=np.int64)
            events = events_within(region, int(hour[0]), int(hour[-1]) + 1, self.changes)
            felt = tuple(vortex(event, hour, self.nodes.x, self.nodes.y) for event in events)
            yield Air(self.drivers, self.nodes, Clock(hour, region.longitude), felt)

    def _daily(self, air: Air) -> dict[str, Floats]:
        day = air.clock.day_of_year[::24] + 0.5
        told = settle(_near_ground(air), SURFACE)
        anomaly = (told["temperature_2m"] - air.normal_c).reshape(day.size, 24, -1)
        speed = np.hypot(told["wind_east_10m"], told["wind_north_10m"])
        normal = by_month(self.ground.temperature_c, day)
        bands = {
            f"temperature_{name}": normal + to_cells(self.nodes, getattr(np, name)(anomaly, axis=1))
            for name in ("mean", "min", "max")
        }
        dew = _day_mean(told["dew_point_2m"] - air.normal_c)
        fields = bands | {
            "dew_point": np.minimum(normal + to_cells(self.nodes, dew), bands["temperature_mean"]),
            "shortwave": to_cells(self.nodes, _day_mean(told["shortwave"])),
            "wind_speed": to_cells(self.nodes, _day_mean(speed)),
        }
        return fields | self._daily_water(day, told["precipitation"], bands["temperature_mean"])

    def _daily_water(self, day: Floats, hourly: np.ndarray, mean_c: Floats) -> dict[str, Floats]:  # type: ignore[type-arg]
        """Rain with the pattern of the normals within each node's square: more on the slopes that the wind meets."""
        pattern = by_month(self.ground.rain_mm, day) / np.maximum(to_cells(self.nodes, by_month(self.nodes.rain_mm, day)), 0.1)
        sums = hourly.astype(np.float64).reshape(day.size, 24, -1).sum(axis=1)
        amount = to_cells(self.nodes, sums) * np.clip(pattern, 0.2, 5.0)
        return {"precipitation": amount, "snowfall": amount * snow_share(mean_c)}

    def _square(self, field: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
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


def _near_ground(air: Air) -> dict[str, Floats]:
    """Every quantity of `tables.SURFACE`, (hours, nodes)."""
    east, north = air.wind_10m
    return {
        "temperature_2m": air.temperature_c,
        "dew_point_2m": air.dew_point_c,
        "pressure_msl": air.pressure_msl,
        "surface_pressure": air.surface_pressure,
        "wind_east_10m": east,
        "wind_north_10m": north,
        "cloud_cover": air.cover,
        "shortwave": surface_light(air),
        "precipitation": air.precipitation,
        "snowfall": air.precipitation * snow_share(air.temperature_c),
    }


def surface_light(air: Air) -> Floats:
    """Shortwave on flat ground, W/m²."""
    from mesocosm.earth.planet.sky.surface import shortwave

    return shortwave(air.clock, air.drivers.latitude, air.cover)


def _day_mean(hourly: np.ndarray) -> Floats:  # type: ignore[type-arg]
    return np.asarray(hourly.reshape(-1, 24, hourly.shape[-1]).mean(axis=1), np.float64)


__all__ = ["YEAR_DAYS", "Sky"]
