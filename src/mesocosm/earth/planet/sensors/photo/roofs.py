"""Buildings from above: pitched roofs with a lit and a shaded side, flat roofs with parapets, vents and skylights."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Building, Material
from mesocosm.earth.planet.sensors.photo.corners import (
    Corner,
    Frame,
    Ring,
    area,
    convex_pieces,
    frame,
    half,
    holds,
    inset_ring,
)
from mesocosm.earth.planet.sensors.photo.rings import label_of, plain_rings
from mesocosm.earth.planet.sensors.photo.rubble import Damage, Hazard, draw_damage, draw_ruin
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, tint
from mesocosm.earth.planet.sensors.photo.sketch import Sketch

PITCH = (0.57, 0.82)
"""Sine and cosine of a roof of 35 degrees."""
TILES: dict[Material, tuple[Colour, ...]] = {
    "brick": ((150, 84, 66), (128, 76, 64), (110, 92, 84), (92, 90, 92)),
    "stone": ((168, 104, 76), (150, 96, 74), (104, 104, 108)),
    "concrete": ((166, 96, 72), (140, 88, 72), (120, 112, 108)),
    "timber": ((96, 84, 78), (118, 100, 88), (84, 92, 100), (132, 84, 70)),
    "steel": ((150, 156, 162), (112, 122, 134), (176, 178, 176)),
    "adobe": ((182, 128, 94), (170, 120, 92), (190, 150, 118)),
}
FLATS: tuple[Colour, ...] = ((150, 148, 144), (124, 122, 120), (176, 172, 164), (196, 194, 190), (104, 104, 106))
MEMBRANES: tuple[Colour, ...] = ((198, 196, 190), (178, 183, 188), (210, 206, 198), (168, 166, 160))
"""Colours of light sheets over shops, offices and schools; flats have gravel or tar."""
VENT: Colour = (206, 206, 202)
MACHINE: Colour = (128, 134, 142)
STAIRS: tuple[Colour, ...] = ((178, 128, 104), (196, 176, 150), (150, 140, 134))
HALLS: tuple[Colour, ...] = ((196, 200, 204), (168, 176, 184), (206, 204, 196), (142, 158, 172), (176, 142, 124))


def draw_buildings(
    sketch: Sketch,
    buildings: tuple[Building, ...],
    draw: Generator,
    damage: Mapping[str, Damage] | None = None,
    hazard: Hazard = "wind",
) -> None:
    """Draw every building with its roof, its shadow and its annotation, intact or damaged."""
    for building, ring in zip(buildings, plain_rings([each.outline for each in buildings]), strict=True):
        level = "none" if damage is None else damage.get(building.id, "none")
        if level == "destroyed":
            # Drawn into a throw-away sketch, so that later buildings get the same random numbers as without damage.
            draw_building(Sketch(), building, ring, draw)
            draw_ruin(sketch, building, np.asarray(ring), hazard)
            continue
        draw_building(sketch, building, ring, draw)
        thing = len(sketch.things) - 1
        if damage is not None:
            sketch.things[thing].attributes["damage"] = level
        if level != "none":
            draw_damage(sketch, building, np.asarray(ring), thing, level, hazard)


def draw_building(sketch: Sketch, building: Building, ring: Ring, draw: Generator) -> None:
    """Draw a building; the order of the records decides its random draws."""
    thing = sketch.thing(
        building.id,
        label_of(building.use),
        np.asarray(ring),
        building.height_m,
        use=building.use,
        roof=building.roof,
        material=building.material,
        storeys=building.storeys,
        built=building.built,
    )
    sketch.shadow(sketch.things[thing].outline, building.height_m - (0.0 if building.roof == "flat" else 1.2))
    if building.roof == "flat":
        _flat(sketch, building, ring, thing, draw)
    else:
        _pitched(sketch, building, ring, thing, draw)


def _pitched(sketch: Sketch, building: Building, ring: Ring, thing: int, draw: Generator) -> None:
    tiles = TILES[building.material]
    colour = tint(tiles[int(draw.integers(len(tiles)))], float(draw.uniform(0.88, 1.12)))
    for piece in convex_pieces(ring):
        about = frame(piece)
        length, breadth = about.length, about.breadth
        hip = building.roof == "hip" and length * breadth < 1.15 * abs(area(piece))
        for face, (nx, ny) in _hip(about) if hip else _gable(piece, about):
            sketch.face(face, colour, Layer.ROOF, 14, (PITCH[0] * nx, PITCH[0] * ny, PITCH[1]), thing)
        reach = max(length - (breadth if hip else 0.0), 0.6)
        sketch.face(about.box(reach, 0.45), tint(colour, 0.8), Layer.ROOF_TOP, 8, owner=thing)
        if building.use in ("house", "flats", "shop") and draw.uniform() < 0.7:
            u, v = float(draw.uniform(-0.3, 0.3)) * length, breadth * 0.14
            sketch.face(about.box(1.0, 0.9, u, v), (96, 82, 76), Layer.ROOF_TOP, owner=thing)
            sketch.face(about.box(0.5, 0.4, u, v), (40, 36, 36), Layer.ROOF_TOP, owner=thing)
    if building.use == "church":
        _steeple(sketch, frame(ring), building.height_m, thing)


def _steeple(sketch: Sketch, nave: Frame, height_m: float, thing: int) -> None:
    """Draw a tower with a slate pyramid at the western end, taller than the nave."""
    west = 3.5 - nave.length / 2
    tower, top = nave.box(7.0, 7.0, west), nave.place(west, 0.0)
    sketch.shadow(np.asarray(tower), height_m * 2.2)
    for k in range(4):
        (ax, ay), (bx, by) = tower[k], tower[(k + 1) % 4]
        nx, ny = ((ax + bx) / 2 - top[0]) / 3.5, ((ay + by) / 2 - top[1]) / 3.5
        sketch.face([(ax, ay), (bx, by), top], (92, 98, 108), Layer.HIGH, 6, (0.8 * nx, 0.8 * ny, 0.6), thing)


def _gable(piece: Ring, about: Frame) -> list[tuple[Ring, Corner]]:
    nx, ny = -about.ay, about.ax
    return [
        (half(piece, about.x, about.y, nx, ny), (nx, ny)),
        (half(piece, about.x, about.y, -nx, -ny), (-nx, -ny)),
    ]


def _hip(about: Frame) -> list[tuple[Ring, Corner]]:
    a, b, r = about.length / 2, about.breadth / 2, max(about.length - about.breadth, 0.0) / 2
    ax, ay = about.ax, about.ay
    return [
        (about.shape([(-a, -b), (a, -b), (r, 0.0), (-r, 0.0)]), (ay, -ax)),
        (about.shape([(a, b), (-a, b), (-r, 0.0), (r, 0.0)]), (-ay, ax)),
        (about.shape([(a, -b), (a, b), (r, 0.0)]), (ax, ay)),
        (about.shape([(-a, b), (-a, -b), (-r, 0.0)]), (-ax, -ay)),
    ]


def _flat(sketch: Sketch, building: Building, ring: Ring, thing: int, draw: Generator) -> None:
    """Draw a roof with a parapet: skylights on halls, stair heads on flats, large machines on shops and offices."""
    hall, lived_in = building.form == "hall", building.use in ("flats", "house")
    shades = HALLS if hall else FLATS if lived_in else MEMBRANES
    colour = tint(shades[int(draw.integers(len(shades)))], float(draw.uniform(0.92, 1.06)))
    sketch.face(ring, tint(colour, 0.72 if not hall else 0.85), Layer.ROOF, 8, owner=thing)
    sketch.face(inset_ring(ring, 0.7), colour, Layer.ROOF, 16, owner=thing)
    about = frame(ring)
    if hall:
        _skylights(sketch, ring, about, colour, thing)
    elif building.use == "flats":
        _stair_heads(sketch, ring, about, thing, draw)
    trade = not hall and not lived_in
    _vents(sketch, ring, about, thing, draw, (1.8, 4.2) if trade else (0.9, 2.6), MACHINE if trade else VENT)


def _skylights(sketch: Sketch, ring: Ring, about: Frame, colour: Colour, thing: int) -> None:
    """Draw shallow pitches across the hall with light strips along them."""
    length, breadth = about.length, about.breadth
    bays = max(1, round(length / 12.0))
    for k in range(bays):
        u = ((k + 0.5) / bays - 0.5) * length
        pitch = about.box(length / bays * 0.5, breadth - 2.0, u)
        if not all(holds(ring, x, y) for x, y in pitch):
            continue
        sketch.face(pitch, tint(colour, 0.93), Layer.ROOF, 10, owner=thing)
        sketch.face(about.box(1.4, breadth * 0.7, u), (186, 206, 216), Layer.ROOF_TOP, 6, owner=thing)
    ridge = about.box(length - 1.6, 0.5)
    if all(holds(ring, x, y) for x, y in ridge):
        sketch.face(ridge, tint(colour, 0.75), Layer.ROOF_TOP, 4, owner=thing)


def _stair_heads(sketch: Sketch, ring: Ring, about: Frame, thing: int, draw: Generator) -> None:
    """Draw a hut over every staircase along the middle of the roof, with its shadow."""
    colour = STAIRS[int(draw.integers(len(STAIRS)))]
    count = max(1, round(about.length / 15.0))
    for k in range(count):
        u = ((k + 0.5) / count - 0.5) * about.length
        hut = about.box(4.4, 3.2, u)
        if all(holds(ring, x, y) for x, y in about.box(5.6, 4.4, u)):
            sketch.face([(x - 0.9, y + 0.9) for x, y in hut], (52, 52, 54), Layer.ROOF_TOP, 4, owner=thing)
            sketch.face(hut, colour, Layer.ROOF_TOP, 6, owner=thing)


def _vents(
    sketch: Sketch, ring: Ring, about: Frame, thing: int, draw: Generator, sizes_m: tuple[float, float], colour: Colour
) -> None:
    """Draw boxes of machines with their small shadows, clear of the roof's edge."""
    length, breadth = about.length, about.breadth
    for _ in range(int(min(max(length * breadth / 130.0, 1), 12))):
        u, v, size = (float(draw.uniform(*ends)) for ends in ((-0.42, 0.42), (-0.36, 0.36), sizes_m))
        u, v = u * length, v * breadth
        if not all(holds(ring, x, y) for x, y in about.box(size + 2.4, size * 0.8 + 2.4, u, v)):
            continue
        box = about.box(size, size * 0.8, u, v)
        sketch.face([(x - 0.5, y + 0.5) for x, y in box], (62, 62, 64), Layer.ROOF_TOP, 4, owner=thing)
        sketch.face(box, colour, Layer.ROOF_TOP, 6, owner=thing)
