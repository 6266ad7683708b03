"""What is drawn in a photograph: faces with colours, things with outlines, and what throws shadows.

A sketch gathers them one by one; a scenery holds them packed in arrays, so that a picture picks those within its window
at once. Coordinates are metres of the region's plane; the sun is not yet in it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.photo.index import Boxes, boxes_about
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats, Ints
from mesocosm.earth.planet.settling import settled

Colour = tuple[int, int, int]
Label = Literal[
    "house",
    "apartment_block",
    "commercial_building",
    "church",
    "factory_hall",
    "car",
    "truck",
    "bus",
    "train",
    "ship",
    "boat",
    "plane",
    "storage_tank",
    "crane",
    "container_stack",
    "solar_array",
    "tennis_court",
    "basketball_court",
    "football_pitch",
    "swimming_pool",
    "bridge",
    "roundabout",
    "car_park",
    "tree",
    "wind_turbine",
    "helipad",
]
UP = (0.0, 0.0, 1.0)


class Layer(IntEnum):
    """From the ground up; shadows fall on all below `ROOF`."""

    LAND = 0
    WATER = 1
    WAY = 2
    PAINT = 3
    DECK = 4
    LOW = 5
    LOW_TOP = 6
    ROOF = 10
    ROOF_TOP = 11
    CROWN = 12
    HIGH = 13
    HIGH_TOP = 14


@dataclass(frozen=True)
class Thing:
    """What an annotation names."""

    id: str
    label: Label
    outline: Floats
    """Its ring seen from above."""
    height_m: float
    attributes: dict[str, str | int | float]


@dataclass(frozen=True)
class Scenery:
    """Packed faces in the order of painting."""

    corners: Floats
    starts: Ints
    colours: Codes
    """Shape (faces, 4): red, green, blue and the strength of the grain, in 1/256 of the brightness."""
    normals: Floats
    layers: Codes
    owners: Ints
    """The thing a face belongs to; -1 of the ground."""
    rows: Floats
    """Shape (faces, 3): direction across rows of plants and their distance in metres; 0 without rows."""
    boxes: Boxes
    caster_corners: Floats
    """Of the rings that throw shadows, anticlockwise."""
    caster_starts: Ints
    caster_heights: Floats
    caster_lows: Bools
    """Whether the shadow falls below things such as cars and not on them."""
    caster_convex: Bools
    caster_boxes: Boxes
    things: tuple[Thing, ...]
    outline_corners: Floats
    outline_starts: Ints
    thing_boxes: Boxes


@dataclass
class Sketch:
    """Gathers what is to be drawn."""

    rings: list[Floats] = field(default_factory=list)
    colours: list[tuple[int, int, int, int]] = field(default_factory=list)
    normals: list[tuple[float, float, float]] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    rows: list[tuple[float, float, float]] = field(default_factory=list)
    casters: list[Floats] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    lows: list[bool] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)

    def face(
        self,
        ring: Floats,
        colour: Colour,
        layer: Layer,
        grain: int = 10,
        normal: tuple[float, float, float] = UP,
        owner: int = -1,
        rows: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        """A polygon of one colour; holes are painted over by what lies in them."""
        if len(ring) < 3:
            return
        self.rings.append(ring)
        self.colours.append((*colour, grain))
        self.normals.append(normal)
        self.layers.append(int(layer))
        self.owners.append(owner)
        self.rows.append(rows)

    def shadow(self, ring: Floats, height_m: float, low: bool = False) -> None:
        """The ring throws a shadow from the ground up to a height; a low thing's falls on the ground alone."""
        if len(ring) >= 3 and height_m > 0.0:
            self.casters.append(ring)
            self.heights.append(height_m)
            self.lows.append(low)

    def thing(
        self, id: str, label: Label, outline: Floats, height_m: float = 0.0, **attributes: str | int | float
    ) -> int:
        """Notes a thing and gives the number that its faces carry."""
        self.things.append(Thing(id, label, outline, height_m, attributes))
        return len(self.things) - 1

    def packed(self) -> Scenery:
        """The scenery, its faces by layer and within a layer in the order in which they came."""
        order = np.argsort(np.asarray(self.layers, np.int64), kind="stable")
        corners, starts = _joined([self.rings[k] for k in order])
        casters, caster_starts = _joined(self.casters)
        casters, convex = _turned(casters, caster_starts)
        outlines, outline_starts = _joined([thing.outline for thing in self.things])
        return Scenery(
            corners,
            starts,
            np.asarray(self.colours, np.uint8).reshape(-1, 4)[order],
            np.asarray(self.normals, np.float64).reshape(-1, 3)[order],
            np.asarray(self.layers, np.uint8)[order],
            np.asarray(self.owners, np.int64)[order],
            np.asarray(self.rows, np.float64).reshape(-1, 3)[order],
            boxes_about(corners, starts),
            casters,
            caster_starts,
            np.asarray(self.heights, np.float64),
            np.asarray(self.lows, np.bool_),
            convex,
            boxes_about(casters, caster_starts),
            tuple(self.things),
            outlines,
            outline_starts,
            boxes_about(outlines, outline_starts),
        )


def _joined(rings: Sequence[Floats]) -> tuple[Floats, Ints]:
    sizes = np.asarray([len(ring) for ring in rings], np.int64)
    corners = np.concatenate(rings) if rings else np.zeros((0, 2))
    # To the millimetre, far above the last bits in which machines differ.
    return settled(corners, 0.001), np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _turned(corners: Floats, starts: Ints) -> tuple[Floats, Bools]:
    """Rings made anticlockwise, and whether each is convex."""
    if starts.size < 2:
        return corners, np.zeros(0, np.bool_)
    sizes = np.diff(starts)
    ring = np.repeat(np.arange(sizes.size), sizes)
    after, before = np.arange(1, starts[-1] + 1), np.arange(-1, starts[-1] - 1)
    after[starts[1:] - 1], before[starts[:-1]] = starts[:-1], starts[1:] - 1
    local = corners - corners[starts[:-1]][ring]
    cross = local[:, 0] * local[after, 1] - local[after, 0] * local[:, 1]
    clockwise = np.add.reduceat(cross, starts[:-1]) < 0.0
    came, goes = corners - corners[before], corners[after] - corners
    turn = (came[:, 0] * goes[:, 1] - came[:, 1] * goes[:, 0]) * np.where(clockwise, -1.0, 1.0)[ring]
    inner = np.arange(starts[-1]) - starts[:-1][ring]
    place = np.where(clockwise[ring], starts[1:][ring] - 1 - inner, np.arange(starts[-1]))
    return corners[place], np.minimum.reduceat(turn, starts[:-1]) > -1e-5


Corners = TypeVar("Corners", Floats, Ints)


def gathered(corners: Corners, starts: Ints, chosen: Ints) -> tuple[Corners, Ints]:
    """Some of many rings, packed one after the other."""
    sizes = starts[chosen + 1] - starts[chosen]
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    index = np.repeat(starts[chosen] - begin[:-1], sizes) + np.arange(begin[-1])
    return corners[index], begin


def box(along: float, across: float, at: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """Corners of a rectangle about a point."""
    (x, y), a, b = at, along / 2.0, across / 2.0
    return np.asarray([[x - a, y - b], [x + a, y - b], [x + a, y + b], [x - a, y + b]])


def laid(corners: Floats, origin: Floats, along: Floats) -> Floats:
    """Corners given along and left of a direction, on the plane."""
    ring = np.empty((len(corners), 2))
    ring[:, 0] = origin[0] + corners[:, 0] * along[0] - corners[:, 1] * along[1]
    ring[:, 1] = origin[1] + corners[:, 0] * along[1] + corners[:, 1] * along[0]
    return ring


def following(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each corner's next one."""
    return np.concatenate([ring[1:], ring[:1]])


def preceding(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each corner's one before."""
    return np.concatenate([ring[-1:], ring[:-1]])


def part(corners: Sequence[tuple[float, float]]) -> Floats:
    return np.asarray(corners, np.float64)


_UNIT: dict[int, Floats] = {
    sides: np.asarray(
        [
            [round(math.cos(2 * math.pi * k / sides), 6), round(math.sin(2 * math.pi * k / sides), 6)]
            for k in range(sides)
        ]
    )
    for sides in (8, 12, 16, 24, 32, 48)
}


def disc(middle: Floats, radius_m: float, sides: int = 16) -> Floats:
    """A regular polygon that stands for a circle."""
    return np.asarray(middle + radius_m * _UNIT[sides])


def clipped(ring: Floats, origin: Floats, normal: Floats) -> Floats:
    """The part of a convex ring on the side of a line that the normal points to."""
    side = (ring[:, 0] - origin[0]) * normal[0] + (ring[:, 1] - origin[1]) * normal[1]
    corners: list[NDArray[np.float64]] = []
    for here, there, a, b in zip(ring, following(ring), side, following(side), strict=True):
        if a >= 0:
            corners.append(here)
        if (a > 0 > b) or (a < 0 < b):
            corners.append(here + (there - here) * (a / (a - b)))
    return np.asarray(corners) if corners else np.zeros((0, 2))


def tinted(colour: Colour, share: float) -> Colour:
    """A colour made lighter (share over 1) or darker, within 0..255."""
    return min(255, round(colour[0] * share)), min(255, round(colour[1] * share)), min(255, round(colour[2] * share))
