"""Cargo ships, tankers and boats from above, each drawn along the x axis of its frame, bow ahead."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, box, disc, lay_corners, part, tint
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.vehicles import CONTAINERS, GLASS
from mesocosm.earth.planet.sensors.window import Floats

HULLS: tuple[Colour, ...] = ((36, 52, 86), (120, 44, 40), (40, 44, 50), (44, 92, 84), (92, 98, 104))


def _hull(length: float, beam: float) -> Floats:
    a, b = length / 2, beam / 2
    side = [(-a, b * 0.8), (-a * 0.9, b), (a * 0.62, b), (a * 0.84, b * 0.66)]
    return part([*((x, -y) for x, y in side), (a, 0.0), *side[::-1]])


def draw_ship(
    sketch: Sketch, id: str, at: Floats, along: Floats, length: float, draw: Generator, under_way: bool
) -> None:
    """Draw a cargo ship: hull, hatches, containers or a tanker's pipes on deck, white house aft; under way, a wake."""
    beam = length * 0.155
    outline = lay_corners(_hull(length, beam), at, along)
    chance = draw.uniform()
    kind = "container" if chance < 0.45 else "bulk" if chance < 0.75 else "tanker"
    thing = sketch.thing(
        id, "ship", outline, beam * 0.6, kind=kind, length_m=round(length, 1), under_way=int(under_way)
    )
    if under_way:
        _wake(sketch, at, along, length, beam)
    colour = HULLS[int(draw.integers(len(HULLS)))]
    sketch.shadow(outline, beam * 0.45)
    sketch.face(outline, colour, Layer.ROOF, 3, owner=thing)
    deck = lay_corners(_hull(length, beam) * [0.975, 0.86], at, along)
    decks = {"bulk": (150, 92, 76), "container": (112, 116, 112), "tanker": (146, 62, 50)}
    sketch.face(deck, tint(decks[kind], float(draw.uniform(0.85, 1.1))), Layer.ROOF, 8, owner=thing)
    {"bulk": _hatches, "container": _stacks, "tanker": _pipes}[kind](sketch, at, along, length, beam, thing, draw)
    house = at - along * length * 0.37
    sketch.shadow(lay_corners(box(length * 0.085, beam * 0.8), house, along), beam * 0.95)
    sketch.face(
        lay_corners(box(length * 0.085, beam * 0.84), house, along), (238, 238, 236), Layer.HIGH, 4, owner=thing
    )
    sketch.face(
        lay_corners(box(length * 0.03, beam * 0.96), house + along * length * 0.03, along),
        (222, 224, 226),
        Layer.HIGH,
        4,
        owner=thing,
    )
    sketch.face(
        disc(house - along * length * 0.035, max(1.2, beam * 0.11), 12), (196, 74, 50), Layer.HIGH_TOP, 4, owner=thing
    )


def _stacks(sketch: Sketch, at: Floats, along: Floats, length: float, beam: float, thing: int, draw: Generator) -> None:
    """Draw bays of containers across the deck."""
    bays, rows = int(length * 0.62 / 13.5), int(beam * 0.84 / 2.6)
    for k in range(bays):
        start = -length * 0.24 + (k + 0.5) * length * 0.62 / bays
        for row in range(rows):
            shift = (row + 0.5) * 2.6 - beam * 0.42
            if draw.uniform() < 0.85:
                colour = CONTAINERS[int(draw.integers(len(CONTAINERS)))]
                spot = lay_corners(part([(start, shift)]), at, along)[0]
                sketch.face(lay_corners(box(12.2, 2.4), spot, along), colour, Layer.ROOF_TOP, 4, owner=thing)


def _hatches(
    sketch: Sketch, at: Floats, along: Floats, length: float, beam: float, thing: int, draw: Generator
) -> None:
    """Draw covers of holds, with the gap along which they open, and on some ships cranes between them."""
    cranes = draw.uniform() < 0.5
    for k in range(5):
        spot = at + along * (-length * 0.24 + (k + 0.5) * length * 0.124)
        cover = lay_corners(box(length * 0.088, beam * 0.62), spot, along)
        sketch.face(cover, (176, 130, 108), Layer.ROOF_TOP, 6, owner=thing)
        sketch.face(lay_corners(box(0.7, beam * 0.62), spot, along), (120, 84, 72), Layer.ROOF_TOP, 4, owner=thing)
        if cranes and k < 4:
            post = spot + along * length * 0.062
            jib = lay_corners(box(length * 0.1, 1.0, at=(length * 0.045, 0.0)), post, along)
            sketch.shadow(jib, beam * 0.8)
            sketch.face(jib, (226, 196, 70), Layer.HIGH, 3, owner=thing)
            sketch.face(disc(post, 1.6, 8), (236, 214, 110), Layer.HIGH, 3, owner=thing)


def _pipes(sketch: Sketch, at: Floats, along: Floats, length: float, beam: float, thing: int, draw: Generator) -> None:
    """Draw a bundle of pipes along the middle, the cross pipes for hoses, and domes over the tanks."""
    run = at + along * length * 0.07
    sketch.face(
        lay_corners(box(length * 0.64, beam * 0.12), run, along), (196, 190, 178), Layer.ROOF_TOP, 4, owner=thing
    )
    for shift in (-0.014, 0.0, 0.014):
        cross = lay_corners(box(0.9, beam * 0.7), run + along * length * shift, along)
        sketch.face(cross, (206, 200, 188), Layer.ROOF_TOP, 3, owner=thing)
    for k in range(6):
        for side in (-1.0, 1.0):
            spot = lay_corners(part([(length * (k - 2.5) * 0.1 + length * 0.05, side * beam * 0.22)]), at, along)[0]
            sketch.face(disc(spot, 1.1, 8), (214, 206, 190), Layer.ROOF_TOP, 3, owner=thing)


def _wake(sketch: Sketch, at: Floats, along: Floats, length: float, beam: float) -> None:
    """Draw foam at the bow, a bright track astern and the two arms of Kelvin's wedge."""
    track = part(
        [
            (-length * 0.48, -beam * 0.4),
            (-length * 0.48, beam * 0.4),
            (-length * 2.2, beam * 0.55),
            (-length * 2.2, -beam * 0.55),
        ]
    )
    sketch.face(lay_corners(track, at, along), (110, 136, 150), Layer.PAINT, 30)
    core = part(
        [
            (-length * 0.48, -beam * 0.25),
            (-length * 0.48, beam * 0.25),
            (-length * 1.1, beam * 0.3),
            (-length * 1.1, -beam * 0.3),
        ]
    )
    sketch.face(lay_corners(core, at, along), (196, 210, 216), Layer.PAINT, 30)
    for side in (-1.0, 1.0):
        arm = part(
            [
                (length * 0.5, 0.0),
                (length * 0.3, side * beam * 0.75),
                (-length * 1.4, side * length * 0.62),
                (-length * 1.45, side * length * 0.59),
                (length * 0.28, side * beam * 0.55),
            ]
        )
        sketch.face(lay_corners(arm, at, along), (150, 172, 182), Layer.PAINT, 30)


def draw_boat(
    sketch: Sketch, id: str, at: Floats, along: Floats, length: float, draw: Generator, under_way: bool
) -> None:
    """Draw a motor or sailing boat of some metres."""
    beam = length * 0.32
    outline = lay_corners(_hull(length, beam), at, along)
    thing = sketch.thing(id, "boat", outline, 2.0, length_m=round(length, 1), under_way=int(under_way))
    if under_way:
        _wake(sketch, at, along, length * 0.8, beam)
    sketch.shadow(outline, 1.2)
    sketch.face(outline, (240, 240, 238), Layer.ROOF, 3, owner=thing)
    sketch.face(
        lay_corners(_hull(length, beam) * [0.8, 0.66], at - along * length * 0.04, along),
        (206, 190, 160),
        Layer.ROOF,
        4,
        owner=thing,
    )
    cabin = ((236, 238, 240), (52, 84, 132))[int(draw.integers(2))]
    sketch.face(
        lay_corners(box(length * 0.34, beam * 0.56), at + along * length * 0.04, along),
        cabin,
        Layer.ROOF_TOP,
        3,
        owner=thing,
    )
    sketch.face(
        lay_corners(box(length * 0.06, beam * 0.5), at + along * length * 0.2, along),
        GLASS,
        Layer.ROOF_TOP,
        2,
        owner=thing,
    )
