"""The disaster of a site and the damage to each building: the track of a whirlwind, or a flood of the river."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Literal

import numpy as np

from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.noise import salt, smooth
from mesocosm.earth.planet.sensors.painter import cover_polygons, place_rings
from mesocosm.earth.planet.sensors.photo.grounds import rings_of
from mesocosm.earth.planet.sensors.photo.rubble import Damage
from mesocosm.earth.planet.sensors.window import Bools, Singles, Window
from mesocosm.seeding import generator, seed_of
from mesocosm.suites.eo.lake.overpasses import disaster_day
from mesocosm.suites.eo.lake.sites import LAKE_SEED, Site

if TYPE_CHECKING:
    from shapely.geometry import MultiPolygon

Kind = Literal["whirlwind", "flood"]
STEPS: tuple[tuple[float, Damage], ...] = ((28.0, "destroyed"), (60.0, "major"), (105.0, "minor"))
"""Distance from a whirlwind's track, in metres, within which buildings get this damage, before a random shift."""
DEPTHS: tuple[tuple[float, Damage], ...] = ((1.9, "destroyed"), (1.1, "major"), (0.25, "minor"))
"""Depth of flood water, in metres, above which buildings get this damage."""
WET_M = 0.25
"""Depth of water, in metres, above which it hides the ground."""
FALL = 1.0 / 95.0
"""Rise of the plain away from the river's bank, in metres per metre."""
ROUGH_M = 0.3
"""Height of the plain's own hollows and swells, in metres."""
COARSE_CM = 800
LEAST_RIVER = 0.01
"""Smallest share of the picture that a river must take up to flood it."""


@dataclass(frozen=True)
class Disaster:
    kind: Kind
    day: date
    levels: dict[str, Damage]
    """Damage of every building in and around the picture, by id."""
    rise_m: float = 0.0
    """Rise of a flood above the river's banks, in metres; 0 after a whirlwind."""
    rivers: MultiPolygon | None = None


def make_disaster(site: Site, town: Town, window: Window) -> Disaster:
    """Make the disaster of a site: a flood if a river in the picture damages some buildings, else a whirlwind."""
    rise = round(float(generator("eo", LAKE_SEED, site.key, "flood").uniform(1.6, 2.8)), 2)
    flood = Disaster("flood", disaster_day(site), {}, rise, town.rivers)
    coarse = window.at_resolution(COARSE_CM)
    river = cover_polygons(place_rings(coarse, rings_of(town.rivers), 1), (coarse.rows, coarse.columns))
    if river.mean() >= LEAST_RIVER:
        levels = _flood(town, window, flood)
        if 0.03 * len(levels) < sum(level != "none" for level in levels.values()) < 0.8 * len(levels):
            return replace(flood, levels=levels)
    return Disaster("whirlwind", disaster_day(site), _blown(site, town, window))


def flood_depth(window: Window, disaster: Disaster) -> Singles:
    """Return the depth of water over land in metres: the rise, less with distance from the river, more in hollows."""
    from scipy.ndimage import distance_transform_edt, zoom

    times = max(COARSE_CM // window.resolution_cm, 1)
    while window.columns % times or window.rows % times:
        times //= 2
    margin = -(-40_000 // (window.resolution_cm * times)) * times
    wide = window.widened(margin)
    coarse = wide.at_resolution(wide.resolution_cm * times)
    river = cover_polygons(place_rings(coarse, rings_of(disaster.rivers), 1), (coarse.rows, coarse.columns))
    away = round_to_step(
        distance_transform_edt(~river) * coarse.resolution_m if river.any() else np.full(river.shape, 9e9), 0.01
    )
    depth = disaster.rise_m - FALL * zoom(away, times, order=1, grid_mode=True, mode="nearest")
    swell = smooth(salt(window.region, "eo flood"), window.x(), window.y(), 160.0, 3)
    return round_to_step(np.maximum(depth[margin:-margin, margin:-margin] + ROUGH_M * swell, 0.0), 1e-3).astype(
        np.float32
    )


def _flood(town: Town, window: Window, disaster: Disaster) -> dict[str, Damage]:
    """Grade buildings by the water at their middle, read from a raster of 8 m."""
    coarse = window.widened(256).at_resolution(COARSE_CM)
    water = flood_depth(coarse, disaster)
    west, _, _, north = coarse.bounds
    levels: dict[str, Damage] = {}
    for building in town.buildings:
        x0, y0, x1, y1 = building.outline.bounds
        column, row = int(((x0 + x1) / 2 - west) // 8.0), int((north - (y0 + y1) / 2) // 8.0)
        inside = 0 <= row < coarse.rows and 0 <= column < coarse.columns
        levels[building.id] = _level(float(water[row, column]) if inside else 0.0, DEPTHS, falling=False)
    return levels


def _blown(site: Site, town: Town, window: Window) -> dict[str, Damage]:
    """Grade buildings by their distance from a straight track through the picture, with a random shift for each."""
    draw = generator("eo", LAKE_SEED, site.key, "track")
    west, south, east, north = window.bounds
    middle = np.array([(west + east) / 2, (south + north) / 2]) + draw.uniform(-160.0, 160.0, 2)
    turn = draw.uniform(0.0, np.pi)
    normal = round_to_step([-np.sin(turn), np.cos(turn)], 1e-6)
    strength = float(draw.uniform(0.7, 1.5))
    levels: dict[str, Damage] = {}
    for building in town.buildings:
        x0, y0, x1, y1 = building.outline.bounds
        away = abs(float((np.array([(x0 + x1) / 2, (y0 + y1) / 2]) - middle) @ normal))
        luck = 0.65 + 0.7 * seed_of("eo", LAKE_SEED, "luck", building.id) / 2.0**128
        levels[building.id] = _level(round(away * luck / strength, 3), STEPS, falling=True)
    return levels


def _level(figure: float, steps: tuple[tuple[float, Damage], ...], falling: bool) -> Damage:
    return next((level for edge, level in steps if (figure < edge if falling else figure > edge)), "none")


def flooded_pixels(window: Window, disaster: Disaster) -> Bools | None:
    """Return where flood water hides the ground of a picture; None after a whirlwind."""
    return np.asarray(flood_depth(window, disaster) > WET_M) if disaster.kind == "flood" else None
