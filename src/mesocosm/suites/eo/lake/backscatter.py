"""Radar of a site in pixels of 2 m: the backscatter of its ground, with ships, planes and tanks as bright targets."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from mesocosm.earth.planet.sensors.landscape import Landscape, Surface, make_landscape
from mesocosm.earth.planet.sensors.painter import paint, place_rings
from mesocosm.earth.planet.sensors.photo.scenery import Scenery
from mesocosm.earth.planet.sensors.radar import make_backscatter
from mesocosm.earth.planet.sensors.towns import with_town
from mesocosm.earth.planet.sensors.window import Bools, Singles
from mesocosm.suites.eo.lake.frame import Thing
from mesocosm.suites.eo.lake.overpasses import Look
from mesocosm.suites.eo.lake.photos import shown_sceneries, things_in
from mesocosm.suites.eo.lake.scenes import covers_of_window, state, under_water
from mesocosm.suites.eo.lake.site_locations import SIDE_M
from mesocosm.suites.eo.lake.site_scene import RADAR_PIXEL_M, Stage

TARGETS = ("ship", "boat", "plane", "train", "truck", "bus", "bridge")
"""Metal things in addition to those of the landscape, large enough to shine in pixels of 2 m; decks shine over water.
"""
SEEN = frozenset(
    {"ship", "boat", "plane", "storage_tank", "crane", "bridge", "container_stack", "train"}
    | {"house", "apartment_block", "commercial_building", "church", "factory_hall", "solar_array"}
)
"""Labels of the things that radar shows: metal, walls and decks; it does not show courts, pools and paint."""
TARGET_HEIGHT_M = 8.0


@dataclass(frozen=True)
class Echo:
    vv_db: Singles
    vh_db: Singles
    things: tuple[Thing, ...]
    masks: dict[str, Bools]


def take(stage: Stage, look: Look) -> Echo:
    """Make the radar picture of one look."""
    window = stage.window(SIDE_M, RADAR_PIXEL_M)
    sceneries = shown_sceneries(stage, look)
    town = replace(stage.town_left(look.day, look.event == "after"), fields=stage.town.fields)
    land = under_water(stage, look, with_town(make_landscape(window.widened(1), (town.id,)), town))
    ground = with_targets(land, sceneries)
    conditions = state(stage, look)
    radar = make_backscatter(window, conditions, with_smooth_pavement(ground))
    things = tuple(thing for thing in things_in(window, sceneries) if thing.label in SEEN)
    return Echo(radar.vv_db, radar.vh_db, things, covers_of_window(ground, conditions, 1))


def with_smooth_pavement(ground: Landscape) -> Landscape:
    """Return the landscape with yards, runways and hard courts as smooth as streets, so that they are as dark.

    In pixels of 10 m, walls share those of pavement and make them bright; in pixels of 2 m they do not.
    """
    court = (ground.surface == Surface.TILE_ROOF) & (ground.roof_height_m <= 0.0)
    paved = court | (ground.surface == Surface.PAVED)
    return replace(
        ground,
        surface=np.where(court, np.uint8(Surface.PAVED), ground.surface),
        road_share=np.where(paved, np.float32(1.0), ground.road_share),
        roof_height_m=np.where(paved, np.float32(0.0), ground.roof_height_m),  # quays stand over the water
    )


def with_targets(ground: Landscape, sceneries: tuple[Scenery, ...]) -> Landscape:
    """Return the landscape with moving things laid over it as metal; they are dry even over water."""
    rings = [thing.outline for scenery in sceneries for thing in scenery.things if thing.label in TARGETS]
    window = ground.window
    shape = (window.rows, window.columns)
    there = paint(place_rings(window, rings, 1), np.ones(len(rings), np.int64), shape) > 0
    return replace(
        ground,
        surface=np.where(there, np.uint8(Surface.METAL_ROOF), ground.surface),
        water_share=np.where(there, np.float32(0.0), ground.water_share),
        road_share=np.where(there, np.float32(0.0), ground.road_share),
        roof_height_m=np.where(there, np.float32(TARGET_HEIGHT_M), ground.roof_height_m),
    )
