"""The scenery of a town: everything that stands, and what moves on a day."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.people.town_growth import make_town
from mesocosm.earth.planet.people.town_on_date import town_on
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.photo import grounds
from mesocosm.earth.planet.sensors.photo.crowns import draw_trees, wood_trees
from mesocosm.earth.planet.sensors.photo.industrial_sites import draw_moored, draw_site
from mesocosm.earth.planet.sensors.photo.roofs import draw_buildings
from mesocosm.earth.planet.sensors.photo.rubble import Damage, Hazard
from mesocosm.earth.planet.sensors.photo.scenery import Scenery
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.surroundings import draw_surroundings
from mesocosm.earth.planet.sensors.photo.traffic import draw_at_sea, draw_traffic, draw_trains
from mesocosm.earth.planet.sensors.photo.yards import draw_kerbs, draw_roundabouts, draw_yards, find_roundabouts
from mesocosm.earth.planet.sensors.shipping import ships_at_sea
from mesocosm.earth.planet.sensors.window import window_about
from mesocosm.seeding import generator

TOWN_M = 4000.0
"""Side of the window that a town's records cover."""


def _generator(town: Town, region: Region, *name: str | int) -> Generator:
    return generator("planet", region.seed, "sensors", region.key, "photo", town.id, *name)


@functools.lru_cache(maxsize=4)
def town_scenery(region: Region, index: int, season_day: int, on: dt.date | None = None) -> Scenery:
    """Return what stands in the town of a rank on a date, with its fields as they look on a day of the year.

    Without a date, everything that is built within the planet's first ten years is included.
    """
    if on is not None:
        return standing_scenery(region, town_on(region, index, on), season_day)
    return standing_scenery(
        region, make_town(ground := make_ground(region), make_settlement(ground), index), season_day
    )


@functools.lru_cache(maxsize=8)
def traffic_scenery(region: Region, index: int, date: dt.date) -> Scenery:
    """Return what moves in the town of a rank on a day."""
    return moving_scenery(region, town_on(region, index, date), date)


def standing_scenery(
    region: Region,
    town: Town,
    season_day: int,
    damage: Mapping[str, Damage] | None = None,
    hazard: Hazard = "wind",
) -> Scenery:
    """Return ground, water, streets, buildings, sites and trees; `damage` has the damage of buildings, by id."""
    sketch = Sketch()
    middle = np.array([town.place.x, town.place.y])
    draw_surroundings(sketch, region, town, season_day)
    grounds.draw_land(sketch, town, season_day, _generator(town, region, "land"))
    grounds.draw_water(sketch, town)
    roundabouts = find_roundabouts(town)
    draw_kerbs(sketch, roundabouts)
    grounds.draw_streets(sketch, town.streets)
    draw_roundabouts(sketch, town.id, roundabouts)
    grounds.draw_railways(sketch, town)
    grounds.draw_bridges(sketch, town)
    grounds.draw_areas(sketch, town.areas, _generator(town, region, "areas"))
    for site in town.sites:
        draw_site(sketch, site, middle, _generator(town, region, "site", site.id))
    draw_yards(sketch, region.climate, town, _generator(town, region, "yards"))
    draw_buildings(sketch, town.buildings, _generator(town, region, "buildings"), damage, hazard)
    draw_trees(sketch, town.trees, town.id, _generator(town, region, "trees"), region.climate)
    woods = wood_trees(town.areas, _generator(town, region, "woods"))
    draw_trees(sketch, woods, f"{town.id}-wood", _generator(town, region, "wood crowns"), region.climate, most=4)
    return sketch.packed()


def moving_scenery(region: Region, town: Town, date: dt.date) -> Scenery:
    """Return cars in lanes and at kerbs, trucks, buses, trains, ships and boats."""
    sketch = Sketch()
    day = date.toordinal()
    draw_traffic(sketch, town, _generator(town, region, "traffic", day))
    draw_trains(sketch, town, _generator(town, region, "trains", day))
    for site in town.sites:
        if site.kind == "port":
            draw_moored(sketch, site, _generator(town, region, "moored", day))
    ships = ships_at_sea(window_about(region, town.place.x, town.place.y, TOWN_M, 10.0), date)
    draw_at_sea(sketch, town, ships, _generator(town, region, "at sea", day))
    return sketch.packed()
