"""Multispectral scenes of the country around a site, and the exact cover of their pixels."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.conditions import Conditions, on_day
from mesocosm.earth.planet.sensors.landscape import MARGIN, Landscape, Surface, make_landscape
from mesocosm.earth.planet.sensors.materials import LANDSAT_BANDS, leaf_cover
from mesocosm.earth.planet.sensors.multispectral import (
    make_landsat_scene,
    make_scene,
)
from mesocosm.earth.planet.sensors.reflectance import make_mixture
from mesocosm.earth.planet.sensors.towns import with_town
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats
from mesocosm.suites.eo.lake.disaster import flooded_pixels
from mesocosm.suites.eo.lake.growth import as_of
from mesocosm.suites.eo.lake.overpasses import Look
from mesocosm.suites.eo.lake.site_scene import COUNTRY_M, Stage, stage_of
from mesocosm.suites.eo.lake.sites import planet

HALF = 0.5
"""Share of a pixel from which on it counts as covered."""
BUILT = (Surface.TILE_ROOF, Surface.FLAT_ROOF, Surface.METAL_ROOF, Surface.PAVED)
WOODS = (Surface.BROADLEAF, Surface.CONIFER, Surface.HEDGE)
SNOW_M_PER_DEGREE = 0.03
"""Depth of snow per degree of frost of the month's normal, in metres."""


@dataclass(frozen=True)
class Country:
    """A multispectral scene in the numbers of its product, with the truth of its pixels."""

    bands: dict[str, NDArray[np.uint16]]
    classification: Codes
    cloud_probability: Codes
    masks: dict[str, Bools]


def state(stage: Stage, look: Look) -> Conditions:
    """Return sky, snow and water of a look. The planet's weather and rivers could replace the normals used here."""
    return Conditions(look.day, cloud_share=look.cloud_share, snow_depth_m=snow_depth(stage, look.day))


def snow_depth(stage: Stage, day: date) -> Floats | None:
    """Return snow depth by the frost of the normals, in metres; None if the region has no snow."""
    ground = planet().ground(stage.site.region)
    depth = round_to_step(np.maximum(-on_day(ground.temperature_c, day), 0.0) * SNOW_M_PER_DEGREE, 1e-3)
    return depth if depth.any() else None


def sentinel(stage: Stage, look: Look) -> Country:
    """Make a Sentinel-2-like scene in pixels of 10, 20 and 60 m."""
    window, conditions = stage.window(COUNTRY_M, 10.0), state(stage, look)
    ground = under_water(stage, look, country(stage.site.key, look.day.year, 10))
    scene = make_scene(window, conditions, ground)
    masks = covers_of_window(ground, conditions)
    return Country(scene.bands, scene.classification, scene.cloud_probability, masks)


def landsat(stage: Stage, look: Look) -> Country:
    """Make a Landsat-like scene in pixels of 30 m."""
    window, conditions = stage.window(COUNTRY_M, 30.0), state(stage, look)
    ground = under_water(stage, look, country(stage.site.key, look.day.year, 30))
    scene = make_landsat_scene(window, conditions, ground)
    bands = {name: numbers for name, numbers in scene.bands.items() if name in LANDSAT_BANDS}
    return Country(bands, scene.classification, scene.cloud_probability, covers_of_window(ground, conditions))


def under_water(stage: Stage, look: Look, ground: Landscape) -> Landscape:
    """Return the ground under flood water, for looks after a flood; roofs and woods stand out of it."""
    wet = flooded_pixels(ground.window, stage.disaster) if look.event == "after" and stage.disaster else None
    if wet is None:
        return ground
    out = (ground.roof_height_m > 0) | np.isin(ground.surface, WOODS)
    return replace(ground, water_share=np.where(wet & ~out, np.float32(1.0), ground.water_share))


@functools.lru_cache(maxsize=4)
def country(key: str, year: int, pixel_m: int) -> Landscape:
    """Return the open land and the town as they are in the middle of a year."""
    stage = stage_of(key)
    open_land = _open_land(key, pixel_m)
    return with_town(open_land, as_of(stage.town, stage.opened, date(year, 7, 1)))


@functools.lru_cache(maxsize=2)
def _open_land(key: str, pixel_m: int) -> Landscape:
    return make_landscape(stage_of(key).window(COUNTRY_M, float(pixel_m)).widened(MARGIN), (stage_of(key).town.id,))


def covers_of_window(ground: Landscape, conditions: Conditions, margin: int = MARGIN) -> dict[str, Bools]:
    """Return which pixels are more than half water, plants, built-up land or snow; each is at most one of them."""
    mixture = make_mixture(ground, conditions)
    inner = (slice(margin, -margin),) * 2
    water, snow = mixture.water[inner] >= HALF, mixture.snow[inner] >= HALF
    built = np.isin(ground.surface[inner], BUILT) | (mixture.road[inner] >= HALF)
    leaves = leaf_cover(mixture.leaf[inner]) * (1.0 - mixture.dry[inner])
    snow, built = snow & ~water, built & ~water & ~snow
    green = (leaves >= HALF) & ~water & ~snow & ~built
    return {"water": water, "vegetation": green, "built": built, "snow": snow}
