"""The scenery of a town: what stands, and on a day what moves."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.making import make_ground
from mesocosm.earth.planet.people.dated import town_on
from mesocosm.earth.planet.people.growing import make_town
from mesocosm.earth.planet.people.making import make_settlement
from mesocosm.earth.planet.people.town import Street, Town
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.painter import ribbon
from mesocosm.earth.planet.sensors.photo import grounds
from mesocosm.earth.planet.sensors.photo.courts import draw_helipad, draw_pool, fill_car_park
from mesocosm.earth.planet.sensors.photo.rings import frame_of, ring_of
from mesocosm.earth.planet.sensors.photo.roofs import draw_buildings
from mesocosm.earth.planet.sensors.photo.rubble import Damage
from mesocosm.earth.planet.sensors.photo.scenery import Layer, Scenery, Sketch, disc, laid, part
from mesocosm.earth.planet.sensors.photo.vehicles import (
    draw_boat,
    draw_bus,
    draw_car,
    draw_ship,
    draw_train,
    draw_truck,
)
from mesocosm.earth.planet.sensors.photo.works import draw_moored, draw_site
from mesocosm.earth.planet.sensors.window import Floats
from mesocosm.earth.planet.settling import settled
from mesocosm.seeding import generator

POOLS = {"mediterranean": 0.16, "humid_subtropical": 0.16, "semi_arid": 0.12, "tropical": 0.08}
"""Share of suburban gardens with a pool, by climate; elsewhere few."""


def _generator(town: Town, region: Region, *name: str | int) -> Generator:
    return generator("planet", region.seed, "sensors", region.key, "photo", town.id, *name)


@functools.lru_cache(maxsize=4)
def town_scenery(region: Region, index: int, season_day: int, on: dt.date | None = None) -> Scenery:
    """What stands in the town of a rank on a date, its fields as they look on a day of the year.

    Without a date, all that is built within the planet's first ten years.
    """
    if on is not None:
        return standing_scenery(region, town_on(region, index, on), season_day)
    return standing_scenery(
        region, make_town(ground := make_ground(region), make_settlement(ground), index), season_day
    )


@functools.lru_cache(maxsize=8)
def traffic_scenery(region: Region, index: int, date: dt.date) -> Scenery:
    """What moves in the town of a rank on a day."""
    return moving_scenery(region, town_on(region, index, date), date)


def standing_scenery(
    region: Region, town: Town, season_day: int, damage: Mapping[str, Damage] | None = None
) -> Scenery:
    """Ground, water, streets, buildings, sites and trees; after a disaster, damage by the ids of buildings."""
    sketch = Sketch()
    middle = np.array([town.place.x, town.place.y])
    grounds.draw_land(sketch, town, season_day, _generator(town, region, "land"))
    grounds.draw_water(sketch, town)
    grounds.draw_streets(sketch, town.streets)
    _roundabouts(sketch, town)
    grounds.draw_railways(sketch, town)
    grounds.draw_bridges(sketch, town)
    grounds.draw_areas(sketch, town.areas, _generator(town, region, "areas"))
    for site in town.sites:
        draw_site(sketch, site, middle, _generator(town, region, "site", site.id))
    _yards(sketch, region, town, _generator(town, region, "yards"))
    draw_buildings(sketch, town.buildings, _generator(town, region, "buildings"), damage)
    grounds.draw_trees(sketch, town.trees, town.id, _generator(town, region, "trees"))
    woods = grounds.wood_trees(town.areas, _generator(town, region, "woods"))
    grounds.draw_trees(sketch, woods, f"{town.id}-wood", _generator(town, region, "wood crowns"))
    return sketch.packed()


def moving_scenery(region: Region, town: Town, date: dt.date) -> Scenery:
    """Cars in lanes and at kerbs, trucks, buses, trains, ships and boats."""
    sketch = Sketch()
    day = date.toordinal()
    _traffic(sketch, town, _generator(town, region, "traffic", day))
    _trains(sketch, town, _generator(town, region, "trains", day))
    for site in town.sites:
        if site.kind == "port":
            draw_moored(sketch, site, _generator(town, region, "moored", day))
    _at_sea(sketch, town, _generator(town, region, "at sea", day))
    return sketch.packed()


def _yards(sketch: Sketch, region: Region, town: Town, draw: Generator) -> None:
    """Pools in suburban gardens, car parks before halls, a helipad by the hospital."""
    import shapely

    share = POOLS.get(region.climate, 0.03)
    _drives(sketch, town)
    houses = {building.parcel: building for building in town.buildings}
    zones = {block.id: block.zone for block in town.blocks}
    for parcel in town.parcels:
        chance = float(draw.uniform())
        building, zone = houses.get(parcel.id), zones[parcel.block]
        if building is None or zone not in ("suburb", "industry", "estate"):
            continue
        if zone == "suburb" and chance > share:
            continue
        edge = 5.0 if zone == "suburb" else 11.0
        room = shapely.buffer(shapely.difference(parcel.outline, shapely.buffer(building.outline, 2.5)), -edge + 0.5)
        if room.is_empty:
            continue
        spot = settled(shapely.get_coordinates(shapely.point_on_surface(room))[0], 0.01)
        _, along, _, _ = frame_of(ring_of(building.outline))
        if zone == "suburb":
            draw_pool(sketch, f"{parcel.id}-pool", spot, along, draw)
        elif chance < 0.6:
            half = part([(-15.0, -8.5), (15.0, -8.5), (15.0, 8.5), (-15.0, 8.5)])
            lot = shapely.intersection(shapely.polygons(laid(half, spot, along)), shapely.buffer(parcel.outline, -1.0))
            if lot.area > 480.0:
                ring = laid(half, spot, along)
                sketch.thing(f"{parcel.id}-lot", "car_park", ring)
                fill_car_park(sketch, f"{parcel.id}-lot", ring, draw)
    _helipads(sketch, town)


def _helipads(sketch: Sketch, town: Town) -> None:
    """On open ground beside each hospital, where there is room."""
    import shapely

    blocks = {block.id: block.outline for block in town.blocks}
    for building in town.buildings:
        if building.use != "hospital" or building.parcel not in blocks:
            continue
        near = [other.outline for other in town.areas if other.kind == "car_park"] + [building.outline]
        open_ground = shapely.difference(blocks[building.parcel], shapely.buffer(shapely.union_all(near), 3.0))
        room = shapely.buffer(open_ground, -12.0)
        if not room.is_empty:
            spot = settled(shapely.get_coordinates(shapely.point_on_surface(room))[0], 0.01)
            draw_helipad(sketch, f"{building.id}-pad", spot, np.array([1.0, 0.0]))


def _drives(sketch: Sketch, town: Town) -> None:
    """A drive from every suburban house to the nearest street, a path from every terrace."""
    import shapely

    blocks = {block.id: block.zone for block in town.blocks}
    zones = {parcel.id: blocks[parcel.block] for parcel in town.parcels}
    chosen = [b for b in town.buildings if zones.get(b.parcel) in ("suburb", "terrace", "industry", "estate")]
    lines = [street.line for street in town.streets]
    if not chosen:
        return
    outlines = [building.outline for building in chosen]
    first, nearest = shapely.STRtree(lines).query_nearest(outlines, all_matches=False)
    ways = shapely.get_coordinates(shapely.shortest_line(np.asarray(outlines)[first], np.asarray(lines)[nearest]))
    for building, way in zip((chosen[k] for k in first), settled(ways.reshape(-1, 2, 2), 0.01), strict=True):
        width = {"suburb": 3.4, "terrace": 1.3, "industry": 7.0, "estate": 4.0}[zones[building.parcel]]
        if ((way[1] - way[0]) ** 2).sum() > 4.0:
            sketch.face(ribbon(way, width), (150, 144, 136), Layer.WATER, 10)


def _roundabouts(sketch: Sketch, town: Town) -> None:
    """Where at least three larger streets meet away from the square."""
    import shapely

    ends: dict[tuple[float, float], list[Street]] = {}
    for street in town.streets:
        coordinates = list(street.line.coords)
        for end in (coordinates[0], coordinates[-1]):
            ends.setdefault((round(end[0], 1), round(end[1], 1)), []).append(street)
    chosen: list[Floats] = []
    water = shapely.union_all([town.rivers, town.standing])
    houses = shapely.STRtree([building.outline for building in town.buildings])
    for (x, y), streets in sorted(ends.items()):
        large = [street for street in streets if street.kind in ("primary", "secondary", "motorway")]
        at = np.array([x, y])
        if len(large) < 3 or len(streets) < 4 or any(((at - other) ** 2).sum() < 250.0**2 for other in chosen):
            continue
        if (
            shapely.distance(water, shapely.points(at)) < 30.0
            or houses.query(shapely.buffer(shapely.points(at), 13.0), "intersects").size
        ):
            continue
        chosen.append(at)
        thing = sketch.thing(f"{town.id}-round{len(chosen):02d}", "roundabout", disc(at, 13.5, 32))
        for radius, colour, layer, grain in (
            (15.0, grounds.PAVEMENT, Layer.WAY, 8),
            (13.5, (98, 98, 100), Layer.PAINT, 8),
            (6.9, (214, 210, 202), Layer.PAINT, 5),
            (6.2, (98, 128, 66), Layer.PAINT, 26),
            (2.4, (170, 96, 110), Layer.PAINT, 26),
        ):
            sketch.face(disc(at, radius, 32), colour, layer, grain, owner=thing)


def _traffic(sketch: Sketch, town: Town, draw: Generator) -> None:
    number = 0
    for street in town.streets:
        length = street.line.length
        gap = {"motorway": 45.0, "primary": 32.0, "secondary": 42.0}.get(street.kind, 110.0)
        for place in np.arange(draw.uniform(8.0, gap), length - 8.0, gap):
            side = 1.0 if draw.uniform() < 0.5 else -1.0
            for at, along in grounds._along(street, np.asarray([place + draw.uniform(-4.0, 4.0)])):
                right = np.array([along[1], -along[0]]) * side
                lane = max(1.5, street.width_m * 0.25)
                number += 1
                _vehicle(sketch, f"{town.id}-v{number:05d}", street, at + right * lane, along * side, draw)
        if street.kind == "residential":
            number = _kerb(sketch, town, street, number, draw)


def _vehicle(sketch: Sketch, id: str, street: Street, at: Floats, along: Floats, draw: Generator) -> None:
    chance = draw.uniform()
    if street.kind in ("motorway", "primary", "service") and chance < 0.14:
        draw_truck(sketch, id, at, along, draw)
    elif street.kind in ("primary", "secondary") and chance < 0.2:
        draw_bus(sketch, id, at, along, draw)
    else:
        draw_car(sketch, id, at, along, draw, parked=False)


def _kerb(sketch: Sketch, town: Town, street: Street, number: int, draw: Generator) -> int:
    """Cars parked along a kerb, with gaps."""
    for place in np.arange(12.0, street.line.length - 12.0, 6.6):
        if draw.uniform() < 0.22:
            for at, along in grounds._along(street, np.asarray([place])):
                right = np.array([along[1], -along[0]])
                number += 1
                draw_car(
                    sketch,
                    f"{town.id}-v{number:05d}",
                    at + right * (street.width_m / 2 - 1.1),
                    along,
                    draw,
                    parked=True,
                )
    return number


def _trains(sketch: Sketch, town: Town, draw: Generator) -> None:
    import shapely

    for number, line in enumerate(town.railways):
        track = shapely.offset_curve(line, 2.2)
        if track.length < 400.0:
            continue
        start = float(draw.uniform(0.2, 0.7)) * (track.length - 200.0)
        points = shapely.get_coordinates(shapely.line_interpolate_point(track, start + 25.0 * np.arange(7)))
        draw_train(sketch, f"{town.id}-train{number}", settled(points, 0.01), draw)


def _at_sea(sketch: Sketch, town: Town, draw: Generator) -> None:
    """Ships and boats on water that is wide enough for them."""
    import shapely

    deep, wide = shapely.buffer(town.standing, -140.0), shapely.buffer(town.standing, -25.0)
    for room, count, kind in ((deep, 4, "ship"), (wide, 14, "boat")):
        if room.is_empty:
            continue
        west, south, east, north = room.bounds
        for number in range(count):
            spot = settled([draw.uniform(west, east), draw.uniform(south, north)], 0.01)
            turn = draw.uniform(0.0, 2 * np.pi)
            along = settled([np.cos(turn), np.sin(turn)], 1e-6)
            size = float(draw.uniform(90.0, 180.0) if kind == "ship" else draw.uniform(7.0, 16.0))
            moving = bool(draw.uniform() < 0.6)
            if shapely.contains_xy(room, *spot):
                drawn = draw_ship if kind == "ship" else draw_boat
                drawn(sketch, f"{town.id}-{kind}{number:02d}", spot, along, size, draw, moving)
