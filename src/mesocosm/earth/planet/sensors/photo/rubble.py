"""What a disaster leaves of buildings, in the four levels of the Joint Damage Scale (Gupta et al. 2019, xBD)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Building
from mesocosm.earth.planet.sensors.photo.rings import frame_of, label_of
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, box, laid, part
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.window import Floats
from mesocosm.earth.planet.settling import settled
from mesocosm.seeding import generator

Damage = Literal["none", "minor", "major", "destroyed"]
LEVELS: tuple[Damage, ...] = ("none", "minor", "major", "destroyed")
DEBRIS: tuple[Colour, ...] = (
    (150, 138, 124),
    (120, 108, 96),
    (176, 166, 152),
    (94, 84, 76),
    (140, 92, 74),
    (196, 190, 180),
)
TARP: Colour = (44, 92, 168)
INSIDE: Colour = (46, 40, 38)


def _draw(building: Building) -> Generator:
    return generator("planet", "damage", building.id)


def draw_holes(sketch: Sketch, building: Building, ring: Floats, thing: int, level: Damage) -> None:
    """Missing tiles and a tarpaulin (minor); a third of the roof gone, walls showing, debris about it (major)."""
    draw = _draw(building)
    middle, along, length, breadth = frame_of(ring)
    if level == "minor":
        for _ in range(int(draw.integers(2, 5))):
            _patch(sketch, middle, along, length, breadth, INSIDE, float(draw.uniform(0.1, 0.18)), thing, draw)
        if draw.uniform() < 0.6:
            _patch(sketch, middle, along, length, breadth, TARP, 0.3, thing, draw)
        return
    side = 1.0 if draw.uniform() < 0.5 else -1.0
    a, b = length / 2, breadth / 2
    torn = [
        (0.05 * a, -b),
        (a, -b),
        (a, b),
        (0.2 * a, b),
        (0.38 * a, 0.4 * b),
        (0.02 * a, 0.1 * b),
        (0.3 * a, -0.4 * b),
    ]
    gap = laid(part([(side * x, y) for x, y in torn]) * 0.94, middle, along)
    sketch.face(gap, INSIDE, Layer.ROOF_TOP, 20, owner=thing)
    for share in (0.35, 0.6, 0.82):
        beam = laid(box(0.35, breadth * 0.9, at=(side * a * share, 0.0)), middle, along)
        sketch.face(beam, (150, 120, 88), Layer.ROOF_TOP, 6, owner=thing)
    for _ in range(2):
        _patch(sketch, middle, along, length, breadth, INSIDE, 0.2, thing, draw)
    _debris(sketch, middle, along, length * 1.3, breadth * 1.5, 26, Layer.LOW, -1, draw)


def _patch(
    sketch: Sketch,
    middle: Floats,
    along: Floats,
    length: float,
    breadth: float,
    colour: Colour,
    size: float,
    thing: int,
    draw: Generator,
) -> None:
    """A ragged hole, or a sheet over one."""
    spot = laid(part([(draw.uniform(-0.32, 0.32) * length, draw.uniform(-0.28, 0.28) * breadth)]), middle, along)[0]
    shape = box(size * length, size * 1.3 * breadth) * draw.uniform(0.7, 1.2, (4, 2))
    sketch.face(laid(shape, spot, along), colour, Layer.ROOF_TOP, 8, owner=thing)


def draw_ruin(sketch: Sketch, building: Building, ring: Floats) -> None:
    """A heap of rubble on and about the footprint, stumps of walls, no roof."""
    draw = _draw(building)
    middle, along, length, breadth = frame_of(ring)
    thing = sketch.thing(
        building.id,
        label_of(building.use),
        ring,
        1.5,
        use=building.use,
        storeys=building.storeys,
        built=building.built,
        damage="destroyed",
    )
    sketch.face(ring, (112, 100, 90), Layer.LOW, 40, owner=thing)
    _debris(sketch, middle, along, length * 1.35, breadth * 1.45, 30, Layer.LOW, -1, draw)
    count = int(np.clip(length * breadth / 2.0, 40, 220))
    _debris(sketch, middle, along, length, breadth, count, Layer.LOW_TOP, thing, draw)
    for shift, size in ((-0.48, (0.5, breadth * 0.6)), (0.48, (0.5, breadth * 0.35))):
        wall = laid(box(*size, at=(shift * length, 0.0)), middle, along)
        sketch.face(wall, (196, 186, 172), Layer.LOW_TOP, 6, owner=thing)
        sketch.shadow(wall, 1.6, low=True)


def _debris(
    sketch: Sketch,
    middle: Floats,
    along: Floats,
    length: float,
    breadth: float,
    count: int,
    layer: Layer,
    thing: int,
    draw: Generator,
) -> None:
    """Pieces of wall, tile and timber, thrown over a box."""
    places = np.clip(draw.normal(0.0, 0.24, (count, 2)), -0.5, 0.5) * [length, breadth]
    turns, sizes, tones = (
        draw.uniform(0.0, np.pi, count),
        draw.uniform(0.4, 1.9, (count, 2)),
        draw.integers(0, 6, count),
    )
    direction = settled(np.stack([np.cos(turns), np.sin(turns)], axis=-1), 1e-6)
    for place, way, size, tone in zip(places, direction, sizes, tones, strict=True):
        spot = laid(place[None], middle, along)[0]
        sketch.face(
            laid(box(float(size[0]) * 1.6, float(size[1])), spot, way), DEBRIS[int(tone)], layer, 6, owner=thing
        )
