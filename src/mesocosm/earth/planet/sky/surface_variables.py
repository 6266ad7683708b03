"""The variables of the air near the ground, by name."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mesocosm.earth.planet.sky.air import Air
from mesocosm.earth.planet.sky.clock import Floats
from mesocosm.earth.planet.sky.rain import snow_share
from mesocosm.earth.planet.sky.surface import shortwave

NEAR_GROUND: dict[str, Callable[[Air], Floats]] = {
    "temperature_2m": lambda air: air.temperature_c,
    "dew_point_2m": lambda air: air.dew_point_c,
    "pressure_msl": lambda air: air.pressure_msl,
    "surface_pressure": lambda air: air.surface_pressure,
    "wind_east_10m": lambda air: air.wind_10m[0],
    "wind_north_10m": lambda air: air.wind_10m[1],
    "cloud_cover": lambda air: air.cover,
    "shortwave": lambda air: shortwave(air.clock, air.drivers.latitude, air.cover),
    "precipitation": lambda air: air.precipitation,
    "snowfall": lambda air: np.asarray(air.precipitation * snow_share(air.temperature_c)),
}
"""Functions that compute every variable of `tables.SURFACE`, (hours, nodes)."""
