"""Climate normals: temperature and rain of the twelve months, by climate, latitude, height, sea and mountains.

The lowland values of each climate lie within its class of Köppen and Geiger (Kottek et al. 2006, Meteorologische
Zeitschrift 15, 259-263, table 1). Temperature falls by 6.5 K per kilometre, as in the standard atmosphere (ISO 2533).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Bools, Floats
from mesocosm.earth.planet.ground.noise import fractal
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import BELTS, Climate, Region
from mesocosm.seeding import generator

LAPSE_K_PER_M = 0.0065
SHADOW_KM = 60


@dataclass(frozen=True)
class Normals:
    """Lowland normals of a climate."""

    temperature_c: float
    """Annual mean in the middle of the belt, at the climate's usual height."""
    by_latitude_k: float
    """Change with each degree of latitude towards the pole."""
    range_k: float
    """Warmest minus coldest month."""
    warmest_month: float
    """Warmest month, where 0 is January; a mild sea delays it."""
    rain_mm: tuple[float, ...]
    """Rain of the months from January, over flat land."""
    wind_from_deg: float
    """Direction from which rain comes, degrees clockwise from north."""
    usual_height_m: float


NORMALS: dict[Climate, Normals] = {
    "oceanic": Normals(10.4, -0.25, 13.0, 6.6, (88, 66, 64, 54, 58, 60, 58, 70, 72, 90, 96, 94), 245.0, 60.0),
    "mediterranean": Normals(17.0, -0.4, 17.0, 6.8, (84, 72, 60, 50, 30, 12, 4, 7, 28, 66, 88, 90), 240.0, 60.0),
    "continental": Normals(5.8, -0.3, 26.0, 6.3, (36, 30, 34, 40, 58, 76, 80, 66, 50, 44, 42, 40), 275.0, 200.0),
    "humid_subtropical": Normals(
        18.2, -0.65, 20.0, 6.4, (84, 88, 98, 92, 108, 142, 148, 146, 118, 84, 78, 80), 150.0, 40.0
    ),
    "semi_arid": Normals(11.0, -0.45, 22.0, 6.3, (13, 14, 20, 28, 38, 37, 32, 30, 25, 21, 15, 13), 265.0, 750.0),
    "tropical": Normals(26.6, -0.12, 4.4, 4.2, (8, 6, 14, 44, 138, 196, 214, 236, 218, 128, 42, 12), 205.0, 60.0),
}


def make_normals(region: Region, elevation_m: Floats, sea: Bools) -> tuple[Floats, Floats]:
    """Return temperature (°C, at 2 m) and rain (mm per month), each of shape (12, rows, columns)."""
    draw = generator("planet", region.seed, "ground", region.key, "climate")
    normals = NORMALS[region.climate]
    height = np.maximum(elevation_m, 0.0)
    return _temperature(draw, region, normals, height, sea), _rain(draw, normals, height, sea)


def _temperature(draw: Generator, region: Region, normals: Normals, height: Floats, sea: Bools) -> Floats:
    """Return a yearly wave about the mean; the sea reduces its range, height lowers the mean."""
    belt = BELTS[region.climate]
    _, latitude = region.grid.lonlat()
    middle = (belt.lowest_latitude + belt.highest_latitude) / 2
    mean = normals.temperature_c + draw.uniform(-0.4, 0.4) + normals.by_latitude_k * (latitude - middle)
    mean = mean - LAPSE_K_PER_M * (height - normals.usual_height_m)
    inland = _distance_from_sea_km(sea)
    wave = normals.range_k / 2 * (0.92 + 0.14 * np.minimum(inland, 120.0) / 120.0)
    month = np.cos(2 * np.pi * (np.arange(12) - normals.warmest_month) / 12)
    return round_to_step(mean[None] + wave[None] * month[:, None, None], 0.1)


def _rain(draw: Generator, normals: Normals, height: Floats, sea: Bools) -> Floats:
    """Return lowland rain, increased on windward slopes and in the heights, reduced behind mountains and inland."""
    toward = np.radians(normals.wind_from_deg + draw.uniform(-15.0, 15.0) + 180.0)
    step = (float(np.cos(toward)), float(np.sin(toward)))
    lifted = np.clip(height - _upwind(_smooth(height, 4.0), step, 12), -400.0, 700.0) / 1000.0
    barrier = _barrier_m(_smooth(height, 2.0), step) / 1000.0
    aloft = np.maximum(height - normals.usual_height_m, 0.0) / 1000.0
    factor = 1.0 + 0.9 * np.maximum(lifted, 0.0) + 0.35 * aloft - 0.42 * np.clip(barrier, 0.0, 1.1)
    factor = factor * (1.0 - 0.12 * np.minimum(_distance_from_sea_km(sea), 150.0) / 150.0)
    factor = _smooth(factor, 2.0) * (1.0 + 0.05 * fractal(draw, height.shape, 60.0, 3)) * draw.uniform(0.92, 1.08)
    factor = round_to_step(np.clip(factor, 0.35, 2.6), 1e-4)
    return round_to_step(np.asarray(normals.rain_mm)[:, None, None] * factor[None], 0.1)


def _barrier_m(height: Floats, step: tuple[float, float]) -> Floats:
    """Return how far the land upwind rises above a cell, within `SHADOW_KM`; distant land counts less."""
    barrier = np.zeros(height.shape)
    for distance in range(6, SHADOW_KM + 1, 6):
        nearness = 1.0 - distance / (1.5 * SHADOW_KM)
        barrier = np.maximum(barrier, nearness * (_upwind(height, step, distance) - height))
    return barrier


def _upwind(field: Floats, step: tuple[float, float], distance: int) -> Floats:
    """Return the values at a distance upwind; beyond the edge, those of the edge."""
    rows = np.clip(np.arange(field.shape[0]) - round(step[0] * distance), 0, field.shape[0] - 1)
    columns = np.clip(np.arange(field.shape[1]) - round(step[1] * distance), 0, field.shape[1] - 1)
    return field[np.ix_(rows, columns)]


def _smooth(field: Floats, width: float) -> Floats:
    from scipy.ndimage import gaussian_filter

    return round_to_step(gaussian_filter(field, width, mode="nearest"), 1e-5)


def _distance_from_sea_km(sea: Bools) -> Floats:
    """Return the distance from the nearest sea; regions without a sea count as 150 km inland."""
    from scipy.ndimage import distance_transform_edt

    return np.asarray(distance_transform_edt(~sea), np.float64) if sea.any() else np.full(sea.shape, 150.0)
