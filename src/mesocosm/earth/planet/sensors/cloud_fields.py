"""Clouds over a window and their shadows, from one field that drifts from day to day."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.noise import salt, smooth, uniform
from mesocosm.earth.planet.sensors.sun import Sun
from mesocosm.earth.planet.sensors.view_angle import parallax
from mesocosm.earth.planet.sensors.window import Floats, Singles, Window

LOWEST_M, HIGHEST_M = 900.0, 2600.0
"""Range of the heights of cloud tops, which cast the shadows."""
CIRRUS_M = 9000.0


@dataclass(frozen=True)
class Clouds:
    """Opacity of 0 to 1 at every pixel."""

    opacity: Singles
    relief: Singles
    """Bulges of the cloud tops, about 0."""
    shadow: Singles
    """Opacity of the cloud between the pixel and the sun."""
    height_m: float


def make_clouds(
    window: Window, date: dt.date, share: float, sun: Sun, view_deg: tuple[float, float] = (0.0, 0.0)
) -> Clouds:
    """Return cumulus or cloud banks over a share of the region's sky; no clouds if the share is 0.

    The view is the zenith angle and the azimuth of the sensor: seen obliquely, clouds appear over other ground.
    """
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
    aside, ahead = parallax(height, *view_deg)
    opacity, billow = _opacity(region, day, wavelength, level, x + aside, y + ahead)
    shadow, _ = _opacity(region, day, wavelength, level, x + round(east * reach, 1), y + round(north * reach, 1))
    return Clouds(opacity, billow, shadow, height)


def _opacity(
    region: Region, day: int, wavelength: float, level: float, x: Floats, y: Floats
) -> tuple[Singles, Singles]:
    """Return the opacity, half of it where the field passes the level, and the fine bulges."""
    bank = smooth(salt(region, "clouds", day), x, y, wavelength, 3, 0.6)
    billow = smooth(salt(region, "billows", day), x, y, wavelength / 7.0, 5, 0.6)
    density = 0.86 * bank + 0.5 * billow - np.float32(level)
    return np.clip(0.35 + 2.6 * density, 0.0, 1.0), billow


def make_cirrus(window: Window, date: dt.date, share: float, view_deg: tuple[float, float] = (0.0, 0.0)) -> Singles:
    """Return the opacity of ice clouds at 9 km, 0 to 0.35: streaks along the upper wind, which blows from the west."""
    if share <= 0.0:
        return np.zeros((window.rows, window.columns), np.float32)
    day = date.toordinal()
    level = round(NormalDist().inv_cdf(min(max(1.0 - share, 0.001), 0.999)), 3)
    aside, ahead = parallax(CIRRUS_M, *view_deg)
    x, y = window.x() + aside, window.y() + ahead
    sheet = smooth(salt(window.region, "cirrus", day), x / 3.0, y, 9000.0, 2, 0.5)
    streaks = smooth(salt(window.region, "streaks", day), x / 7.0, y, 1500.0, 4, 0.6)
    veil = 0.12 * (0.85 * sheet + 0.5 * streaks - np.float32(level)) + 0.04
    return np.asarray(np.clip(veil, 0.0, 0.35), np.float32)
