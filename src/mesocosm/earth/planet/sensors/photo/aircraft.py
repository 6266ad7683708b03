"""Aircraft from above: airliners, turboprops, business jets and light planes, in different liveries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, lay_corners, part, tint
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.vehicles import GLASS
from mesocosm.earth.planet.sensors.window import Floats

Corner = tuple[float, float]
Kind = Literal["airliner", "turboprop", "business_jet", "light_plane"]


@dataclass(frozen=True)
class Design:
    """The left half of a plane; metres, x ahead."""

    length_m: float
    half_body_m: float
    wing: tuple[Corner, ...]
    """Corners: leading root, leading tip, trailing tip, trailing root."""
    tailplane: tuple[Corner, ...]
    engines: tuple[tuple[float, float, float, float], ...]
    """Nose and end of each engine along the axis, and its inner and outer side."""
    propellers: bool
    chance: float


DESIGNS: dict[Kind, Design] = {
    "airliner": Design(
        36.0, 1.95, ((4.8, 0.0), (-3.6, 17.0), (-5.7, 17.0), (-3.2, 0.0)),
        ((-13.5, 0.0), (-17.2, 6.4), (-18.4, 6.4), (-16.6, 0.0)), ((5.0, 1.0, 5.0, 7.0),), False, 0.62,
    ),
    "turboprop": Design(
        27.0, 1.45, ((2.6, 0.0), (1.6, 13.6), (0.2, 13.6), (-0.6, 0.0)),
        ((-11.4, 0.0), (-12.0, 4.6), (-13.2, 4.6), (-13.2, 0.0)), ((5.2, 0.8, 3.3, 4.7),), True, 0.82,
    ),
    "business_jet": Design(
        19.0, 1.05, ((1.2, 0.0), (-3.4, 8.8), (-4.8, 8.8), (-3.0, 0.0)),
        ((-7.4, 0.0), (-9.4, 3.4), (-10.2, 3.4), (-8.8, 0.0)), ((-3.2, -6.4, 1.1, 2.1),), False, 0.92,
    ),
    "light_plane": Design(
        9.0, 0.6, ((1.9, 0.0), (1.7, 5.6), (0.2, 5.6), (0.2, 0.0)),
        ((-3.4, 0.0), (-3.6, 1.8), (-4.5, 1.8), (-4.4, 0.0)), (), True, 1.0,
    ),
}  # fmt: skip
BODIES: tuple[Colour, ...] = ((224, 226, 228), (214, 216, 218), (196, 202, 210), (226, 218, 200), (92, 118, 160))
TAILS: tuple[Colour, ...] = (
    (168, 34, 34),
    (34, 64, 136),
    (46, 128, 92),
    (222, 150, 40),
    (38, 42, 52),
    (116, 56, 128),
    (232, 232, 230),
)


def draw_plane(sketch: Sketch, id: str, at: Floats, along: Floats, draw: Generator) -> None:
    """Draw a plane of some kind and size, turned a few degrees off the line of its stand."""
    chance = draw.uniform()
    kind = next(name for name, design in DESIGNS.items() if chance < design.chance)
    design, scale = DESIGNS[kind], round(float(draw.uniform(0.86, 1.12)), 2)
    turn = float(draw.normal(0.0, 0.05))
    along = round_to_step(
        np.array([along[0] - turn * along[1], along[1] + turn * along[0]]) / np.sqrt(1 + turn * turn), 1e-6
    )
    body = BODIES[int(draw.integers(len(BODIES)))]
    tail = TAILS[int(draw.integers(len(TAILS)))]

    def put(corners: list[Corner]) -> Floats:
        return lay_corners(part(corners) * scale, at, along)

    length = round(design.length_m * scale, 1)
    thing = sketch.thing(id, "plane", put(_outline(design)), length * 0.3, kind=kind, length_m=length)
    for shape, height in ((design.wing, 0.1), (design.tailplane, 0.15)):
        sketch.shadow(put(_mirror(shape)), height * length)
    sketch.shadow(put(_body(design)), 0.13 * length)
    sketch.face(put(_mirror(design.wing)), tint(body, 0.92), Layer.ROOF, 3, owner=thing)
    _engines(sketch, design, put, tail if draw.uniform() < 0.3 else (150, 154, 160), thing)
    sketch.face(put(_mirror(design.tailplane)), tint(body, 0.9), Layer.ROOF, 3, owner=thing)
    sketch.face(put(_body(design)), tint(body, 0.94), Layer.ROOF_TOP, 3, owner=thing)
    _livery(sketch, design, put, body, tail, thing, stripe=draw.uniform() < 0.4)


def _mirror(half: tuple[Corner, ...]) -> list[Corner]:
    """Return both wings as one ring."""
    (root_x, _), *outer, (end_x, _) = half
    return [(root_x, 0.0), *outer, (end_x, 0.0), *((x, -y) for x, y in outer[::-1])]


def _body(design: Design) -> list[Corner]:
    a, b = design.length_m / 2, design.half_body_m
    half = [(0.95 * a, 0.6 * b), (0.82 * a, b), (-0.55 * a, b), (-0.98 * a, 0.25 * b)]
    return [(a, 0.0), *half, *((x, -y) for x, y in half[::-1])]


def _outline(design: Design) -> list[Corner]:
    """Return the outline from the nose along the left side to the tail and back."""
    b = design.half_body_m
    (root, _), *wing, (end, _) = design.wing
    (tail_root, _), *tail, (tail_end, _) = design.tailplane
    half = [(0.82 * design.length_m / 2, b), (root, b), *wing, (end, b), (tail_root, 0.6 * b), *tail]
    return [(design.length_m / 2, 0.0), *half, (tail_end, 0.0), *((x, -y) for x, y in half[::-1])]


def _engines(sketch: Sketch, design: Design, put: Callable[[list[Corner]], Floats], colour: Colour, thing: int) -> None:
    """Draw nacelles under the wings or at the tail; in front of propellers a pale disc of the turning blades."""
    for side in (-1.0, 1.0):
        for nose, end, inner, outer in design.engines:
            shape = [(nose, inner * side), (nose, outer * side), (end, outer * side), (end, inner * side)]
            sketch.face(put(shape), colour, Layer.ROOF, 3, owner=thing)
            sketch.face(put([(nose + 0.2, y) for y in (inner * side, outer * side)] + shape[1::-1]), GLASS, Layer.ROOF)
            if design.propellers:
                middle = (inner + outer) / 2 * side
                blade = [(nose + 0.5, middle - 2.0), (nose + 0.75, middle - 2.0), (nose + 0.75, middle + 2.0)]
                sketch.face(put([*blade, (nose + 0.5, middle + 2.0)]), (60, 62, 66), Layer.ROOF_TOP, 2, owner=thing)
    if design.propellers and not design.engines:
        a = design.length_m / 2
        sketch.face(put([(a, -1.0), (a + 0.2, -1.0), (a + 0.2, 1.0), (a, 1.0)]), (60, 62, 66), Layer.ROOF_TOP, 2)


def _livery(
    sketch: Sketch,
    design: Design,
    put: Callable[[list[Corner]], Floats],
    body: Colour,
    tail: Colour,
    thing: int,
    stripe: bool,
) -> None:
    """Draw a bright back, the cockpit's panes, a fin in the airline's colour, and on some a painted rear."""
    a, b = design.length_m / 2, design.half_body_m
    back = [(0.9 * a, 0.4 * b), (-0.65 * a, 0.45 * b), (-0.65 * a, -0.3 * b), (0.9 * a, -0.3 * b)]
    sketch.face(put(back), tint(body, 1.12), Layer.ROOF_TOP, 2, owner=thing)
    if stripe:
        rear = [(-0.45 * a, b), (-0.98 * a, 0.25 * b), (-0.98 * a, -0.25 * b), (-0.45 * a, -b)]
        sketch.face(put(rear), tail, Layer.ROOF_TOP, 2, owner=thing)
    pane = [(0.93 * a, 0.5 * b), (0.87 * a, 0.68 * b), (0.87 * a, -0.68 * b), (0.93 * a, -0.5 * b)]
    sketch.face(put(pane), GLASS, Layer.ROOF_TOP, 2, owner=thing)
    fin = [(-0.7 * a, 0.16 * b), (-1.02 * a, 0.18 * b), (-1.02 * a, -0.18 * b), (-0.7 * a, -0.16 * b)]
    sketch.face(put(fin), tail, Layer.HIGH, 3, owner=thing)
