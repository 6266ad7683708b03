"""Backscatter of Sentinel-1-like radar in VV and VH, in decibels, with speckle.

Means by cover follow the C-band values of Ulaby and Dobson (1989, Handbook of Radar Scattering Statistics for Terrain)
at 35 to 40 degrees of incidence: calm water -22 dB or less in VV, bare soil -16 to -9 by moisture, crops -13 to -8 by
leaf area, woods -8, towns 0 and above where walls face the sensor. VH is 6 to 8 dB lower for volume scattering, 10 to
15 dB lower for surface scattering. Speckle is gamma of mean 1 (Ulaby et al. 1988, equation of L looks).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.conditions import WET_M, Conditions, flood_depth, rises_above
from mesocosm.earth.planet.sensors.landscape import MARGIN, Landscape, Surface, make_landscape
from mesocosm.earth.planet.sensors.noise import hash_draws, salt, smooth, uniform
from mesocosm.earth.planet.sensors.reflectance import make_mixture
from mesocosm.earth.planet.sensors.shipping import ship_shares
from mesocosm.earth.planet.sensors.window import Singles, Window

LOOKS = 4.4
"""Equivalent number of looks of IW GRD in high resolution (ESA, Sentinel-1 Product Definition)."""
STEP_DB = 0.01
LOOK_EAST = (0.76, -0.65)
"""Weights of the eastward and the northward slope towards the sensor, which looks east-south-east."""
SHIP = (np.float32(4.0), np.float32(0.8))
"""Backscatter of steel decks and houses in VV and VH, linear: 6 and -1 dB. The sea depolarises little, so that a ship
contrasts more in VH than in VV (Brekke and Anfinsen 2011, IEEE GRSL 8, 1150-1154); its wake is smooth and dark.
"""
STEPS = 4096
"""Number of quantiles of the speckle."""


@dataclass(frozen=True)
class Backscatter:
    """Sigma nought in decibels, in steps of 0.01: rows from north to south."""

    window: Window
    conditions: Conditions
    vv_db: Singles
    vh_db: Singles


def make_backscatter(window: Window, conditions: Conditions, landscape: Landscape | None = None) -> Backscatter:
    """Make the radar's picture of a window in pixels of 10 m or more, through any cloud.

    A given landscape must be of the window widened by a pixel or more.
    """
    landscape = make_landscape(window.widened(MARGIN)) if landscape is None else landscape
    edge = (landscape.window.columns - window.columns) // 2
    vv, vh = _means(landscape, conditions)
    day = conditions.date.toordinal()
    inner = np.s_[edge:-edge, edge:-edge]
    speckled = [_decibels(mean[inner] * _speckle(window, day, name)) for mean, name in ((vv, "vv"), (vh, "vh"))]
    return Backscatter(window, conditions, speckled[0], speckled[1])


def _means(landscape: Landscape, conditions: Conditions) -> tuple[Singles, Singles]:
    """Return the expected backscatter, linear."""
    mixture = make_mixture(landscape, conditions)
    cover, wet = mixture.cover, mixture.wet
    vv_db = (-14.5 + 5.0 * wet) * (1.0 - cover) + (-10.5 + 1.5 * wet) * cover
    vh_db = (-24.0 + 4.0 * wet) * (1.0 - cover) + (-16.5 + 1.0 * wet) * cover
    for surfaces, pair in BRIGHT:
        mask = np.isin(landscape.surface, surfaces)
        vv_db, vh_db = np.where(mask, pair[0], vv_db), np.where(mask, pair[1], vh_db)
    vv_db, vh_db = _walls(landscape, vv_db, vh_db)
    paved = np.maximum(mixture.road, mixture.rail * 0.3)
    vv_db, vh_db = vv_db - 7.0 * paved, vh_db - 6.0 * paved
    slope = _facing(landscape)
    vv, vh = _linear(vv_db + slope), _linear(vh_db + slope)
    sea = _sea(landscape, conditions)
    flood = flood_depth(landscape, conditions.flood_depth_m)
    standing = (flood > WET_M) & rises_above(landscape, flood)
    water = mixture.water
    # Water and trunks or walls form corner reflectors, which are bright.
    boost = np.where(standing, np.float32(2.2), np.float32(1.0))
    vv, vh = vv * boost * (1.0 - water) + sea * water, vh * (1.0 - water) + sea * np.float32(0.09) * water
    ships = ship_shares(landscape.window, conditions.date)
    if ships is not None:
        hulls, wakes = ships
        vv, vh = vv * (1.0 - 0.5 * wakes) + SHIP[0] * hulls, vh * (1.0 - 0.5 * wakes) + SHIP[1] * hulls
    return np.asarray(vv, np.float32), np.asarray(vh, np.float32)


BRIGHT: tuple[tuple[tuple[Surface, ...], tuple[float, float]], ...] = (
    ((Surface.BROADLEAF, Surface.HEDGE), (-8.6, -14.2)),
    ((Surface.CONIFER,), (-8.9, -14.6)),
    ((Surface.TILE_ROOF,), (-3.5, -12.0)),
    ((Surface.FLAT_ROOF,), (-2.5, -11.5)),
    ((Surface.METAL_ROOF,), (-3.0, -12.5)),
    ((Surface.PAVED,), (-9.0, -17.5)),
    ((Surface.BEACH,), (-17.5, -26.0)),
    ((Surface.ICE,), (-12.0, -20.0)),
)


def _walls(landscape: Landscape, vv_db: Singles, vh_db: Singles) -> tuple[Singles, Singles]:
    """Return the bright corners of wall and street, where they face the sensor, each house at its own angle."""
    window = landscape.window
    own = uniform(salt(window.region, "corners"), window.row_numbers()[:, None], window.column_numbers()[None, :])
    shine = np.where((landscape.roof_height_m > 2.0) & (own > 0.82), 4.0 + 34.0 * (own - 0.82), 0.0)
    return np.asarray(vv_db + shine, np.float32), np.asarray(vh_db + 0.7 * shine, np.float32)


def _facing(landscape: Landscape) -> Singles:
    """Return the decibels that slopes towards the sensor gain and slopes away from it lose."""
    step = np.float32(2.0 * landscape.window.resolution_m)
    padded = np.pad(landscape.elevation_m, 1, mode="edge")
    rise_east = (padded[1:-1, 2:] - padded[1:-1, :-2]) / step
    rise_north = (padded[:-2, 1:-1] - padded[2:, 1:-1]) / step
    towards = rise_east * np.float32(LOOK_EAST[0]) + rise_north * np.float32(LOOK_EAST[1])
    return np.asarray(np.clip(14.0 * towards, -6.0, 6.0) * (landscape.water_share < 0.5), np.float32)


def _sea(landscape: Landscape, conditions: Conditions) -> Singles:
    """Return the backscatter of water in VV by the wind that roughens it; rivers, lakes and floods are calmer."""
    window = landscape.window
    gusts = smooth(salt(window.region, "gusts", conditions.date.toordinal()), window.x(), window.y(), 3000.0, 3)
    open_water = landscape.surface == Surface.SEA
    wind = np.minimum(conditions.wind_m_s, 14.0)
    level = np.where(open_water, -27.0 + 0.95 * wind, -25.5 + 0.3 * wind) + 0.6 * gusts
    return _linear(level)


def _linear(decibels: Singles) -> Singles:
    """Return 10^(x/10), from a table in steps of 0.05 dB, so that every machine has the same values."""
    table = _powers()
    return table[np.clip(np.round((decibels + 60.0) * 20.0), 0, table.size - 1).astype(np.int64)]


@functools.lru_cache(maxsize=1)
def _powers() -> Singles:
    return round_to_step(10.0 ** ((np.arange(1801) / 20.0 - 60.0) / 10.0), 1e-9).astype(np.float32)


def _decibels(linear: Singles) -> Singles:
    return round_to_step(10.0 * np.log10(np.maximum(linear, 1e-6).astype(np.float64)), STEP_DB).astype(np.float32)


@functools.lru_cache(maxsize=1)
def _quantiles() -> Singles:
    """Return quantiles of gamma speckle of mean 1, at the middles of equal shares."""
    from scipy.special import gammaincinv

    shares = (np.arange(STEPS) + 0.5) / STEPS
    return round_to_step(gammaincinv(LOOKS, shares) / LOOKS, 1e-6).astype(np.float32)


def _speckle(window: Window, day: int, name: str) -> Singles:
    key = salt(window.region, "speckle", name, day)
    bits = hash_draws(key, window.row_numbers()[:, None], window.column_numbers()[None, :])
    return _quantiles()[(bits >> np.uint64(52)).astype(np.int64)]
