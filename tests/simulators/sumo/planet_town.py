"""A town of the planet as inputs for SUMO: its streets as a map, its houses as zones."""

import functools
from dataclasses import replace

import numpy as np

from mesocosm.earth.planet.exports.towns import town_things
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.osm import osm_xml
from mesocosm.earth.planet.products.vectors import to_degrees

ZONE_M = 400
FLOOR_M2 = 40.0
"""Floor area of a work place."""


@functools.cache
def made(name):
    planet = Planet(1, "tiny")
    return planet.town(name), planet.regions[0].crs


def streets(town):
    """Return the streets with the speed limit of built-up areas, without which SUMO takes a secondary road for a
    country road.
    """
    things = [thing for thing in town_things(town) if "highway" in thing.tags]
    return [replace(thing, tags=thing.tags | {"maxspeed": "50"}) for thing in things]


def bridge_ways(name):
    """Return the ids of the map's ways that are bridges; ways count from 1 in the order of streets."""
    town, _ = made(name)
    ids = [street.id for street in town.streets]
    return [str(ids.index(bridge.street) + 1) for bridge in town.bridges]


def town_inputs(name, trips_per_person):
    """Return half an hour of trips from homes to work."""
    town, crs = made(name)
    people = {"zones": zones(town, crs), "trips_per_person": trips_per_person, "distance_scale_km": 2.0, "to_s": 1800}
    return {"osm": osm_xml(streets(town), crs).decode(), "signals": "guessed", "population": people, "end_s": 3600}


def zones(town, crs):
    squares = {}
    for building in town.buildings:
        middle = building.outline.centroid
        square = squares.setdefault((int(middle.x // ZONE_M), int(middle.y // ZONE_M)), [])
        square.append((middle.x, middle.y, building.residents, _jobs(building)))
    return [_zone(key, np.array(square), crs) for key, square in sorted(squares.items())]


def _jobs(building):
    return 0.0 if building.use in ("house", "flats") else building.outline.area * building.storeys / FLOOR_M2


def _zone(key, houses, crs):
    longitude, latitude = to_degrees(crs)(houses[:, :2].mean(axis=0)[None])[0].tolist()
    point = [round(longitude, 6), round(latitude, 6)]
    people, jobs = int(houses[:, 2].sum()), round(float(houses[:, 3].sum()))
    return {"id": f"{key[0]}_{key[1]}", "people": people, "jobs": jobs, "point": point, "radius_m": 300}
