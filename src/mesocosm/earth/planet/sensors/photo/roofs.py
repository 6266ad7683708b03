"""Buildings from above: pitched roofs with a lit and a shaded side, flat roofs with parapets, vents and skylights."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Building, Material
from mesocosm.earth.planet.sensors.photo.rings import frame_of, label_of, ring_area, ring_of
from mesocosm.earth.planet.sensors.photo.rubble import Damage, draw_holes, draw_ruin
from mesocosm.earth.planet.sensors.photo.scenery import (
    Colour,
    Layer,
    Sketch,
    box,
    clipped,
    following,
    laid,
    part,
    preceding,
    tinted,
)
from mesocosm.earth.planet.sensors.window import Floats
from mesocosm.earth.planet.settling import settled

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
HALLS: tuple[Colour, ...] = ((196, 200, 204), (168, 176, 184), (206, 204, 196), (142, 158, 172), (176, 142, 124))


def draw_buildings(
    sketch: Sketch, buildings: tuple[Building, ...], draw: Generator, damage: Mapping[str, Damage] | None = None
) -> None:
    """Every building with its roof, its shadow and its annotation, whole or damaged."""
    for building in buildings:
        level = "none" if damage is None else damage.get(building.id, "none")
        if level == "destroyed":
            # Drawn aside, so that all later buildings draw the same numbers as before the disaster.
            draw_building(Sketch(), building, draw)
            draw_ruin(sketch, building, ring_of(building.outline))
            continue
        draw_building(sketch, building, draw)
        thing = len(sketch.things) - 1
        if damage is not None:
            sketch.things[thing].attributes["damage"] = level
        if level != "none":
            draw_holes(sketch, building, ring_of(building.outline), thing, level)


def draw_building(sketch: Sketch, building: Building, draw: Generator) -> None:
    """A building; the draws are its own in the order of the records."""
    ring = ring_of(building.outline)
    label = label_of(building.use)
    thing = sketch.thing(
        building.id,
        label,
        ring,
        building.height_m,
        use=building.use,
        roof=building.roof,
        material=building.material,
        storeys=building.storeys,
        built=building.built,
    )
    sketch.shadow(ring, building.height_m - (0.0 if building.roof == "flat" else 1.2))
    if building.roof == "flat":
        _flat(sketch, building, ring, thing, draw)
    else:
        _pitched(sketch, building, ring, thing, draw)


def _pitched(sketch: Sketch, building: Building, ring: Floats, thing: int, draw: Generator) -> None:
    tiles = TILES[building.material]
    colour = tinted(tiles[int(draw.integers(len(tiles)))], float(draw.uniform(0.88, 1.12)))
    for piece in convex_pieces(ring):
        middle, along, length, breadth = frame_of(piece)
        hip = building.roof == "hip" and length * breadth < 1.15 * abs(ring_area(piece))
        faces = _hip(middle, along, length, breadth) if hip else _gable(piece, middle, along)
        for face, (nx, ny) in faces:
            sketch.face(face, colour, Layer.ROOF, 14, (PITCH[0] * nx, PITCH[0] * ny, PITCH[1]), thing)
        reach = max(length - (breadth if hip else 0.0), 0.6)
        sketch.face(laid(box(reach, 0.45), middle, along), tinted(colour, 0.8), Layer.ROOF_TOP, 8, owner=thing)
        if building.use in ("house", "flats", "shop") and draw.uniform() < 0.7:
            spot = laid(part([((draw.uniform(-0.3, 0.3)) * length, breadth * 0.14)]), middle, along)[0]
            sketch.face(laid(box(1.0, 0.9), spot, along), (96, 82, 76), Layer.ROOF_TOP, owner=thing)
            sketch.face(laid(box(0.5, 0.4), spot, along), (40, 36, 36), Layer.ROOF_TOP, owner=thing)
    if building.use == "church":
        _steeple(sketch, ring, building.height_m, thing)


def _steeple(sketch: Sketch, ring: Floats, height_m: float, thing: int) -> None:
    """A tower with a pyramid of slate at the western end, taller than the nave."""
    middle, along, length, _ = frame_of(ring)
    tower = laid(box(7.0, 7.0), middle - along * (length / 2 - 3.5), along)
    sketch.shadow(tower, height_m * 2.2)
    top = tower.mean(axis=0)
    for k in range(4):
        face = np.stack([tower[k], tower[(k + 1) % 4], top])
        out = face[:2].mean(axis=0) - top
        out = out / np.sqrt((out * out).sum())
        sketch.face(face, (92, 98, 108), Layer.HIGH, 6, (0.8 * out[0], 0.8 * out[1], 0.6), thing)


def _gable(piece: Floats, middle: Floats, along: Floats) -> list[tuple[Floats, tuple[float, float]]]:
    left = np.array([-along[1], along[0]])
    return [
        (clipped(piece, middle, left), (float(left[0]), float(left[1]))),
        (clipped(piece, middle, -left), (-float(left[0]), -float(left[1]))),
    ]


def _hip(middle: Floats, along: Floats, length: float, breadth: float) -> list[tuple[Floats, tuple[float, float]]]:
    a, b, r = length / 2, breadth / 2, max(length - breadth, 0.0) / 2
    faces = [
        ([(-a, -b), (a, -b), (r, 0.0), (-r, 0.0)], (0.0, -1.0)),
        ([(a, b), (-a, b), (-r, 0.0), (r, 0.0)], (0.0, 1.0)),
        ([(a, -b), (a, b), (r, 0.0)], (1.0, 0.0)),
        ([(-a, b), (-a, -b), (-r, 0.0)], (-1.0, 0.0)),
    ]
    turned = []
    for corners, (u, v) in faces:
        normal = (float(u * along[0] - v * along[1]), float(u * along[1] + v * along[0]))
        turned.append((laid(part(corners), middle, along), normal))
    return turned


def convex_pieces(ring: Floats, depth: int = 6) -> list[Floats]:
    """A ring cut at its inward corners into convex pieces, each cut the shorter of the two that go on from a side."""
    ahead, behind = following(ring) - ring, ring - preceding(ring)
    turn = behind[:, 0] * ahead[:, 1] - behind[:, 1] * ahead[:, 0]
    inward = np.flatnonzero(turn < -0.05)
    if inward.size == 0 or depth == 0 or len(ring) < 5:
        return [ring]
    k = int(inward[0])
    cuts = [cut for cut in (_cut(ring, k, behind[k]), _cut(ring, k, -ahead[k])) if cut is not None]
    if not cuts:
        return [ring]
    _, first, second = min(cuts, key=lambda cut: cut[0])
    return [*convex_pieces(first, depth - 1), *convex_pieces(second, depth - 1)]


def _cut(ring: Floats, corner: int, direction: Floats) -> tuple[float, Floats, Floats] | None:
    """The ring cut from a corner on along a direction until it meets another side: the cut's length and both pieces."""
    start, count = ring[corner], len(ring)
    best: tuple[float, int, Floats] | None = None
    for step in range(1, count - 1):
        k = (corner + step) % count
        a, b = ring[k], ring[(k + 1) % count]
        side = b - a
        cross = direction[0] * side[1] - direction[1] * side[0]
        if abs(cross) < 1e-9:
            continue
        away = a - start
        t = (away[0] * side[1] - away[1] * side[0]) / cross
        s = (away[0] * direction[1] - away[1] * direction[0]) / cross
        if t > 1e-6 and -1e-9 <= s <= 1 + 1e-9 and (best is None or t < best[0]):
            best = (float(t), k, start + t * direction)
    if best is None:
        return None
    t, k, point = best
    turned = np.roll(ring, -corner, axis=0)
    steps = (k - corner) % count
    first = np.concatenate([turned[: steps + 1], point[None]])
    second = np.concatenate([turned[:1], point[None], turned[steps + 1 :]])
    length = t * float(np.sqrt((direction * direction).sum()))
    return (length, first, second) if min(abs(ring_area(first)), abs(ring_area(second))) > 1.0 else None


def _flat(sketch: Sketch, building: Building, ring: Floats, thing: int, draw: Generator) -> None:
    """A roof with a parapet, vents, and on halls strips of skylights."""
    hall = building.form == "hall"
    shades = HALLS if hall else FLATS
    colour = tinted(shades[int(draw.integers(len(shades)))], float(draw.uniform(0.92, 1.06)))
    sketch.face(ring, tinted(colour, 0.72 if not hall else 0.85), Layer.ROOF, 8, owner=thing)
    sketch.face(_inset(ring, 0.7), colour, Layer.ROOF, 16, owner=thing)
    middle, along, length, breadth = frame_of(ring)
    if hall:
        _skylights(sketch, middle, along, length, breadth, colour, thing)
    _vents(sketch, ring, middle, along, length, breadth, thing, draw)


def _inset(ring: Floats, by_m: float) -> Floats:
    """The ring drawn in on all sides."""
    import shapely

    inner = shapely.buffer(shapely.polygons(ring), -by_m, join_style="mitre")
    if inner.is_empty or inner.geom_type != "Polygon":
        return ring
    return settled(shapely.get_coordinates(shapely.get_exterior_ring(inner))[:-1], 0.01)


def _skylights(
    sketch: Sketch, middle: Floats, along: Floats, length: float, breadth: float, colour: Colour, thing: int
) -> None:
    """Shallow pitches across the hall with light strips along them."""
    bays = max(1, round(length / 12.0))
    for k in range(bays):
        at = middle + along * ((k + 0.5) / bays - 0.5) * length
        sketch.face(
            laid(box(length / bays * 0.5, breadth - 2.0), at, along), tinted(colour, 0.93), Layer.ROOF, 10, owner=thing
        )
        sketch.face(laid(box(1.4, breadth * 0.7), at, along), (186, 206, 216), Layer.ROOF_TOP, 6, owner=thing)
    sketch.face(laid(box(length - 1.6, 0.5), middle, along), tinted(colour, 0.75), Layer.ROOF_TOP, 4, owner=thing)


def _vents(
    sketch: Sketch,
    ring: Floats,
    middle: Floats,
    along: Floats,
    length: float,
    breadth: float,
    thing: int,
    draw: Generator,
) -> None:
    import shapely

    room = shapely.buffer(shapely.polygons(ring), -1.6)
    for _ in range(int(np.clip(length * breadth / 130.0, 1, 12))):
        u, v, size = draw.uniform(-0.42, 0.42), draw.uniform(-0.36, 0.36), draw.uniform(0.9, 2.6)
        spot = laid(part([(u * length, v * breadth)]), middle, along)[0]
        if shapely.contains_xy(room, *spot):
            sketch.face(
                laid(box(size, size * 0.8), spot + np.array([-0.5, 0.5]), along),
                (62, 62, 64),
                Layer.ROOF_TOP,
                4,
                owner=thing,
            )
            sketch.face(laid(box(size, size * 0.8), spot, along), (206, 206, 202), Layer.ROOF_TOP, 6, owner=thing)
