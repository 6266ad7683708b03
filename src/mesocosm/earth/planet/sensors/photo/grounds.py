"""The ground of a town from above: land, fields, water, blocks, streets with markings, bridges, railways, trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Area, Field, Street, Town, Zone
from mesocosm.earth.planet.sensors.painter import ribbon
from mesocosm.earth.planet.sensors.photo.courts import (
    draw_basketball,
    draw_car_park,
    draw_football,
    draw_playground,
    draw_tennis,
)
from mesocosm.earth.planet.sensors.photo.rings import frame_of, plain_rings, ring_of
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, box, disc, lay_corners, lay_each, tint
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.window import Floats

if TYPE_CHECKING:
    from shapely.geometry import LineString

GRASS: Colour = (108, 120, 78)
WATER: Colour = (40, 66, 82)
SEA: Colour = (34, 70, 92)
ASPHALT: Colour = (96, 96, 98)
PAVEMENT: Colour = (158, 152, 144)
MARK: Colour = (228, 228, 222)
LOTS: dict[Zone, tuple[Colour, int]] = {
    "core": ((146, 138, 128), 16),
    "terrace": ((114, 118, 88), 26),
    "suburb": ((106, 122, 76), 28),
    "estate": ((112, 126, 84), 24),
    "industry": ((136, 132, 126), 18),
    "park": ((100, 124, 70), 24),
    "square": ((176, 164, 148), 10),
    "school": ((110, 126, 80), 22),
    "hospital": ((118, 130, 90), 20),
    "church": ((112, 128, 84), 20),
}
GARDENS: tuple[Colour, ...] = ((106, 122, 76), (98, 118, 68), (114, 120, 80), (126, 122, 88), (112, 126, 82))
"""Lawns from lush to worn."""
GROWING: Colour = (82, 108, 56)
RIPE: Colour = (184, 166, 116)
EARTH: Colour = (142, 112, 84)
ROWS_M = {"maize": 3.0, "sunflower": 3.0, "vines": 4.5, "olives": 8.0, "cotton": 3.0, "potato": 3.0, "sugar_cane": 3.5}
"""Distance between rows of plants or the tracks of machines, as wide as a picture can show; for other crops 12 m."""


def rings_of(shape: object) -> list[Floats]:
    """Return the outer rings of all polygons of a shape."""
    import shapely

    parts = shapely.get_parts([shape])
    return [ring_of(piece) for piece in parts if piece.geom_type == "Polygon" and not piece.is_empty]


def holes_of(shape: object) -> list[Floats]:
    import shapely

    polygons = [piece for piece in shapely.get_parts([shape]) if piece.geom_type == "Polygon"]
    return [shapely.get_coordinates(ring)[:-1] for piece in polygons for ring in shapely.get_rings(piece)[1:]]


def draw_land(sketch: Sketch, town: Town, day: int, draw: Generator) -> None:
    """Draw the window's grass, fields, open land and blocks."""
    sketch.face(ring_of(town.window), GRASS, Layer.LAND, 34)
    for area in town.areas:
        if area.kind == "wood":
            sketch.face(ring_of(area.outline), (52, 72, 40), Layer.LAND, 30)
        elif area.kind == "grass":
            sketch.face(ring_of(area.outline), (114, 126, 80), Layer.LAND, 30)
    for field in town.fields:
        _field(sketch, field, day, draw)
    for block in town.blocks:
        colour, grain = LOTS[block.zone]
        sketch.face(ring_of(block.outline), colour, Layer.WATER, grain)
    zones = {block.id: block.zone for block in town.blocks}
    gardens = [parcel.outline for parcel in town.parcels if zones[parcel.block] in ("suburb", "terrace")]
    kinds, shades = draw.integers(len(GARDENS), size=len(gardens)), draw.uniform(0.84, 1.14, len(gardens))
    for ring, kind, shade in zip(plain_rings(gardens), kinds.tolist(), shades.tolist(), strict=True):
        sketch.face(ring, tint(GARDENS[kind], shade), Layer.WATER, 32)


def _field(sketch: Sketch, field: Field, day: int, draw: Generator) -> None:
    """Draw a field in its colour on the day: earth, green, ripe or stubble, in rows along its longer side."""
    ring = ring_of(field.outline)
    _, along, _, _ = frame_of(ring)
    colour = crop_colour(field.crop, field.sown_day, field.harvest_day, day)
    tone = tint(colour, float(draw.uniform(0.88, 1.12)))
    across = (-float(along[1]), float(along[0]), ROWS_M.get(field.crop, 12.0))
    rows = (0.0, 0.0, 0.0) if field.crop in ("pasture", "fallow") else across
    sketch.face(ring, tone, Layer.LAND, 18, rows=rows)


def crop_colour(crop: str, sown_day: int, harvest_day: int, day: int) -> Colour:
    """Return the colour of a field on a day of the year: earth, green, in bloom, ripe or stubble."""
    span, since = (harvest_day - sown_day) % 365, (day - sown_day) % 365
    grown = since / max(span, 1)
    if crop in ("pasture", "lucerne", "fallow"):
        return (112, 130, 76) if crop != "fallow" else (150, 140, 98)
    if since > span + 30 or grown < 0.12:
        return EARTH
    if crop == "rapeseed" and 0.66 < grown < 0.8:
        return (206, 192, 52)
    return RIPE if grown > 0.86 else GROWING


def draw_water(sketch: Sketch, town: Town) -> None:
    """Draw rivers with green banks, then the sea or lakes with a beach and shallows; islands are painted over."""
    import shapely

    strand = (214, 198, 160) if town.place.port else (132, 130, 92)
    for shape, rims in (
        (town.rivers, ((3.5, (92, 108, 62), 34), (0.8, (120, 112, 86), 20))),
        (town.standing, ((11.0, strand, 18), (3.0, tint(strand, 0.8), 12))),
    ):
        for reach, colour, grain in rims:
            for ring in rings_of(shapely.intersection(shapely.buffer(shape, reach, quad_segs=3), town.window)):
                sketch.face(ring, colour, Layer.LAND, grain)
    for shape, colour in ((town.rivers, WATER), (town.standing, tint(SEA, 1.25))):
        for ring in rings_of(shape):
            sketch.face(ring, colour, Layer.WATER, 12)
    land = shapely.difference(town.window, town.standing)
    for reach, shade in ((9.0, 1.12), (26.0, 1.0)):
        for ring in rings_of(shapely.difference(town.standing, shapely.buffer(land, reach, quad_segs=3))):
            sketch.face(ring, tint(SEA, shade), Layer.WATER, 12)
    for shape in (town.rivers, town.standing):
        for hole in holes_of(shape):
            sketch.face(hole, GRASS, Layer.WATER, 30)


def draw_areas(sketch: Sketch, areas: tuple[Area, ...], draw: Generator) -> None:
    """Draw parks with paths, squares, courts and car parks."""
    courts = {
        "tennis_court": draw_tennis,
        "basketball_court": draw_basketball,
        "football_pitch": draw_football,
        "playground": draw_playground,
        "car_park": draw_car_park,
    }
    for area in sorted(areas, key=lambda area: area.kind in courts):
        if area.kind == "park":
            ring = ring_of(area.outline)
            sketch.face(ring, LOTS["park"][0], Layer.WATER, 26)
            middle, along, length, breadth = frame_of(ring)
            for shape in (box(length * 0.9, 2.2), box(2.2, breadth * 0.9)):
                sketch.face(lay_corners(shape, middle, along), (186, 172, 144), Layer.WAY, 8)
        elif area.kind == "square":
            ring = ring_of(area.outline)
            sketch.face(ring, LOTS["square"][0], Layer.WAY, 10)
            fountain = ring.mean(axis=0)
            sketch.face(disc(fountain, 5.0, 24), (206, 200, 190), Layer.LOW, 4)
            sketch.face(disc(fountain, 4.0, 24), (84, 140, 164), Layer.LOW, 8)
        elif area.kind == "construction_site":
            sketch.face(ring_of(area.outline), (168, 140, 108), Layer.WATER, 30)
        elif area.kind in courts:
            courts[area.kind](sketch, area, draw)


def draw_streets(sketch: Sketch, streets: tuple[Street, ...]) -> None:
    """Draw pavements, then carriageways, then their markings; ends are round so that crossings close."""
    import shapely

    lines = [shapely.get_coordinates(street.line) for street in streets]
    paved = [k for k, street in enumerate(streets) if street.kind in ("residential", "secondary", "primary")]
    _ways(sketch, [lines[k] for k in paved], [streets[k].width_m + 3.6 for k in paved], [PAVEMENT] * len(paved), 8)
    tones = {"residential": 1.04, "service": 1.12, "motorway": 0.9}
    colours = [tint(ASPHALT, tones.get(street.kind, 0.96)) for street in streets]
    _ways(sketch, lines, [street.width_m for street in streets], colours, 10)
    _marks(sketch, streets)


def _ways(sketch: Sketch, lines: list[Floats], widths_m: list[float], colours: list[Colour], grain: int) -> None:
    """Draw ribbons along lines, then discs on their ends."""
    for line, width, colour in zip(lines, widths_m, colours, strict=True):
        sketch.face(ribbon(line, width), colour, Layer.WAY, grain)
    if lines:
        ends = np.concatenate([np.stack([line[0], line[-1]]) for line in lines])
        discs = ends[:, None] + disc(np.zeros(2), 0.5, 12) * np.repeat(widths_m, 2)[:, None, None]
        sketch.faces(discs, np.repeat(np.asarray(colours, np.float64), 2, axis=0), Layer.WAY, grain)


def _marks(sketch: Sketch, streets: tuple[Street, ...]) -> None:
    """Draw dashes along the middle, edge lines on motorways, zebra crossings before the ends of larger streets."""
    shapes: dict[tuple[float, float], list[tuple[Floats, Floats]]] = {}
    for street in streets:
        if street.kind in ("residential", "service"):
            continue
        for length, width, at, along in _marks_of(street):
            shapes.setdefault((length, width), []).append((at, along))
    for (length, width), marks in shapes.items():
        at, along = (np.concatenate(each) for each in zip(*marks, strict=True))
        sketch.faces(lay_each(box(length, width), at, along), MARK, Layer.PAINT, 4)


def _marks_of(street: Street) -> Iterator[tuple[float, float, Floats, Floats]]:
    """Yield length, breadth, places and directions of markings."""
    length, width = street.line.length, street.width_m
    at, along = points_along(street, np.arange(6.0, max(length - 6.0, 6.0), 9.0))
    left = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    yield 4.0, 0.22, at, along
    if street.kind == "motorway":
        for side in (-1.0, 1.0):
            yield 4.0, 0.2, at + left * (side * width / 4), along
            yield 9.2, 0.25, at + left * (side * (width / 2 - 0.6)), along
    elif length > 45.0:
        at, along = points_along(street, np.asarray([9.5, length - 9.5]))
        left = np.stack([-along[:, 1], along[:, 0]], axis=-1)
        for k in range(int(width)):
            yield 3.2, 0.5, at + left * (k + 0.5 - width / 2), along


def points_along(street: Street, places: Floats) -> tuple[Floats, Floats]:
    """Return points at distances along a street, and the direction at each."""
    import shapely

    a = shapely.get_coordinates(shapely.line_interpolate_point(street.line, places - 0.5)).reshape(-1, 2)
    b = shapely.get_coordinates(shapely.line_interpolate_point(street.line, places + 0.5)).reshape(-1, 2)
    step = b - a
    length = np.sqrt((step * step).sum(axis=1))
    good = length > 0.2
    return (a + b)[good] / 2, step[good] / length[good, None]


def draw_bridges(sketch: Sketch, town: Town) -> None:
    """Draw decks above the water with parapets, and the roads on them."""
    streets = {street.id: street for street in town.streets}
    for bridge in town.bridges:
        ring = ring_of(bridge.deck)
        middle, along, length, breadth = frame_of(ring)
        thing = sketch.thing(bridge.id, "bridge", ring, 6.0, length_m=round(length, 1))
        sketch.face(ring + np.array([-3.0, 3.6]), (22, 36, 46), Layer.WATER, 6)
        sketch.face(ring, (206, 202, 194), Layer.DECK, 5, owner=thing)
        width = streets[bridge.street].width_m if bridge.street in streets else breadth * 0.7
        deck = lay_corners(box(length + 2.0, min(width, breadth - 1.6)), middle, along)
        sketch.face(deck, tint(ASPHALT, 0.92), Layer.DECK, 8, owner=thing)
        for k in range(int(length / 9.0)):
            spot = middle + along * (k * 9.0 - length / 2 + 4.0)
            sketch.face(lay_corners(box(4.0, 0.22), spot, along), MARK, Layer.DECK, 3, owner=thing)


def draw_railways(sketch: Sketch, town: Town) -> None:
    """Draw ballast, sleepers and two pairs of rails."""
    import shapely

    for line in town.railways:
        course = shapely.get_coordinates(line)
        sketch.face(ribbon(course, 10.0), (134, 124, 114), Layer.WAY, 14)
        at, along = _on_line(line, 1.3)
        left = np.stack([-along[:, 1], along[:, 0]], axis=-1)
        for side in (-2.2, 2.2):
            sketch.faces(lay_each(box(0.35, 2.6), at + left * side, along), (92, 82, 74), Layer.PAINT, 4)
        for offset in (-2.95, -1.45, 1.45, 2.95):
            rail = shapely.get_coordinates(shapely.offset_curve(line, offset))
            if len(rail) > 1:
                sketch.face(ribbon(rail, 0.28), (196, 190, 184), Layer.PAINT, 3)


def _on_line(line: LineString, step_m: float) -> tuple[Floats, Floats]:
    """Return points every `step_m` metres along a line, and the direction at each."""
    import shapely

    places = np.arange(step_m, float(shapely.length(line)) - step_m, step_m)
    points = shapely.get_coordinates(shapely.line_interpolate_point(line, places)).reshape(-1, 2)
    if len(points) < 2:
        return np.zeros((0, 2)), np.zeros((0, 2))
    ahead = np.gradient(points, axis=0)
    return points, ahead / np.sqrt((ahead * ahead).sum(axis=1, keepdims=True))
