"""The content of a photograph: faces with colours, things with outlines, and what casts shadows.

A scenery packs them in arrays, so that a picture selects those in its window at once. Coordinates are metres of the
region's plane; colours are without the sun's light.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

import numpy as np

from mesocosm.earth.planet.sensors.photo.index import Boxes
from mesocosm.earth.planet.sensors.photo.labels import Label
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats, Ints


class Layer(IntEnum):
    """Layers from the ground up; shadows fall on all below `ROOF`."""

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
    """A thing that is annotated."""

    id: str
    label: Label
    outline: Floats
    """Ring of the thing seen from above."""
    height_m: float
    attributes: dict[str, str | int | float]


@dataclass(frozen=True)
class Scenery:
    """Packed faces in the order of painting."""

    corners: Floats
    starts: Ints
    colours: Codes
    """Shape (faces, 4): red, green, blue and the strength of the noise, in 1/256 of the brightness."""
    normals: Floats
    layers: Codes
    owners: Ints
    """Thing that a face belongs to; -1 for the ground."""
    rows: Floats
    """Shape (faces, 3): direction across rows of plants and their distance in metres; 0 without rows."""
    boxes: Boxes
    caster_corners: Floats
    """Corners of the rings that cast shadows, anticlockwise."""
    caster_starts: Ints
    caster_heights: Floats
    caster_lows: Bools
    """Whether the shadow falls below things such as cars, rather than on them."""
    caster_convex: Bools
    caster_boxes: Boxes
    things: tuple[Thing, ...]
    outline_corners: Floats
    outline_starts: Ints
    thing_boxes: Boxes


Corners = TypeVar("Corners", Floats, Ints)


def gather_rings(corners: Corners, starts: Ints, chosen: Ints) -> tuple[Corners, Ints]:
    """Return some of many rings, packed one after the other."""
    sizes = starts[chosen + 1] - starts[chosen]
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    index = np.repeat(starts[chosen] - begin[:-1], sizes) + np.arange(begin[-1])
    return corners[index], begin
