"""The ground beneath a floor by ISO 13370: a soil layer, and a virtual layer whose far side follows the seasons."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.epw import month_of_hours
from mesocosm.simulators.building_hourly.building import INSIDE_RESISTANCE, OUTSIDE_RESISTANCE, Building

Floats = NDArray[np.float64]
SOIL_W_MK = 2.0
SOIL_LAYER_M = 0.5
SOIL_J_M3K = 2.0e6
WALL_THICKNESS_M = 0.3
PENETRATION_M = 3.2
"""Depth to which the yearly temperature swing reaches in sand or gravel: ISO 13370, table H.1."""


@dataclass(frozen=True)
class Ground:
    """The boundary below the floor."""

    resistance_m2k_w: float
    """Resistance from the floor's lower side to the far temperature, without the soil layer."""
    soil: bool
    """Whether the soil layer lies in between."""
    monthly_c: tuple[float, ...]

    @property
    def hourly_c(self) -> Floats:
        return np.asarray(self.monthly_c)[month_of_hours()]


def ground_under(building: Building, outdoor_c: Floats) -> Ground:
    """Compute the ground below a building from the year's outdoor temperatures."""
    if building.ground_temperature_c is not None:
        return Ground(OUTSIDE_RESISTANCE, False, building.ground_temperature_c)
    slab = building.ground_floor.resistance("floor")
    thickness = WALL_THICKNESS_M + SOIL_W_MK * (INSIDE_RESISTANCE["floor"] + slab + OUTSIDE_RESISTANCE)
    transmittance = slab_transmittance(building.footprint_m2 / (0.5 * building.perimeter_m), thickness)
    rest = 1 / transmittance - INSIDE_RESISTANCE["floor"] - slab - SOIL_LAYER_M / SOIL_W_MK
    swing = 0.37 * building.perimeter_m * SOIL_W_MK * math.log(PENETRATION_M / thickness + 1)
    share = min(swing / (building.footprint_m2 * transmittance), 1.0)
    return Ground(max(rest, 0.0), True, _months(outdoor_c, share))


def slab_transmittance(width_m: float, thickness_m: float) -> float:
    """Return the W/(m² K) of a slab on the ground, from its characteristic width and equivalent thickness: ISO 13370,
    7.1.
    """
    if thickness_m < width_m:
        wide = math.pi * width_m
        return 2 * SOIL_W_MK / (wide + thickness_m) * math.log(wide / thickness_m + 1)
    return SOIL_W_MK / (0.457 * width_m + thickness_m)


def _months(outdoor_c: Floats, share: float) -> tuple[float, ...]:
    """Return monthly temperatures of the far side: the year's mean plus a share of each month's deviation."""
    month = month_of_hours()
    means = np.bincount(month, outdoor_c) / np.bincount(month)
    year = float(outdoor_c.mean())
    return tuple(round(year + share * (float(mean) - year), 3) for mean in means)
