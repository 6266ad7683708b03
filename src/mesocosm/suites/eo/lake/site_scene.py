"""What stands at one site: the part of its town in and around the picture, before and after a disaster."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.photo import grounds
from mesocosm.earth.planet.sensors.photo.rings import ring_of
from mesocosm.earth.planet.sensors.photo.scenery import Scenery
from mesocosm.earth.planet.sensors.photo.scenery_builder import moving_scenery, standing_scenery
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.window import Floats, Window, window_about
from mesocosm.seeding import generator
from mesocosm.suites.eo.lake.disaster import Disaster, make_disaster
from mesocosm.suites.eo.lake.growth import as_of, opening_dates, without
from mesocosm.suites.eo.lake.overpasses import struck
from mesocosm.suites.eo.lake.site_locations import SIDE_M, spot_of
from mesocosm.suites.eo.lake.sites import LAKE_SEED, Site, planet

PHOTO_PIXEL_M, RADAR_PIXEL_M = 0.5, 2.0
COUNTRY_M = 3600.0
"""Side of the multispectral scenes, in metres; they show the country around the town."""
MARGIN_M = 110.0
"""Margin around the picture, in metres, within which things are drawn: they throw shadows and shape streets inside it.
"""
MIDSUMMER = 182


@dataclass(frozen=True)
class Stage:
    """One site with everything needed to make its pictures."""

    site: Site
    region: Region
    spot: Floats
    town: Town
    """The whole town."""
    part: Town
    """The part that is drawn; without fields, which change with the seasons."""
    opened: dict[str, date]
    disaster: Disaster | None

    def window(self, side_m: float, pixel_m: float) -> Window:
        return window_about(self.region, float(self.spot[0]), float(self.spot[1]), side_m, pixel_m)

    @property
    def photo_window(self) -> Window:
        return self.window(SIDE_M, PHOTO_PIXEL_M)

    def town_on(self, day: date) -> Town:
        """Return the part of the town with the buildings that stand on a day."""
        return as_of(self.part, self.opened, day)

    def town_left(self, day: date, after: bool) -> Town:
        """Return the part of the town that stands on a day; after a disaster, without what it destroyed."""
        town, levels = self.town_on(day), self.disaster.levels if after and self.disaster else {}
        left = (building for building in town.buildings if levels.get(building.id) != "destroyed")
        return replace(town, buildings=tuple(left))

    def sceneries(self, day: date, after: bool) -> tuple[Scenery, ...]:
        """Return all layers that a photograph of a day shows, from the ground up."""
        standing = standing_part(self.site.key, after)
        gone = {
            building.id: ring_of(building.outline)
            for building in self.part.buildings
            if self.opened.get(building.id, day) > day
        }
        return without(standing, gone), self._fields(day), self._moving(day)

    def _fields(self, day: date) -> Scenery:
        sketch = Sketch()
        draw = generator("eo", LAKE_SEED, self.site.key, "fields")
        for field in self.town.fields:
            grounds._field(sketch, field, day.timetuple().tm_yday, draw)
        return sketch.packed()

    def _moving(self, day: date) -> Scenery:
        return moving_scenery(self.region, self.part, day)


@functools.lru_cache(maxsize=2)
def stage_of(key: str) -> Stage:
    """Return the stage of a site; two are kept in memory."""
    from mesocosm.suites.eo.lake.sites import site_of

    site = site_of(key)
    world = planet()
    region, town = world.region(site.region), world.town(site.place)
    spot = spot_of(town, site.theme)
    window = window_about(region, float(spot[0]), float(spot[1]), SIDE_M, PHOTO_PIXEL_M)
    part = part_of(town, window)
    disaster = make_disaster(site, part, window) if struck(site) else None
    return Stage(site, region, spot, town, part, opening_dates(town), disaster)


@functools.lru_cache(maxsize=2)
def standing_part(key: str, after: bool) -> Scenery:
    """Return ground, streets, buildings and trees of a site, before or after its disaster; fields are drawn apart."""
    stage = stage_of(key)
    levels = stage.disaster.levels if after and stage.disaster else None
    return standing_scenery(stage.region, stage.part, MIDSUMMER, levels)


def part_of(town: Town, window: Window) -> Town:
    """Return the part of a town that a picture needs: its window and a margin, without fields."""
    import shapely

    west, south, east, north = window.bounds
    about = shapely.box(west - MARGIN_M, south - MARGIN_M, east + MARGIN_M, north + MARGIN_M)
    shapely.prepare(about)

    def near(shape: object) -> bool:
        return bool(shapely.intersects(about, shape))

    x, y = town.trees[:, 0], town.trees[:, 1]
    inside = (np.abs(x - (west + east) / 2) < (east - west) / 2 + MARGIN_M) & (
        np.abs(y - (south + north) / 2) < (north - south) / 2 + MARGIN_M
    )
    return replace(
        town,
        streets=tuple(street for street in town.streets if near(street.line)),
        bridges=tuple(bridge for bridge in town.bridges if near(bridge.deck)),
        parcels=tuple(parcel for parcel in town.parcels if near(parcel.outline)),
        buildings=tuple(building for building in town.buildings if near(building.outline)),
        areas=tuple(area for area in town.areas if near(area.outline)),
        sites=tuple(site for site in town.sites if near(site.outline)),
        railways=tuple(line for line in town.railways if near(line)),
        fields=(),
        trees=town.trees[inside],
    )
