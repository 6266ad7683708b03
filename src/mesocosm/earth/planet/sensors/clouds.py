"""Clouds over a window and the shadows that they throw, of one field that drifts from day to day."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.grain import salt, smooth, uniform
from mesocosm.earth.planet.sensors.sun import Sun
from mesocosm.earth.planet.sensors.window import Floats, Singles, Window

LOWEST_M, HIGHEST_M = 900.0, 2600.0
"""Of the tops that throw the shadows."""


@dataclass(frozen=True)
class Clouds:
    """Opacity of 0 to 1 at every pixel."""

    opacity: Singles
    relief: Singles
    """Bulges of the cloud tops, about 0."""
    shadow: Singles
    """Opacity of the cloud that stands between the pixel and the sun."""
    height_m: float


def make_clouds(window: Window, date: dt.date, share: float, sun: Sun) -> Clouds:
    """Cumulus or banks over a share of the sky of the region; none where the share is 0."""
    region = window.region
    if share <= 0.0:
        none = np.zeros((window.rows, window.columns), np.float32)
        return Clouds(none, none, none, LOWEST_M)
    day = date.toordinal()
    own = uniform(salt(region, "cloud kind", day), np.arange(2))
    height = LOWEST_M + round(float(own[0]), 4) * (HIGHEST_M - LOWEST_M)
    wavelength = 3500.0 + round(float(own[1]), 4) * 9000.0
    level = round(NormalDist().inv_cdf(min(max(1.0 - share, 0.001), 0.999)), 3)
    east, north, up = sun.towards
    x, y = window.x(), window.y()
    reach = height / max(up, 0.1)
    opacity, billow = _opacity(region, day, wavelength, level, x, y)
    shadow, _ = _opacity(region, day, wavelength, level, x + round(east * reach, 1), y + round(north * reach, 1))
    return Clouds(opacity, billow, shadow, height)


def _opacity(
    region: Region, day: int, wavelength: float, level: float, x: Floats, y: Floats
) -> tuple[Singles, Singles]:
    """Opacity, half of it where the field passes the level, and the fine bulges."""
    bank = smooth(salt(region, "clouds", day), x, y, wavelength, 3, 0.6)
    billow = smooth(salt(region, "billows", day), x, y, wavelength / 7.0, 5, 0.6)
    density = 0.86 * bank + 0.5 * billow - np.float32(level)
    return np.clip(0.35 + 2.6 * density, 0.0, 1.0), billow
