"""The effect of weather and season on the ground on a day, as fields of the kilometre grid."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.landscape import Landscape, Surface, elevation, refine_field
from mesocosm.earth.planet.sensors.noise import salt, smooth
from mesocosm.earth.planet.sensors.window import Bools, Floats, Singles, Window

WET_M = 0.05
"""Depth above which water on the ground looks like water."""
FLOODED_M = 0.01
"""Mean depth of a cell from which it counts as flooded."""
BANK_M = 0.25
"""Mean rise of the ground towards a cell that stays dry."""
RAGGED = 0.7
"""Variation of the depth within a cell, as a share of it."""


@dataclass(frozen=True)
class Conditions:
    """State of sky and ground; fields have the shape of the region's grid, rows from south to north.

    A field that is not given is as in the normals.
    """

    date: dt.date
    cloud_share: float = 0.0
    """Share of the region's sky that clouds hide; a window may have more or less."""
    greenness: Floats | None = None
    """Greenness of grass, scrub and woods, 0 dried out to 1 lush."""
    flood_depth_m: Floats | None = None
    """Water on land that is usually dry, mean of the cell."""
    snow_depth_m: Floats | None = None
    soil_moisture: Floats | None = None
    """Moisture of the topsoil, 0 dry to 1 saturated."""
    burnt: Floats | None = None
    """Share of the cell that has burnt since the last growth."""
    haze: float = 0.1
    """Haze, 0 clear to 1 murky."""
    wind_m_s: float = 3.0
    """Wind at sea, 10 m up."""
    cirrus_share: float = 0.0
    """Share of the sky with thin cirrus."""
    view_zenith_deg: float = 0.0
    """Zenith angle of the sensor, seen from the ground: 0 overhead. `view_azimuth_deg` is clockwise from north."""
    view_azimuth_deg: float = 0.0


def flood_depth(landscape: Landscape, depth_m: Floats | None) -> Singles:
    """Return the depth of flood water at every pixel, deeper in hollows; 0 on permanent water."""
    depth = flood_depth_at(landscape.window, depth_m)
    return np.where(landscape.water_share > 0.5, np.float32(0.0), depth)


def flood_depth_at(window: Window, depth_m: Floats | None) -> Singles:
    """Return the depth of flood water by the relief within kilometre cells, with a ragged shore towards dry cells."""
    ground = make_ground(window.region)
    if depth_m is None or not depth_m.any():
        return np.zeros((window.rows, window.columns), np.float32)
    x, y = window.x(), window.y()
    mean, level = refine_field(ground, depth_m, x, y), refine_field(ground, ground.elevation_m, x, y)
    dry = refine_field(ground, (depth_m <= FLOODED_M).astype(np.float64), x, y)
    ragged = mean * (1.0 + RAGGED * smooth(salt(window.region, "flood"), x, y, 700.0, 5, 0.55)) - BANK_M * dry
    relief = np.maximum(elevation(ground, x, y) - level, -mean)  # a hollow of a slope is not filled to its brim
    depth = np.where(mean > FLOODED_M, ragged - relief, 0.0)
    return round_to_step(np.maximum(depth, 0.0), 1e-3).astype(np.float32)


def rises_above(landscape: Landscape, flood_m: Singles) -> Bools:
    """Return roofs and woods that stand above the flood."""
    woods = np.isin(landscape.surface, (Surface.BROADLEAF, Surface.CONIFER, Surface.HEDGE))
    return np.asarray((woods & (flood_m < 6.0)) | (landscape.roof_height_m > flood_m))


def burnt_share(window: Window, burnt: Floats | None) -> Singles:
    """Return 1 where it has burnt, with a ragged edge and unburnt islands; 0 elsewhere."""
    if burnt is None or not burnt.any():
        return np.zeros((window.rows, window.columns), np.float32)
    x, y = window.x(), window.y()
    share = refine_field(make_ground(window.region), burnt, x, y)
    ragged = smooth(salt(window.region, "fire"), x, y, 700.0, 5, 0.6)
    return np.clip((share - 0.5 + 0.22 * ragged) * 8.0, 0.0, 1.0).astype(np.float32) * (share > 0.03)


def snow_share(landscape: Landscape, depth_m: Floats | None) -> Singles:
    """Return the share of the ground that snow hides: all of it from about a tenth of a metre on."""
    window = landscape.window
    if depth_m is None or not depth_m.any():
        return np.zeros((window.rows, window.columns), np.float32)
    depth = refine_field(make_ground(window.region), depth_m, window.x(), window.y())
    patchy = smooth(salt(window.region, "drifts"), window.x(), window.y(), 300.0, 4, 0.6)
    return np.clip(depth * (1.0 + 0.25 * patchy) / 0.08, 0.0, 1.0).astype(np.float32)


def on_day(normals: Floats, date: dt.date) -> Floats:
    """Interpolate monthly normals, each valid on the 15th, to a day."""
    place = (date.timetuple().tm_yday - 15) / (365.0 / 12.0)
    first = int(np.floor(place))
    share = place - first
    return np.asarray(normals[first % 12] * (1.0 - share) + normals[(first + 1) % 12] * share)


def moisture(ground: Ground, date: dt.date) -> Floats:
    """Return the rain of the last two months over its evaporative demand, 0 to 1: how green grass is by the normals."""
    rain = (on_day(ground.rain_mm, date) + on_day(np.roll(ground.rain_mm, 1, axis=0), date)) / 2.0
    demand = 12.0 + 4.6 * np.maximum(on_day(ground.temperature_c, date), 0.0)
    return np.clip(rain / demand, 0.0, 1.0)


def is_water(landscape: Landscape, flood_m: Singles) -> Bools:
    """Return where open water is visible from above: the truth against which water masks are scored."""
    return np.asarray((landscape.water_share >= 0.5) | ((flood_m > WET_M) & ~rises_above(landscape, flood_m)))
