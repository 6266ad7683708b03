"""Around buildings and between streets: drives, pools, car parks before halls, helipads, roundabouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Street, Town
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Climate
from mesocosm.earth.planet.sensors.painter import ribbon
from mesocosm.earth.planet.sensors.photo import grounds
from mesocosm.earth.planet.sensors.photo.courts import draw_helipad, draw_pool, fill_car_park
from mesocosm.earth.planet.sensors.photo.rings import frame_of, ring_of
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, box, disc, lay_corners, lay_each, part
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.window import Floats

if TYPE_CHECKING:
    from shapely.geometry import Polygon

DRIVES: tuple[Colour, ...] = ((150, 144, 136), (188, 182, 172), (118, 116, 114), (166, 150, 126), (172, 166, 158))
"""Colours of paving, concrete, asphalt, gravel."""
POOLS: dict[Climate, float] = {
    "mediterranean": 0.16,
    "humid_subtropical": 0.16,
    "semi_arid": 0.12,
    "tropical": 0.08,
}
"""Share of suburban gardens with a pool, by climate; elsewhere few."""


def draw_yards(sketch: Sketch, climate: Climate, town: Town, draw: Generator) -> None:
    """Draw pools in suburban gardens, car parks before halls, a helipad by the hospital."""
    import shapely

    share = POOLS.get(climate, 0.03)
    _drives(sketch, town)
    parks = [area.outline for area in town.areas if area.kind == "car_park"]
    paved, lots = shapely.STRtree(parks), list(parks)
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
        spot = round_to_step(shapely.get_coordinates(shapely.point_on_surface(room))[0], 0.01)
        _, along, _, _ = frame_of(ring_of(building.outline))
        if zone == "suburb":
            draw_pool(sketch, f"{parcel.id}-pool", spot, along, draw)
        elif chance < 0.6:
            half = part([(-15.0, -8.5), (15.0, -8.5), (15.0, 8.5), (-15.0, 8.5)])
            lot = shapely.intersection(
                shapely.polygons(lay_corners(half, spot, along)), shapely.buffer(parcel.outline, -1.0)
            )
            if lot.area > 480.0 and not paved.query(lot, predicate="intersects").size:
                lots.append(lot)
                ring = lay_corners(half, spot, along)
                sketch.thing(f"{parcel.id}-lot", "car_park", ring)
                fill_car_park(sketch, f"{parcel.id}-lot", ring, draw)
    _entries(sketch, town, lots)
    _helipads(sketch, town)


def _helipads(sketch: Sketch, town: Town) -> None:
    """Draw a helipad on open ground beside each hospital, if there is room."""
    import shapely

    blocks = {block.id: block.outline for block in town.blocks}
    for building in town.buildings:
        if building.use != "hospital" or building.parcel not in blocks:
            continue
        near = [other.outline for other in town.areas if other.kind == "car_park"] + [building.outline]
        open_ground = shapely.difference(blocks[building.parcel], shapely.buffer(shapely.union_all(near), 3.0))
        room = shapely.buffer(open_ground, -12.0)
        if not room.is_empty:
            spot = round_to_step(shapely.get_coordinates(shapely.point_on_surface(room))[0], 0.01)
            draw_helipad(sketch, f"{building.id}-pad", spot, np.array([1.0, 0.0]))


def _drives(sketch: Sketch, town: Town) -> None:
    """Draw a drive from every suburban house to the nearest street, and a path from every terraced house."""
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
    ways = round_to_step(ways.reshape(-1, 2, 2), 0.01)
    ahead = ways[:, 1] - ways[:, 0]
    length = np.sqrt((ahead * ahead).sum(axis=1))
    led = np.flatnonzero(length > 2.0)
    breadths = {"suburb": 3.4, "terrace": 1.3, "industry": 7.0, "estate": 4.0}
    breadth = np.asarray([breadths[zones[chosen[k].parcel]] for k in first[led]])
    # Chosen by the year of construction, so that neighbours differ and a house keeps its drive.
    colours = np.asarray(DRIVES, np.float64)[[chosen[k].built % len(DRIVES) for k in first[led]]]
    shapes = box(1.0, 1.0) * np.stack([length[led], breadth], axis=-1)[:, None]
    rings = lay_each(shapes, ways[led].mean(axis=1), ahead[led] / length[led, None])
    sketch.faces(rings, colours, Layer.WATER, 10)


def _entries(sketch: Sketch, town: Town, parks: list[Polygon]) -> None:
    """Draw a way of 5.5 m from every car park to the nearest street that no building blocks."""
    import shapely

    if not parks or not town.streets:
        return
    lines, houses = np.asarray([street.line for street in town.streets]), [b.outline for b in town.buildings]
    edges = shapely.segmentize(shapely.get_exterior_ring(np.asarray(parks)), 8.0)
    points, park = shapely.get_coordinates(edges, return_index=True)
    start = shapely.points(points)
    first, nearest = shapely.STRtree(lines).query_nearest(start, all_matches=False)
    ways = shapely.shortest_line(start[first], lines[nearest])
    barred = np.zeros(len(ways), np.bool_)
    if houses:
        barred[shapely.STRtree(houses).query(shapely.buffer(ways, 2.0), predicate="intersects")[0]] = True
    # The shortest of the free ways of each car park; if two are equal, the first.
    order = np.lexsort((np.arange(len(ways)), round_to_step(shapely.length(ways), 0.01), barred, park[first]))
    best = order[np.unique(park[first][order], return_index=True)[1]]
    for way in round_to_step(shapely.get_coordinates(ways[best]).reshape(-1, 2, 2), 0.01):
        ahead = way[1] - way[0]
        length = float(np.sqrt((ahead * ahead).sum()))
        if 0.5 < length < 60.0:
            into = np.stack([way[0] - ahead / length * 2.0, way[1]])
            # The way crosses the pavement, whose kerb is lowered there.
            sketch.face(ribbon(into, 5.5), (98, 98, 99), Layer.WAY, 8)


def find_roundabouts(town: Town) -> list[Floats]:
    """Return where at least three larger streets meet away from the square, the water and houses."""
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
        round_about = shapely.buffer(shapely.points(at), 13.0)
        if shapely.distance(water, shapely.points(at)) > 30.0 and not houses.query(round_about, "intersects").size:
            chosen.append(at)
    return chosen


def draw_kerbs(sketch: Sketch, roundabouts: list[Floats]) -> None:
    """Draw pavements about roundabouts, before the streets, so that these lead in through them."""
    for at in roundabouts:
        sketch.face(disc(at, 15.5, 32), grounds.PAVEMENT, Layer.WAY, 8)


def draw_roundabouts(sketch: Sketch, town_id: str, roundabouts: list[Floats]) -> None:
    """Draw carriageways about green islands."""
    for number, at in enumerate(roundabouts, 1):
        thing = sketch.thing(f"{town_id}-round{number:02d}", "roundabout", disc(at, 13.5, 32))
        for radius, colour, grain in (
            (13.5, (98, 98, 100), 8),
            (6.9, (214, 210, 202), 5),
            (6.2, (98, 128, 66), 26),
            (2.4, (170, 96, 110), 26),
        ):
            sketch.face(disc(at, radius, 32), colour, Layer.PAINT, grain, owner=thing)
