"""Cars, trucks, buses, trains, planes and ships from above, each drawn along the x axis of its frame, nose ahead."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.sensors.photo.scenery import Colour, Layer, Sketch, box, disc, laid, part, tinted
from mesocosm.earth.planet.sensors.window import Floats

PAINTS: tuple[tuple[str, Colour], ...] = (
    ("white", (236, 236, 234)),
    ("white", (226, 228, 230)),
    ("silver", (176, 180, 184)),
    ("grey", (112, 116, 122)),
    ("black", (36, 37, 41)),
    ("black", (48, 50, 56)),
    ("red", (168, 34, 34)),
    ("blue", (40, 74, 142)),
    ("blue", (84, 122, 168)),
    ("green", (62, 96, 66)),
    ("yellow", (222, 184, 52)),
)
GLASS: Colour = (34, 42, 52)
CONTAINERS: tuple[Colour, ...] = (
    (170, 58, 44),
    (38, 84, 150),
    (46, 120, 84),
    (214, 128, 42),
    (196, 196, 192),
    (124, 66, 44),
    (64, 150, 176),
    (222, 190, 66),
    (92, 98, 106),
)


def draw_car(sketch: Sketch, id: str, at: Floats, along: Floats, draw: Generator, parked: bool) -> None:
    """A car of 4.2 to 4.9 m with windscreen, roof and rear window."""
    length, width = float(draw.uniform(4.2, 4.9)), float(draw.uniform(1.75, 1.95))
    name, paint = PAINTS[int(draw.integers(len(PAINTS)))]
    a, b = length / 2, width / 2
    body = part(
        [
            (-a, -b + 0.2),
            (-a + 0.25, -b),
            (a - 0.5, -b),
            (a, -b + 0.35),
            (a, b - 0.35),
            (a - 0.5, b),
            (-a + 0.25, b),
            (-a, b - 0.2),
        ]
    )
    outline = laid(body, at, along)
    thing = sketch.thing(id, "car", outline, 1.5, colour=name, parked=int(parked), length_m=round(length, 1))
    sketch.shadow(outline, 1.3, low=True)
    sketch.face(outline, paint, Layer.LOW, 4, owner=thing)
    screen = part([(a - 1.85, -b + 0.28), (a - 1.3, -b + 0.16), (a - 1.3, b - 0.16), (a - 1.85, b - 0.28)])
    rear = part([(-a + 0.45, -b + 0.25), (-a + 0.95, -b + 0.3), (-a + 0.95, b - 0.3), (-a + 0.45, b - 0.25)])
    for glass in (screen, rear):
        sketch.face(laid(glass, at, along), GLASS, Layer.LOW_TOP, 2, owner=thing)
    roof = part([(-a + 0.95, -b + 0.3), (a - 1.85, -b + 0.3), (a - 1.85, b - 0.3), (-a + 0.95, b - 0.3)])
    sketch.face(laid(roof, at, along), tinted(paint, 1.1), Layer.LOW_TOP, 2, owner=thing)


def draw_truck(sketch: Sketch, id: str, at: Floats, along: Floats, draw: Generator) -> None:
    """A tractor with a box trailer, 15 m long."""
    outline = laid(box(15.6, 2.55), at, along)
    cab, load = PAINTS[int(draw.integers(len(PAINTS)))][1], CONTAINERS[int(draw.integers(len(CONTAINERS)))]
    load = load if draw.uniform() < 0.5 else (226, 226, 222)
    thing = sketch.thing(id, "truck", outline, 3.9)
    sketch.shadow(outline, 3.8, low=True)
    for middle, length, width, colour, layer in (
        (0.0, 15.2, 1.2, (44, 44, 46), Layer.LOW),
        (-1.5, 12.4, 2.5, load, Layer.LOW_TOP),
        (-1.5, 12.4, 0.25, tinted(load, 0.9), Layer.LOW_TOP),
        (6.5, 2.4, 2.4, cab, Layer.LOW_TOP),
        (7.45, 0.45, 2.1, GLASS, Layer.LOW_TOP),
    ):
        sketch.face(laid(box(length, width), at + along * middle, along), colour, layer, 3, owner=thing)


def draw_bus(sketch: Sketch, id: str, at: Floats, along: Floats, draw: Generator) -> None:
    """A city bus of 12 m with hatches on its roof."""
    outline = laid(box(12.0, 2.55), at, along)
    paint = ((196, 44, 40), (232, 176, 44), (44, 110, 176), (236, 236, 232))[int(draw.integers(4))]
    thing = sketch.thing(id, "bus", outline, 3.1)
    sketch.shadow(outline, 3.0, low=True)
    sketch.face(outline, paint, Layer.LOW, 3, owner=thing)
    sketch.face(laid(box(10.8, 1.9), at, along), tinted((236, 236, 232), 0.97), Layer.LOW_TOP, 3, owner=thing)
    for shift in (-3.6, 0.4, 3.8):
        sketch.face(laid(box(1.5, 1.0), at + along * shift, along), (150, 152, 156), Layer.LOW_TOP, 2, owner=thing)
    sketch.face(laid(box(0.5, 2.3), at + along * 5.7, along), GLASS, Layer.LOW_TOP, 2, owner=thing)


def draw_train(sketch: Sketch, id: str, line: Floats, draw: Generator) -> None:
    """Coaches of 25 m, one after the other along a line of points, one for each end of a coach."""
    paint = ((190, 44, 44), (44, 92, 160), (60, 122, 90))[int(draw.integers(3))]
    for number, (tail, head) in enumerate(pairwise(line)):
        along = (head - tail) / np.sqrt(((head - tail) ** 2).sum())
        at = (head + tail) / 2
        outline = laid(box(24.4, 2.9), at, along)
        thing = sketch.thing(f"{id}-{number}", "train", outline, 4.0, coach=number)
        sketch.shadow(outline, 3.9, low=True)
        sketch.face(outline, paint, Layer.LOW, 3, owner=thing)
        sketch.face(laid(box(23.6, 2.0), at, along), (196, 198, 200), Layer.LOW_TOP, 4, owner=thing)
        for shift in (-8.0, 0.0, 8.0):
            sketch.face(laid(box(2.4, 1.4), at + along * shift, along), (120, 122, 126), Layer.LOW_TOP, 2, owner=thing)


def draw_plane(sketch: Sketch, id: str, at: Floats, along: Floats, scale: float, draw: Generator) -> None:
    """An airliner of 36 m (scale 1): swept wings, engines, tail planes, a fuselage with a lit back."""
    tail = PAINTS[int(draw.integers(6, len(PAINTS)))][1]
    wings = [(4.5, 0.0), (-3.6, 17.0), (-5.9, 17.0), (-3.0, 0.0), (-5.9, -17.0), (-3.6, -17.0)]
    planes = [(-13.5, 0.0), (-17.2, 6.4), (-18.4, 6.4), (-16.6, 0.0), (-18.4, -6.4), (-17.2, -6.4)]
    body = [
        (18.0, 0.0),
        (17.0, 1.2),
        (14.8, 1.95),
        (-10.0, 1.95),
        (-17.8, 0.5),
        (-17.8, -0.5),
        (-10.0, -1.95),
        (14.8, -1.95),
        (17.0, -1.2),
    ]
    edge = [
        (14.8, 1.95),
        (4.5, 1.95),
        (-3.6, 17.0),
        (-5.9, 17.0),
        (-4.5, 1.95),
        (-13.0, 1.8),
        (-17.2, 6.4),
        (-18.4, 6.4),
    ]
    outline = [(18.0, 0.0), *edge, (-17.6, 0.0), *((x, -y) for x, y in edge[::-1])]

    def put(corners: list[tuple[float, float]]) -> Floats:
        return laid(part(corners) * scale, at, along)

    thing = sketch.thing(id, "plane", put(outline), 11.0 * scale, length_m=round(36.0 * scale, 1))
    for shape, height in ((wings, 3.6), (planes, 5.5), (body, 5.0)):
        sketch.shadow(put(shape), height * scale)
    sketch.face(put(wings), (206, 208, 212), Layer.ROOF, 3, owner=thing)
    for side in (-1.0, 1.0):
        engine = [(3.8, 5.2 * side), (3.8, 7.0 * side), (0.2, 6.9 * side), (0.2, 5.3 * side)]
        sketch.face(put(engine), (150, 154, 160), Layer.ROOF, 3, owner=thing)
    sketch.face(put(planes), (200, 202, 206), Layer.ROOF, 3, owner=thing)
    sketch.face(put(body), (214, 216, 218), Layer.ROOF_TOP, 3, owner=thing)
    sketch.face(
        put([(16.5, 0.7), (-12.0, 0.8), (-12.0, -0.6), (16.5, -0.5)]), (248, 248, 248), Layer.ROOF_TOP, 2, owner=thing
    )
    sketch.face(put([(16.7, 1.0), (15.6, 1.3), (15.6, -1.3), (16.7, -1.0)]), GLASS, Layer.ROOF_TOP, 2, owner=thing)
    sketch.face(put([(-12.8, 0.3), (-18.6, 0.35), (-18.6, -0.35), (-12.8, -0.3)]), tail, Layer.HIGH, 3, owner=thing)


def _hull(length: float, beam: float) -> Floats:
    a, b = length / 2, beam / 2
    side = [(-a, b * 0.8), (-a * 0.9, b), (a * 0.62, b), (a * 0.84, b * 0.66)]
    return part([*((x, -y) for x, y in side), (a, 0.0), *side[::-1]])


def draw_ship(
    sketch: Sketch, id: str, at: Floats, along: Floats, length: float, draw: Generator, under_way: bool
) -> None:
    """A cargo ship: hull, hatches or containers on deck, a white house aft; under way, a wake."""
    beam = length * 0.155
    outline = laid(_hull(length, beam), at, along)
    kind = "container" if draw.uniform() < 0.5 else "bulk"
    thing = sketch.thing(
        id, "ship", outline, beam * 0.6, kind=kind, length_m=round(length, 1), under_way=int(under_way)
    )
    if under_way:
        _wake(sketch, at, along, length, beam)
    colour = ((36, 52, 86), (120, 44, 40), (40, 44, 50), (44, 92, 84))[int(draw.integers(4))]
    sketch.shadow(outline, beam * 0.45)
    sketch.face(outline, colour, Layer.ROOF, 3, owner=thing)
    deck = laid(_hull(length, beam) * [0.975, 0.86], at, along)
    sketch.face(deck, (150, 92, 76) if kind == "bulk" else (112, 116, 112), Layer.ROOF, 8, owner=thing)
    bays = int(length * 0.62 / (13.5 if kind == "container" else length * 0.105))
    for k in range(bays):
        start = -length * 0.24 + (k + 0.5) * length * 0.62 / bays
        if kind == "container":
            for row in range(int(beam * 0.84 / 2.6)):
                shift = (row + 0.5) * 2.6 - beam * 0.42
                if draw.uniform() < 0.85:
                    box_colour = CONTAINERS[int(draw.integers(len(CONTAINERS)))]
                    spot = laid(part([(start, shift)]), at, along)[0]
                    sketch.face(laid(box(12.2, 2.4), spot, along), box_colour, Layer.ROOF_TOP, 4, owner=thing)
        else:
            spot = at + along * start
            sketch.face(
                laid(box(length * 0.078, beam * 0.62), spot, along), (176, 130, 108), Layer.ROOF_TOP, 6, owner=thing
            )
            sketch.face(laid(box(0.7, beam * 0.62), spot, along), (120, 84, 72), Layer.ROOF_TOP, 4, owner=thing)
    house = at - along * length * 0.37
    sketch.shadow(laid(box(length * 0.085, beam * 0.8), house, along), beam * 0.95)
    sketch.face(laid(box(length * 0.085, beam * 0.84), house, along), (238, 238, 236), Layer.HIGH, 4, owner=thing)
    sketch.face(
        laid(box(length * 0.03, beam * 0.96), house + along * length * 0.03, along),
        (222, 224, 226),
        Layer.HIGH,
        4,
        owner=thing,
    )
    sketch.face(
        disc(house - along * length * 0.035, max(1.2, beam * 0.11), 12), (196, 74, 50), Layer.HIGH_TOP, 4, owner=thing
    )


def _wake(sketch: Sketch, at: Floats, along: Floats, length: float, beam: float) -> None:
    """Foam at the bow, a bright track astern and the two arms of Kelvin's wedge."""
    track = part(
        [
            (-length * 0.48, -beam * 0.4),
            (-length * 0.48, beam * 0.4),
            (-length * 2.2, beam * 0.55),
            (-length * 2.2, -beam * 0.55),
        ]
    )
    sketch.face(laid(track, at, along), (110, 136, 150), Layer.PAINT, 30)
    core = part(
        [
            (-length * 0.48, -beam * 0.25),
            (-length * 0.48, beam * 0.25),
            (-length * 1.1, beam * 0.3),
            (-length * 1.1, -beam * 0.3),
        ]
    )
    sketch.face(laid(core, at, along), (196, 210, 216), Layer.PAINT, 30)
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
        sketch.face(laid(arm, at, along), (150, 172, 182), Layer.PAINT, 30)


def draw_boat(
    sketch: Sketch, id: str, at: Floats, along: Floats, length: float, draw: Generator, under_way: bool
) -> None:
    """A motor or sailing boat of some metres."""
    beam = length * 0.32
    outline = laid(_hull(length, beam), at, along)
    thing = sketch.thing(id, "boat", outline, 2.0, length_m=round(length, 1), under_way=int(under_way))
    if under_way:
        _wake(sketch, at, along, length * 0.8, beam)
    sketch.shadow(outline, 1.2)
    sketch.face(outline, (240, 240, 238), Layer.ROOF, 3, owner=thing)
    sketch.face(
        laid(_hull(length, beam) * [0.8, 0.66], at - along * length * 0.04, along),
        (206, 190, 160),
        Layer.ROOF,
        4,
        owner=thing,
    )
    cabin = ((236, 238, 240), (52, 84, 132))[int(draw.integers(2))]
    sketch.face(
        laid(box(length * 0.34, beam * 0.56), at + along * length * 0.04, along), cabin, Layer.ROOF_TOP, 3, owner=thing
    )
    sketch.face(
        laid(box(length * 0.06, beam * 0.5), at + along * length * 0.2, along), GLASS, Layer.ROOF_TOP, 2, owner=thing
    )
