"""What strikes a site, and what it leaves of each building: a whirlwind's track, or a flood of the river."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.sensors.conditions import flood_depth_at
from mesocosm.earth.planet.sensors.photo.rubble import Damage
from mesocosm.earth.planet.sensors.window import Bools, Floats, Window
from mesocosm.earth.planet.settling import settled
from mesocosm.earth.planet.water.floods import height_above_drainage
from mesocosm.seeding import generator, seed_of
from mesocosm.suites.eo.lake.passes import disaster_day
from mesocosm.suites.eo.lake.sites import LAKE_SEED, Site

Kind = Literal["whirlwind", "flood"]
STEPS: tuple[tuple[float, Damage], ...] = ((28.0, "destroyed"), (60.0, "major"), (105.0, "minor"))
"""Metres from a whirlwind's track within which buildings are damaged so, before chance moves them."""
DEPTHS: tuple[tuple[float, Damage], ...] = ((2.2, "destroyed"), (1.1, "major"), (0.25, "minor"))
"""Metres of flood water above which buildings are."""
WET_M = 0.25


@dataclass(frozen=True)
class Disaster:
    kind: Kind
    day: date
    levels: dict[str, Damage]
    """Of every building in and about the picture."""
    depth_m: Floats | None
    """Of flood water, mean of each kilometre cell; None after a whirlwind."""


def make_disaster(site: Site, ground: Ground, town: Town, window: Window) -> Disaster:
    """The disaster of a site: a flood where a river lies in the picture and its plain is low, else a whirlwind."""
    draw = generator("eo", LAKE_SEED, site.key, "disaster kind")
    depth = _flood(ground, float(draw.uniform(2.4, 3.6)))
    levels = _flooded(town, window, depth)
    hurt = sum(level != "none" for level in levels.values())
    if town.rivers.area > 0 and 0.04 * len(levels) < hurt < 0.75 * len(levels):
        return Disaster("flood", disaster_day(site), levels, depth)
    return Disaster("whirlwind", disaster_day(site), _blown(site, town, window), None)


def _flood(ground: Ground, level_m: float) -> Floats:
    """Water up to a level above the nearest drainage, mean of each cell."""
    above = height_above_drainage(ground).reshape(ground.sea.shape)
    dry = ~ground.sea & ~ground.lake
    return settled(np.where(dry, np.maximum(level_m - above, 0.0), 0.0), 0.01)


def _flooded(town: Town, window: Window, depth: Floats) -> dict[str, Damage]:
    """Levels by the water at the middle of each building, read from a raster of 8 m."""
    coarse = window.widened(256).at_resolution(800)
    water = flood_depth_at(coarse, depth)
    west, _, _, north = coarse.bounds
    levels: dict[str, Damage] = {}
    for building in town.buildings:
        x0, y0, x1, y1 = building.outline.bounds
        column, row = int(((x0 + x1) / 2 - west) // 8.0), int((north - (y0 + y1) / 2) // 8.0)
        inside = 0 <= row < coarse.rows and 0 <= column < coarse.columns
        levels[building.id] = _level(float(water[row, column]) if inside else 0.0, DEPTHS, falling=False)
    return levels


def _blown(site: Site, town: Town, window: Window) -> dict[str, Damage]:
    """Levels by distance from a straight track through the picture, each moved by the building's own luck."""
    draw = generator("eo", LAKE_SEED, site.key, "track")
    west, south, east, north = window.bounds
    middle = np.array([(west + east) / 2, (south + north) / 2]) + draw.uniform(-160.0, 160.0, 2)
    turn = draw.uniform(0.0, np.pi)
    normal = settled([-np.sin(turn), np.cos(turn)], 1e-6)
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


def flooded(window: Window, disaster: Disaster) -> Bools | None:
    """Where flood water hides the ground of a picture."""
    if disaster.depth_m is None:
        return None
    return np.asarray(flood_depth_at(window, disaster.depth_m) > WET_M)
