"""Soil texture by rock, slope and wetness: rock on steep ground, silt and clay on flood plains, peat in cold bogs."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.ground.ground import Bools, Codes, Floats, Soil
from mesocosm.earth.planet.ground.noise import fractal
from mesocosm.earth.planet.ground.rivers import Network
from mesocosm.earth.planet.regions import Region
from mesocosm.seeding import generator

ROCK_SLOPE = 0.085
"""Mean fall of a square kilometre above which soil is thin; single slopes within it are three times as steep."""


def make_soils(region: Region, network: Network, sea: Bools, temperature_c: Floats, rain_mm: Floats) -> Codes:
    """Return the prevailing texture of every cell; sand on the sea floor."""
    draw = generator("planet", region.seed, "ground", region.key, "soils")
    parent = fractal(draw, sea.shape, 55.0, 4, 0.6)
    fine = fractal(draw, sea.shape, 30.0, 4, 0.6)
    warmth, rain = temperature_c.mean(axis=0), rain_mm.sum(axis=0)
    plain = _floodplain(network)
    soil = np.full(sea.shape, Soil.LOAM, np.uint8)
    soil[parent > 0.95] = Soil.SAND
    soil[parent < -0.85] = Soil.CLAY
    soil[(np.abs(parent) < 0.4) & (fine > 0.75)] = Soil.SILT
    soil[plain & (fine > -0.3)] = Soil.SILT
    soil[plain & (fine <= -0.3)] = Soil.CLAY
    soil[(network.slope < 0.003) & (warmth < 9.0) & (rain > 750.0) & (fine < -0.9) & ~network.lake] = Soil.PEAT
    soil[_shore(sea, network.elevation_m) & (fine > 0.1)] = Soil.SAND
    soil[(network.slope > ROCK_SLOPE) | ((warmth < 0.5) & (network.slope > 0.03))] = Soil.ROCK
    soil[sea] = Soil.SAND
    return soil


def _floodplain(network: Network) -> Bools:
    """Return flat land beside a river: its own cell or a neighbour drains more than 150 km²."""
    from scipy.ndimage import maximum_filter

    return np.asarray((maximum_filter(network.upstream_km2, 3) > 150.0) & (network.slope < 0.006))


def _shore(sea: Bools, elevation_m: Floats) -> Bools:
    """Return low land within 2 km of the sea."""
    from scipy.ndimage import binary_dilation

    return np.asarray(binary_dilation(sea, iterations=2) & ~sea & (elevation_m < 12.0))
