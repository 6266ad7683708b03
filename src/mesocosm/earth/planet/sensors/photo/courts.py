"""Courts and pitches with the lines of their rules, car parks, pools and helipads."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Area
from mesocosm.earth.planet.sensors.painter import ribbon
from mesocosm.earth.planet.sensors.photo.rings import frame_of, ring_of
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, box, disc, lay_corners, lay_each, part
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.vehicles import draw_cars
from mesocosm.earth.planet.sensors.window import Bools, Floats

WHITE: Colour = (236, 236, 230)
Spot = tuple[Floats, Floats]


def _stripe(
    sketch: Sketch, at: Spot, points: list[tuple[float, float]], width: float = 0.3, colour: Colour = WHITE
) -> None:
    sketch.face(ribbon(lay_corners(part(points), *at), width), colour, Layer.PAINT, 4)


def _loop(sketch: Sketch, at: Spot, length: float, breadth: float, width: float = 0.3) -> None:
    ring = box(length, breadth)
    for k in range(4):
        _stripe(sketch, at, [tuple(ring[k]), tuple(ring[(k + 1) % 4])], width)


def _circle(
    sketch: Sketch, at: Spot, middle: tuple[float, float], radius: float, width: float = 0.3, arc: slice = slice(None)
) -> None:
    points = disc(np.zeros(2), radius, 24) + np.asarray(middle)
    closed = np.concatenate([points, points[:1]])[arc]
    sketch.face(ribbon(lay_corners(closed, *at), width), WHITE, Layer.PAINT, 4)


def draw_tennis(sketch: Sketch, area: Area, draw: Generator) -> None:
    """Draw the ITF's court of 23.77 × 10.97 m on clay or hard ground, with its net."""
    middle, along, _, _ = frame_of(ring_of(area.outline))
    at = (middle, along)
    outer, inner = (((158, 96, 70), (178, 104, 74)), ((58, 110, 78), (52, 92, 148)))[int(draw.integers(2))]
    ring = ring_of(area.outline)
    sketch.thing(area.id, "tennis_court", ring)
    sketch.face(ring, outer, Layer.WAY, 6)
    sketch.face(lay_corners(box(23.77, 10.97), *at), inner, Layer.WAY, 6)
    _loop(sketch, at, 23.77, 10.97)
    for side in (-4.115, 4.115):
        _stripe(sketch, at, [(-11.885, side), (11.885, side)])
    for end in (-6.4, 6.4):
        _stripe(sketch, at, [(end, -4.115), (end, 4.115)])
    _stripe(sketch, at, [(-6.4, 0.0), (6.4, 0.0)])
    _stripe(sketch, at, [(0.0, -6.4), (0.0, 6.4)], 0.45, (32, 36, 36))


def draw_basketball(sketch: Sketch, area: Area, draw: Generator) -> None:
    """Draw FIBA's court of 28 × 15 m: centre circle, keys and three-point arcs."""
    middle, along, _, _ = frame_of(ring_of(area.outline))
    at = (middle, along)
    ring = ring_of(area.outline)
    sketch.thing(area.id, "basketball_court", ring)
    ground, floor = (((94, 104, 112), (176, 96, 66)), ((60, 112, 84), (66, 92, 150)))[int(draw.integers(2))]
    sketch.face(ring, ground, Layer.WAY, 5)
    sketch.face(lay_corners(box(28.0, 15.0), *at), floor, Layer.WAY, 5)
    for side in (-1.0, 1.0):
        key = box(5.8, 4.9, at=(side * 11.1, 0.0))
        sketch.face(lay_corners(key, *at), (120, 52, 48) if floor[0] > 100 else (170, 80, 60), Layer.WAY, 4)
        for k in range(4):
            _stripe(sketch, at, [tuple(key[k]), tuple(key[(k + 1) % 4])])
        arc = slice(6, 19) if side > 0 else slice(18, 25)
        _circle(sketch, at, (side * 12.4, 0.0), 6.75, arc=arc)
        if side < 0:
            _circle(sketch, at, (side * 12.4, 0.0), 6.75, arc=slice(0, 7))
        _circle(sketch, at, (side * 8.2, 0.0), 1.8)
        sketch.face(lay_corners(box(0.5, 1.8, at=(side * 12.8, 0.0)), *at), (236, 236, 236), Layer.LOW, 2)
        sketch.shadow(lay_corners(box(0.5, 1.8, at=(side * 12.8, 0.0)), *at), 3.5, low=True)
    _loop(sketch, at, 28.0, 15.0)
    _stripe(sketch, at, [(0.0, -7.5), (0.0, 7.5)])
    _circle(sketch, at, (0.0, 0.0), 1.8)


def draw_football(sketch: Sketch, area: Area, draw: Generator) -> None:
    """Draw a mown pitch in bands of light and dark grass, with penalty areas, centre circle and goals."""
    ring = ring_of(area.outline)
    middle, along, length, breadth = frame_of(ring)
    at = (middle, along)
    long, wide = length - 6.0, breadth - 5.0
    sketch.thing(area.id, "football_pitch", ring)
    sketch.face(ring, (84, 126, 58), Layer.WAY, 12)
    for k in range(10):
        shade = (88, 136, 60) if k % 2 else (74, 120, 52)
        sketch.face(
            lay_corners(box(long / 10, wide, at=((k + 0.5) * long / 10 - long / 2, 0.0)), *at), shade, Layer.WAY, 10
        )
    _loop(sketch, at, long, wide, 0.4)
    _stripe(sketch, at, [(0.0, -wide / 2), (0.0, wide / 2)], 0.4)
    _circle(sketch, at, (0.0, 0.0), 9.15, 0.4)
    for side in (-1.0, 1.0):
        for deep, broad in ((16.5, min(40.3, wide - 4.0)), (5.5, 18.3)):
            x = side * long / 2
            corners = [(x, -broad / 2), (x - side * deep, -broad / 2), (x - side * deep, broad / 2), (x, broad / 2)]
            for a, b in pairwise(corners):
                _stripe(sketch, at, [a, b], 0.4)
        goal = lay_corners(box(1.8, 7.3, at=(side * (long / 2 + 0.9), 0.0)), *at)
        sketch.face(goal, (214, 218, 216), Layer.LOW, 3)
        sketch.shadow(goal, 2.4, low=True)


def draw_playground(sketch: Sketch, area: Area, draw: Generator) -> None:
    """Draw sand, a slide, swings and a roundabout in bright colours."""
    ring = ring_of(area.outline)
    middle, along, length, breadth = frame_of(ring)
    sketch.face(ring, (200, 176, 132), Layer.WAY, 10)
    for k, colour in enumerate(((206, 60, 50), (60, 110, 190), (236, 196, 60))):
        spot = lay_corners(part([((k - 1) * length * 0.28, (k % 2 - 0.5) * breadth * 0.3)]), middle, along)[0]
        shape = lay_corners(box(3.5, 1.2), spot, along) if k else disc(spot, 1.8, 12)
        sketch.face(shape, colour, Layer.LOW, 3)
        sketch.shadow(shape, 1.8, low=True)


def draw_car_park(sketch: Sketch, area: Area, draw: Generator) -> None:
    """Draw asphalt, bays of 2.5 × 5 m in rows with aisles of 6 m, two thirds of them occupied."""
    ring = ring_of(area.outline)
    sketch.thing(area.id, "car_park", ring)
    fill_car_park(sketch, area.id, ring, draw)


def fill_car_park(sketch: Sketch, id: str, ring: Floats, draw: Generator) -> None:
    """Draw bays and cars over the box about a ring."""
    middle, along, length, breadth = frame_of(ring)
    at = (middle, along)
    left = np.array([-along[1], along[0]])
    sketch.face(ring, (92, 92, 94), Layer.WAY, 8)
    bays = int((length - 2.0) / 2.5)
    rows, facing = _bay_rows(breadth)
    k, row = (each.ravel() for each in np.meshgrid(np.arange(bays + 1), np.arange(rows.size)))
    x, y = (k - bays / 2) * 2.5, rows[row]
    within = _within(
        ring, lay_each(box(2.5, 5.0), lay_corners(np.stack([x + 1.25, y + 2.5], axis=-1), *at), along[None])
    )
    k, row, x, y = k[within], row[within], x[within], y[within]
    stripes = lay_corners(np.stack([x, y + 2.5], axis=-1), *at)
    direction = np.broadcast_to(left, stripes.shape)
    sketch.faces(lay_each(box(5.0, 0.15), stripes, direction), (208, 208, 204), Layer.PAINT, 4)
    taken = (draw.uniform(0.0, 1.0, k.size) < 0.66) & (k < bays)
    ahead = np.where(draw.uniform(0.0, 1.0, k.size) < 0.7, 1.0, -1.0) * facing[row]
    # No car stands exactly in the middle of a bay, or exactly parallel to it.
    askew = draw.uniform(-1.0, 1.0, (k.size, 3)) * [0.18, 0.3, 0.03]
    spots = lay_corners(np.stack([x + 1.25 + askew[:, 0], y + 2.5 + askew[:, 1]], axis=-1), *at)[taken]
    turned = (left - askew[:, 2:] * along)[taken] * ahead[taken, None]
    draw_cars(sketch, [f"{id}-c{number:03d}" for number in range(len(spots))], spots, turned, draw, True)


def _within(ring: Floats, bays: Floats) -> Bools:
    """Return which bays lie within a car park, to half a metre."""
    import shapely

    room = shapely.buffer(shapely.polygons(ring), 0.5)
    return np.asarray(shapely.contains_xy(room, bays[..., 0], bays[..., 1]).all(axis=1))


def _bay_rows(breadth: float) -> tuple[Floats, Floats]:
    """Return where rows of bays begin across a car park, an aisle between every two, and which way cars face."""
    rows, across, facing = [], -breadth / 2 + 0.6, 1.0
    while across + 5.0 <= breadth / 2:
        rows.append((across, facing))
        across += 5.0 + (6.2 if facing > 0 else 0.0)
        facing = -facing
    return part(rows).reshape(-1, 2)[:, 0], part(rows).reshape(-1, 2)[:, 1]


def draw_pool(sketch: Sketch, id: str, at: Floats, along: Floats, draw: Generator) -> None:
    """Draw a garden pool of 8 × 4 m with a pale rim and steps."""
    length, breadth = float(draw.uniform(7.0, 10.5)), float(draw.uniform(3.6, 5.0))
    spot = (at, along)
    a, b, c = length / 2, breadth / 2, 0.9
    water = part(
        [(-a, -b + c), (-a + c, -b), (a - c, -b), (a, -b + c), (a, b - c), (a - c, b), (-a + c, b), (-a, b - c)]
    )
    ring = lay_corners(water, *spot)
    sketch.face(lay_corners(box(length + 3.0, breadth + 3.0), *spot), (206, 198, 184), Layer.WAY, 6)
    thing = sketch.thing(id, "swimming_pool", ring, 0.0, length_m=round(length, 1))
    sketch.face(ring, (70, 176, 206), Layer.PAINT, 8, owner=thing)
    sketch.face(
        lay_corners(box(length * 0.4, breadth * 0.7, at=(length * 0.18, 0.0)), *spot),
        (44, 150, 190),
        Layer.PAINT,
        8,
        owner=thing,
    )


def draw_helipad(sketch: Sketch, id: str, at: Floats, along: Floats) -> None:
    """Draw a disc with a ring and the letter H."""
    ring = disc(at, 11.0, 32)
    thing = sketch.thing(id, "helipad", ring)
    sketch.face(ring, (96, 98, 100), Layer.WAY, 5, owner=thing)
    _circle(sketch, (at, along), (0.0, 0.0), 9.5, 0.8)
    for points in ([(-3.5, -2.2), (3.5, -2.2)], [(-3.5, 2.2), (3.5, 2.2)], [(0.0, -2.2), (0.0, 2.2)]):
        _stripe(sketch, (at, along), points, 1.0)
