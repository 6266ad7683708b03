"""Invented cyclones of a request: their paths, and the fields of weather in which they are to be found.

Pressure falls towards the centre after Fujita (1952), p = p0 - d / sqrt(1 + 2 (r/R)^2). The wind is in gradient balance
with it and turns in the sense of the hemisphere. The upper air is warmest over the centre, and coldest in cold lows.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
import xarray as xr
from numpy.random import Generator as Chance
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.types import Record

Floats = NDArray[np.float64]
KM_A_DEGREE = 111.195
TURNING = 7.292e-5
DENSITY = 1.15
USUAL_HPA = 1010.0
NEAR_GROUND, INFLOW = 0.75, np.radians(20.0)
"""Wind at 10 m as a share of the gradient wind, and the angle by which it turns inward."""
LEVELS = {850.0: (1.0, 0.2, 17.0), 500.0: (0.7, 0.7, -6.0), 300.0: (0.3, 1.0, -32.0)}
"""By level in hPa: the share of the wind, the share of the warmth, and the usual temperature in °C."""
WARMTH_PER_HPA = 0.12


class Vortex(Record):
    """A moving low; hours count from the first time of its fields."""

    latitude: float
    """Position at `middle_hour`, degrees, as is `longitude`."""
    longitude: float
    east_km_h: float
    north_km_h: float
    bend_km_h2: float = 0.0
    """Increase of its northward speed with each hour."""
    middle_hour: float
    depth_hpa: float
    """Greatest depth."""
    peak_hour: float
    lasting_hours: float
    """Hours before and after the peak at which most of the depth beyond one third is gone (factor 1/e)."""
    radius_km: float
    warm: bool = True

    def place(self, hour: float) -> tuple[float, float]:
        """Return its latitude and longitude."""
        away = hour - self.middle_hour
        north = self.north_km_h * away + 0.5 * self.bend_km_h2 * away**2
        east = self.east_km_h * away
        latitude = self.latitude + north / KM_A_DEGREE
        return latitude, self.longitude + east / (KM_A_DEGREE * np.cos(np.radians(self.latitude)))

    def depth(self, hour: float) -> float:
        """Return the hPa by which its centre is below the usual pressure."""
        return float(self.depth_hpa * (1 / 3 + 2 / 3 * np.exp(-(((hour - self.peak_hour) / self.lasting_hours) ** 2))))


@dataclass(frozen=True)
class Frame:
    """The cells and times of fields."""

    latitude: Floats
    longitude: Floats
    start: datetime
    times: int
    step_hours: float = 6

    def moments(self) -> list[datetime]:
        """Return all times."""
        return [self.start + timedelta(hours=self.step_hours * number) for number in range(self.times)]


def frame_about(
    latitude: float,
    longitude: float,
    half: tuple[float, float],
    cell: float,
    start: str,
    times: int,
    step_hours: float = 6,
) -> Frame:
    """Return a frame that extends `half` degrees to the north and south, and to the east and west, of a point."""
    axes = []
    for middle, reach in ((latitude, half[0]), (longitude, half[1])):
        low = np.round((middle - reach) / cell) * cell
        axes.append(np.round(low + cell * np.arange(round(2 * reach / cell) + 1), 4))
    return Frame(axes[0], axes[1], datetime.fromisoformat(start), times, step_hours)


def fields_of(vortices: Sequence[Vortex], frame: Frame) -> tuple[xr.Dataset, xr.Dataset]:
    """Make fields near the ground (msl in Pa, u10, v10) and on levels (u, v, t)."""
    hours = [frame.step_hours * number for number in range(frame.times)]
    by_time = [_moment(vortices, frame, hour) for hour in hours]
    times = np.array([np.datetime64(moment.replace(tzinfo=None), "ns") for moment in frame.moments()])
    axes = {"time": times, "latitude": ("latitude", frame.latitude, {"units": "degrees_north"})}
    axes["longitude"] = ("longitude", frame.longitude, {"units": "degrees_east"})
    units = {"msl": "Pa", "u10": "m s-1", "v10": "m s-1", "u": "m s-1", "v": "m s-1", "t": "K"}

    def dataset(names: Sequence[str], dims: tuple[str, ...], more: dict[str, object]) -> xr.Dataset:
        stacked = {name: np.stack([each[name] for each in by_time]).astype(np.float32) for name in names}
        variables = {name: (dims, values, {"units": units[name]}) for name, values in stacked.items()}
        return xr.Dataset(variables, {**axes, **more})

    surface = dataset(("msl", "u10", "v10"), ("time", "latitude", "longitude"), {})
    level = {"level": ("level", np.array(sorted(LEVELS)), {"units": "hPa"})}
    return surface, dataset(("u", "v", "t"), ("time", "level", "latitude", "longitude"), dict(level))


def _moment(vortices: Sequence[Vortex], frame: Frame, hour: float) -> dict[str, Floats]:
    latitude, longitude = np.meshgrid(frame.latitude, frame.longitude, indexing="ij")
    ripple = np.sin(np.radians(11 * longitude + 2 * hour)) * np.cos(np.radians(13 * latitude))
    msl = USUAL_HPA + 0.4 * ripple + 0.03 * np.abs(latitude)
    east, north, warmth = -3.0 + ripple, 0.8 * ripple, np.zeros_like(msl)
    low_east, low_north = 0.6 * east, 0.6 * north
    for vortex in vortices:
        middle, depth = vortex.place(hour), vortex.depth(hour)
        x = (longitude - middle[1]) * KM_A_DEGREE * np.cos(np.radians((latitude + middle[0]) / 2))
        y = (latitude - middle[0]) * KM_A_DEGREE
        r = np.maximum(np.hypot(x, y), 0.01)
        shape = 1 + 2 * (r / vortex.radius_km) ** 2
        msl = msl - depth / np.sqrt(shape)
        force = depth * 100 * 2 * (r / vortex.radius_km) ** 2 * shape**-1.5 / DENSITY
        half_turn = abs(TURNING * np.sin(np.radians(middle[0]))) * r * 1000
        speed = np.sqrt(half_turn**2 + force) - half_turn
        sign = 1.0 if middle[0] >= 0 else -1.0
        east, north = east - sign * speed * y / r, north + sign * speed * x / r
        inward, around = np.sin(INFLOW) * NEAR_GROUND * speed, np.cos(INFLOW) * NEAR_GROUND * speed
        low_east = low_east - sign * around * y / r - inward * x / r
        low_north = low_north + sign * around * x / r - inward * y / r
        core = WARMTH_PER_HPA * depth * np.exp(-((r / (3 * vortex.radius_km)) ** 2))
        warmth = warmth + (core if vortex.warm else -core)
    aloft = [(LEVELS[level], level) for level in sorted(LEVELS)]
    usual = [np.round(share[2] + 273.15 + share[1] * warmth - 0.1 * np.abs(latitude), 2) for share, _ in aloft]
    return {
        "msl": np.round(100 * msl),
        "u10": np.round(low_east, 2),
        "v10": np.round(low_north, 2),
        "u": np.stack([np.round(share[0] * east, 2) for share, _ in aloft]),
        "v": np.stack([np.round(share[0] * north, 2) for share, _ in aloft]),
        "t": np.stack(usual),
    }


def files_of(vortices: Sequence[Vortex], frame: Frame, stem: str) -> dict[str, bytes]:
    """Write the fields as NetCDF files, `STEM-surface.nc` and `STEM-levels.nc`."""
    from mesocosm.earth.fields.netcdf_writer import as_netcdf

    surface, levels = fields_of(vortices, frame)
    return {f"{stem}-surface.nc": as_netcdf(surface), f"{stem}-levels.nc": as_netcdf(levels)}


def footprint(vortices: Sequence[Vortex], frame: Frame) -> xr.DataArray:
    """Return the strongest wind at 10 m of each cell over all times."""
    surface, _ = fields_of(vortices, frame)
    return (surface["u10"].astype(float) ** 2 + surface["v10"].astype(float) ** 2).max("time") ** 0.5


class Fix(Record):
    """Position and strength of a cyclone at one time, read from fields."""

    time: datetime
    latitude: float
    longitude: float
    pressure_hpa: float
    wind_m_s: float


INNER_KM = 250.0
"""Distance within which the strongest wind belongs to the cyclone."""


def fixes(vortex: Vortex, surface: xr.Dataset, frame: Frame) -> list[Fix]:
    """Find a cyclone in fields: the lowest cell near its path, moved to the minimum of the parabolas through it."""
    found_fixes = []
    msl, wind = surface["msl"].values.astype(float) / 100, np.hypot(surface["u10"].values, surface["v10"].values)
    for number, moment in enumerate(frame.moments()):
        latitude, longitude = vortex.place(frame.step_hours * number)
        near = distance_km(latitude, longitude, frame.latitude[:, None], frame.longitude[None, :]) < INNER_KM
        row, column = np.unravel_index(int(np.where(near, msl[number], np.inf).argmin()), near.shape)
        lines = (msl[number, row - 1 : row + 2, column], msl[number, row, column - 1 : column + 2])
        steps = (frame.latitude[1] - frame.latitude[0], frame.longitude[1] - frame.longitude[0])
        moved = [0.5 * (a - c) / (a - 2 * b + c) * step for (a, b, c), step in zip(lines, steps, strict=True)]
        cell = frame.latitude[row], frame.longitude[column]
        inside = distance_km(*cell, frame.latitude[:, None], frame.longitude[None, :]) <= INNER_KM
        found_fixes.append(
            Fix(
                time=moment,
                latitude=float(cell[0] + moved[0]),
                longitude=float(cell[1] + moved[1]),
                pressure_hpa=float(msl[number, row, column]),
                wind_m_s=float(wind[number][inside].max()),
            )
        )
    return found_fixes


def distance_km(latitude: float, longitude: float, to_latitude: Floats, to_longitude: Floats) -> Floats:
    """Return great-circle distances on a sphere of 6371 km (haversine)."""
    a, b = np.radians(latitude), np.radians(to_latitude)
    turn = np.radians(to_longitude - longitude)
    half = np.sin((b - a) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin(turn / 2) ** 2
    return np.asarray(2 * 6371.0 * np.arcsin(np.sqrt(half)), np.float64)


def track_table(rows: Sequence[dict[str, JsonValue]]) -> bytes:
    """Write rows as a CSV file."""
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return sheet.getvalue().encode()


def drawn_low(chance: Chance, latitude: float, longitude: float, depth: float) -> Vortex:
    """Draw a low that drifts west and poleward over three days."""
    sign = 1.0 if latitude > 0 else -1.0
    return Vortex(
        latitude=round(latitude, 2),
        longitude=round(longitude, 2),
        east_km_h=round(-float(chance.uniform(5, 14)), 1),
        north_km_h=round(sign * float(chance.uniform(1, 6)), 1),
        middle_hour=36.0,
        depth_hpa=round(depth, 1),
        peak_hour=float(chance.integers(20, 56)),
        lasting_hours=float(chance.integers(30, 70)),
        radius_km=round(float(chance.uniform(85, 120)), 1),
    )


def distance_between(first: Fix, second: Fix) -> float:
    """Kilometres between two fixes."""
    away = distance_km(first.latitude, first.longitude, np.array(second.latitude), np.array(second.longitude))
    return float(away)
