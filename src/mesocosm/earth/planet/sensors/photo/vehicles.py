"""Cars, trucks, buses and trains from above, each drawn along the x axis of its frame, nose ahead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, box, disc, lay_corners, lay_each, tint
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.window import Bools, Floats

PAINTS: tuple[tuple[str, Colour], ...] = (
    ("white", (236, 236, 234)),
    ("white", (226, 228, 230)),
    ("silver", (176, 180, 184)),
    ("grey", (122, 126, 132)),
    ("black", (58, 60, 66)),
    ("black", (68, 70, 78)),
    ("red", (168, 34, 34)),
    ("blue", (40, 74, 142)),
    ("blue", (84, 122, 168)),
    ("green", (62, 96, 66)),
    ("yellow", (222, 184, 52)),
)
GLASS: Colour = (34, 42, 52)
SKY_IN_GLASS: Colour = (118, 132, 148)
"""Colour of the panes of dark cars, since dark panes would be invisible on them."""
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
STYLES = np.asarray(
    [
        # least length, greatest, width, bonnet, boot, height
        (3.8, 4.2, 1.74, 0.9, 0.1, 1.45),
        (4.4, 4.9, 1.84, 1.25, 0.85, 1.4),
        (4.5, 4.9, 1.92, 1.15, 0.15, 1.7),
        (5.0, 5.8, 2.0, 0.7, 0.05, 2.1),
    ]
)
"""Measures of hatchbacks, saloons, estates and vans, metres."""


def draw_cars(
    sketch: Sketch, ids: Sequence[str], at: Floats, along: Floats, draw: Generator, parked: Bools | bool
) -> None:
    """Draw cars of four styles: a body with rounded ends, a band of panes and the roof within it."""
    if not ids:
        return
    count = len(ids)
    style = STYLES[np.searchsorted([0.3, 0.68, 0.92], draw.uniform(0.0, 1.0, count))]
    length = np.round(style[:, 0] + (style[:, 1] - style[:, 0]) * draw.uniform(0.0, 1.0, count), 2)
    paint = draw.integers(len(PAINTS), size=count)
    body, panes, roof = _car_shapes(length / 2, style[:, 2] / 2, style[:, 3], style[:, 4])
    outlines = lay_each(body, at, along)
    first = len(sketch.things)
    cars = zip(ids, outlines, paint.tolist(), np.broadcast_to(parked, (count,)).tolist(), length.tolist(), strict=True)
    for id, outline, own, still, size in cars:
        name = PAINTS[own][0]
        sketch.thing(id, "car", outline, 1.5, colour=name, parked=int(still), length_m=round(size, 1))
    owners = first + np.arange(count)
    colours = np.asarray([colour for _, colour in PAINTS], np.float64)[paint]
    dark = (colours.max(axis=1) < 100)[:, None]
    sketch.shadows(outlines, style[:, 5] * 0.9, low=True)
    sketch.faces(outlines, colours, Layer.LOW, 4, owners=owners)
    glass = np.where(dark, SKY_IN_GLASS, GLASS)
    sketch.faces(lay_each(panes, at, along), glass, Layer.LOW_TOP, 2, owners=owners)
    tops = np.minimum(np.round(colours * np.where(dark, 1.35, 1.08)), 255)
    sketch.faces(lay_each(roof, at, along), tops, Layer.LOW_TOP, 2, owners=owners)


def _car_shapes(a: Floats, b: Floats, bonnet: Floats, boot: Floats) -> tuple[Floats, Floats, Floats]:
    """Return bodies, panes and roofs of cars of half lengths a and half widths b."""
    side = [(-a, b - 0.22), (-a + 0.25, b), (a - 0.5, b), (a, b - 0.38)]
    body = [*((x, -y) for x, y in side), *side[::-1]]
    tail, nose = -a + boot + 0.15, a - bonnet
    panes = [(tail, -b + 0.24), (nose, -b + 0.12), (nose, b - 0.12), (tail, b - 0.24)]
    roof = [(tail + 0.4, -b + 0.3), (nose - 0.62, -b + 0.3), (nose - 0.62, b - 0.3), (tail + 0.4, b - 0.3)]
    bodies, bands, tops = (
        np.stack([np.stack(np.broadcast_arrays(x, y), axis=-1) for x, y in corners], axis=1)
        for corners in (body, panes, roof)
    )
    return bodies, bands, tops


def draw_truck(sketch: Sketch, id: str, at: Floats, along: Floats, draw: Generator) -> None:
    """Draw a tractor with a box, tank or open trailer of 15 m, or a shorter lorry."""
    kind = ("box", "box", "tanker", "flatbed", "lorry")[int(draw.integers(5))]
    length = 9.2 if kind == "lorry" else 15.6
    outline = lay_corners(box(length, 2.55), at, along)
    cab, load = PAINTS[int(draw.integers(len(PAINTS)))][1], CONTAINERS[int(draw.integers(len(CONTAINERS)))]
    load = load if draw.uniform() < 0.5 else (226, 226, 222)
    thing = sketch.thing(id, "truck", outline, 3.9, kind=kind)
    sketch.shadow(outline, 3.8 if kind != "flatbed" else 1.8, low=True)
    a, bed = length / 2, length - 3.4

    def put(middle: float, along_m: float, width: float, colour: Colour, layer: Layer) -> None:
        sketch.face(lay_corners(box(along_m, width), at + along * middle, along), colour, layer, 3, owner=thing)

    put(0.0, length - 0.4, 1.2, (44, 44, 46), Layer.LOW)
    if kind == "tanker":
        for width, shade in ((2.3, 0.66), (1.7, 0.86), (0.8, 1.05)):
            put(-a + bed / 2, bed, width, tint((206, 208, 210), shade), Layer.LOW_TOP)
    else:
        put(-a + bed / 2, bed, 2.5, (150, 126, 92) if kind == "flatbed" else load, Layer.LOW_TOP)
        put(-a + bed / 2, bed, 0.25, tint(load, 0.9), Layer.LOW_TOP)
    if kind == "flatbed":
        for k in range(3):
            put(-a + bed * (0.2 + 0.3 * k), bed * 0.2, 2.1, tint(load, 0.8 + 0.15 * k), Layer.LOW_TOP)
    put(a - 1.3, 2.4, 2.4, cab, Layer.LOW_TOP)
    put(a - 0.35, 0.45, 2.1, GLASS, Layer.LOW_TOP)


def draw_bus(sketch: Sketch, id: str, at: Floats, along: Floats, draw: Generator) -> None:
    """Draw a city bus of 12 m with hatches on its roof, or one of 18 m with a bellows."""
    long = draw.uniform() < 0.25
    length = 18.0 if long else 12.0
    outline = lay_corners(box(length, 2.55), at, along)
    paint = ((196, 44, 40), (232, 176, 44), (44, 110, 176), (236, 236, 232))[int(draw.integers(4))]
    thing = sketch.thing(id, "bus", outline, 3.1, length_m=length)
    sketch.shadow(outline, 3.0, low=True)
    sketch.face(outline, paint, Layer.LOW, 3, owner=thing)
    sketch.face(
        lay_corners(box(length - 1.2, 1.9), at, along), tint((236, 236, 232), 0.97), Layer.LOW_TOP, 3, owner=thing
    )
    for shift in np.arange(-length / 2 + 2.4, length / 2 - 1.5, 3.8):
        sketch.face(
            lay_corners(box(1.5, 1.0), at + along * shift, along), (150, 152, 156), Layer.LOW_TOP, 2, owner=thing
        )
    if long:
        sketch.face(lay_corners(box(1.3, 2.3), at - along * 1.2, along), (70, 72, 76), Layer.LOW_TOP, 2, owner=thing)
    pane = lay_corners(box(0.5, 2.3), at + along * (length / 2 - 0.3), along)
    sketch.face(pane, GLASS, Layer.LOW_TOP, 2, owner=thing)


def draw_train(sketch: Sketch, id: str, line: Floats, draw: Generator) -> None:
    """Draw coaches of 25 m, one after the other along a line with a point for each end of a coach; or goods wagons."""
    paint = ((190, 44, 44), (44, 92, 160), (60, 122, 90))[int(draw.integers(3))]
    goods = bool(draw.uniform() < 0.4)
    for number, (tail, head) in enumerate(pairwise(line)):
        along = (head - tail) / np.sqrt(((head - tail) ** 2).sum())
        at = (head + tail) / 2
        outline = lay_corners(box(24.4, 2.9), at, along)
        thing = sketch.thing(f"{id}-{number}", "train", outline, 4.0, coach=number)
        sketch.shadow(outline, 3.9, low=True)
        engine = number == len(line) - 2
        if goods and not engine:
            _wagon(sketch, at, along, outline, thing, draw)
            continue
        sketch.face(outline, paint, Layer.LOW, 3, owner=thing)
        roof = tint(paint, 0.8) if goods else (196, 198, 200)
        sketch.face(lay_corners(box(23.6, 2.0), at, along), roof, Layer.LOW_TOP, 4, owner=thing)
        for shift in (-8.0, 0.0, 8.0):
            sketch.face(
                lay_corners(box(2.4, 1.4), at + along * shift, along), (120, 122, 126), Layer.LOW_TOP, 2, owner=thing
            )


def _wagon(sketch: Sketch, at: Floats, along: Floats, outline: Floats, thing: int, draw: Generator) -> None:
    """Draw two containers, an open box of ore or coal, or a tank."""
    sketch.face(outline, (74, 66, 60), Layer.LOW, 4, owner=thing)
    kind = int(draw.integers(3))
    if kind == 0:
        for shift in (-6.0, 6.0):
            colour = CONTAINERS[int(draw.integers(len(CONTAINERS)))]
            sketch.face(lay_corners(box(11.6, 2.5), at + along * shift, along), colour, Layer.LOW_TOP, 4, owner=thing)
    elif kind == 1:
        load = ((52, 48, 46), (146, 98, 66), (176, 164, 140))[int(draw.integers(3))]
        sketch.face(lay_corners(box(22.6, 2.3), at, along), load, Layer.LOW_TOP, 40, owner=thing)
    else:
        for width, shade in ((2.6, 0.7), (1.8, 0.95), (0.8, 1.15)):
            sketch.face(
                lay_corners(box(22.0, width), at, along), tint((170, 174, 178), shade), Layer.LOW_TOP, 3, owner=thing
            )
        sketch.face(disc(at, 0.9, 8), (90, 92, 96), Layer.LOW_TOP, 2, owner=thing)
