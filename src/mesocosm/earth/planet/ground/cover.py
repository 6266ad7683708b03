"""Land cover by climate, height, slope, soil and wetness; farmland on the flattest and best land.

Trees end where the warmest month is below 10 °C and ice begins where it is below 0 °C (the bounds of Köppen's ET and
EF); elsewhere the ratio of rain to evaporative demand decides between woods, scrub, grass and bare ground.
"""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.ground.ground import Bools, Codes, Cover, Floats, Soil
from mesocosm.earth.planet.ground.noise import fractal
from mesocosm.earth.planet.ground.rivers import Network
from mesocosm.earth.planet.regions import Climate, Region
from mesocosm.seeding import generator

FARMED: dict[Climate, float] = {
    "oceanic": 0.45,
    "mediterranean": 0.42,
    "continental": 0.38,
    "humid_subtropical": 0.24,
    "semi_arid": 0.24,
    "tropical": 0.34,
}
"""Tendency to farm good land."""
SOIL_WORTH = {Soil.SAND: -0.25, Soil.LOAM: 0.2, Soil.SILT: 0.35, Soil.CLAY: 0.1, Soil.PEAT: -0.6, Soil.ROCK: -2.0}


def make_cover(
    region: Region, network: Network, sea: Bools, soil: Codes, temperature_c: Floats, rain_mm: Floats
) -> Codes:
    """Return the prevailing cover of every cell before people build."""
    draw = generator("planet", region.seed, "ground", region.key, "cover")
    cover = _wild(fractal(draw, sea.shape, 26.0, 4, 0.65), network, soil, temperature_c, rain_mm)
    worth = _farm_worth(region, network, soil, temperature_c)
    worth = worth + 0.42 * fractal(draw, sea.shape, 20.0, 4, 0.7)
    ploughed = (worth > 1.0 - FARMED[region.climate]) & np.isin(cover, (Cover.TREES, Cover.SHRUBS, Cover.GRASS))
    cover[ploughed] = Cover.CROPS
    wet = (network.slope < 0.0012) & (network.upstream_km2 > 60.0) & (fractal(draw, sea.shape, 14.0, 3) > 1.1)
    cover[wet & (rain_mm.sum(axis=0) > 500.0)] = Cover.WETLAND
    cover[sea | network.lake] = Cover.WATER
    return cover


def _wild(patch: Floats, network: Network, soil: Codes, temperature_c: Floats, rain_mm: Floats) -> Codes:
    """Return the natural cover by rain over demand: 20 mm a year for each degree plus 280 (after Köppen)."""
    warmest = temperature_c.max(axis=0)
    moist = rain_mm.sum(axis=0) / (20.0 * np.maximum(temperature_c.mean(axis=0), 0.0) + 280.0) + 0.14 * patch
    moist = moist - 0.1 * (rain_mm.min(axis=0) < 15.0) - 0.2 * (soil == Soil.SAND)
    cover = np.full(moist.shape, Cover.GRASS, np.uint8)
    cover[moist > 0.75] = Cover.SHRUBS
    cover[moist > 0.98] = Cover.TREES
    cover[(moist > 1.2) & (patch > 1.0) & (network.slope < 0.02)] = Cover.GRASS
    cover[moist < 0.3] = Cover.BARE
    cover[(moist > 0.3) & (moist < 0.62) & (patch < -0.3)] = Cover.SHRUBS
    cover[soil == Soil.PEAT] = Cover.WETLAND
    cover[(warmest < 10.0) & (cover != Cover.BARE)] = Cover.GRASS
    cover[(network.slope > 0.16) | (warmest < 6.0)] = Cover.BARE
    cover[warmest < 0.0] = Cover.SNOW
    return cover


def _farm_worth(region: Region, network: Network, soil: Codes, temperature_c: Floats) -> Floats:
    """Return the value as farmland, about 1 for the best: flat, deep soil, warm, and in dry climates near a river."""
    from scipy.ndimage import maximum_filter

    soils = np.asarray([0.0, *(SOIL_WORTH[kind] for kind in Soil)])[soil]
    worth = 0.8 + soils - 14.0 * network.slope - 0.5 * (temperature_c.max(axis=0) < 14.0)
    watered = maximum_filter(network.upstream_km2, 9) > 400.0
    return np.asarray(worth + (0.3 * watered if region.climate in ("semi_arid", "mediterranean") else 0.0))
