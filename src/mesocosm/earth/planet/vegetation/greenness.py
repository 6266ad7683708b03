"""Greenness of the land through a year: an index like NDVI.

Leaves follow the growing season index of Jolly, Nemani and Running (2005, Global Change Biology 11, 619-632): a
product of ramps of the least temperature, of day length and of water, averaged over three weeks. Crops grow by
degree-days from sowing to ripeness and are then cut.
"""

from __future__ import annotations

from datetime import date

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Cover, Ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.clock import Clock, year_hours
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.water.water import WaterYear

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
RANGE: dict[Cover, tuple[float, float]] = {
    Cover.TREES: (0.45, 0.86),
    Cover.SHRUBS: (0.22, 0.55),
    Cover.GRASS: (0.22, 0.75),
    Cover.CROPS: (0.17, 0.84),
    Cover.BUILT: (0.12, 0.28),
    Cover.BARE: (0.07, 0.12),
    Cover.SNOW: (-0.02, 0.02),
    Cover.WATER: (-0.12, -0.05),
    Cover.WETLAND: (0.25, 0.68),
}
"""Greenness of each cover at rest and at its height (after the ranges of MODIS NDVI in Jolly et al. 2005)."""
WINDOW = 21
SOWN_C = 8.0
"""Mean of ten days at which crops are sown."""
BASE_C, RIPE_DEGREE_DAYS = 5.0, 1450.0


def greenness(ground: Ground, sky: Sky, water: WaterYear) -> Singles:
    """The index on every day of a year, (days, rows, columns), in steps of 0.01; -0.1 over the sea, 0 under snow."""
    days = len(water.snow_mm)
    names = ("temperature_min", "temperature_mean")
    weather = list(sky.daily_fields(date(water.year, 1, 1), days, names))
    least, mean = (np.concatenate([round_to_step(part[name], 0.1) for part in weather]) for name in names)
    leaves = growing_season(least, water.soil_wetness.astype(float), _day_length(ground, water.year, days))
    crops = crop_stage(mean) * np.clip(water.soil_wetness / 0.35, 0.35, 1.0)
    index = np.where(ground.cover == Cover.CROPS, crops, leaves)
    rest, height = (_looked_up(ground.cover, at) for at in (0, 1))
    index = rest + (height - rest) * index
    index = np.where(water.snow_mm > 10, np.minimum(index, 0.05 + 0.4 * rest), index)
    return np.asarray(round_to_step(np.where(ground.sea, -0.1, index), 0.01), np.float32)


def growing_season(least_c: Floats, wetness: Floats, day_h: Floats) -> Floats:
    """0 at rest, 1 in full leaf, (days, ...)."""
    cold = np.clip((least_c + 2.0) / 7.0, 0.0, 1.0)
    dark = np.clip(day_h - 10.0, 0.0, 1.0).reshape(-1, *[1] * (least_c.ndim - 1))
    dry = np.clip((wetness - 0.08) / 0.37, 0.0, 1.0)
    return running_mean(cold * dark * dry, WINDOW)


def running_mean(values: Floats, window: int) -> Floats:
    """Mean of the days up to each day; at the start of the days there are."""
    sums = np.cumsum(values, axis=0)
    early = np.concatenate([np.zeros_like(sums[:1]).repeat(min(window, len(sums)), axis=0), sums[:-window]])
    count = np.minimum(np.arange(1, len(sums) + 1), window).reshape(-1, *[1] * (values.ndim - 1))
    return np.asarray((sums - early) / count)


def crop_stage(mean_c: Floats) -> Floats:
    """Cover of a crop from sowing to harvest, 0 to 1: slow, fast, full, yellowing, cut."""
    warm = running_mean(mean_c, 10) >= SOWN_C
    warm[:60] = False
    sown = np.logical_or.accumulate(warm, axis=0)
    grown = np.cumsum(np.where(sown, np.maximum(mean_c - BASE_C, 0.0), 0.0), axis=0) / RIPE_DEGREE_DAYS
    rise = 1 / (1 + np.exp(-(grown - 0.28) / 0.06))
    fall = 1 / (1 + np.exp((grown - 0.92) / 0.035))
    return np.asarray(rise * fall)


def _day_length(ground: Ground, year: int, days: int) -> Floats:
    start, _ = year_hours(year)
    noon = Clock(start + 12 + 24 * np.arange(days, dtype=np.int64), ground.region.longitude)
    return noon.day_length(ground.region.latitude)


def _looked_up(cover: NDArray[np.uint8], at: int) -> Floats:
    values = np.zeros(256)
    for code, pair in RANGE.items():
        values[int(code)] = pair[at]
    return np.asarray(values[cover])
