"""Shapes for drawing: boxes, discs and parts of things, placed on the plane; and colours."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.window import Floats

Colour = tuple[int, int, int]


def box(along: float, across: float, at: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """Return the corners of a rectangle about a point."""
    (x, y), a, b = at, along / 2.0, across / 2.0
    return np.asarray([[x - a, y - b], [x + a, y - b], [x + a, y + b], [x - a, y + b]])


def lay_corners(corners: Floats, origin: Floats, along: Floats) -> Floats:
    """Convert corners given along and left of a direction to the plane."""
    ring = np.empty((len(corners), 2))
    ring[:, 0] = origin[0] + corners[:, 0] * along[0] - corners[:, 1] * along[1]
    ring[:, 1] = origin[1] + corners[:, 0] * along[1] + corners[:, 1] * along[0]
    return ring


def lay_each(corners: Floats, origins: Floats, along: Floats) -> Floats:
    """Do the same as `lay_corners` for many: corners of shape (shapes, corners, 2), or one shape for all."""
    x, y = corners[..., 0], corners[..., 1]
    u, v = along[:, None, 0], along[:, None, 1]
    return np.asarray(np.stack([origins[:, None, 0] + x * u - y * v, origins[:, None, 1] + x * v + y * u], axis=-1))


def following(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the next corner of each corner."""
    return np.concatenate([ring[1:], ring[:1]])


def preceding(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the previous corner of each corner."""
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
    """Return a regular polygon that stands for a circle."""
    return np.asarray(middle + radius_m * _UNIT[sides])


def tint(colour: Colour, share: float) -> Colour:
    """Make a colour lighter (share over 1) or darker, within 0..255."""
    return min(255, round(colour[0] * share)), min(255, round(colour[1] * share)), min(255, round(colour[2] * share))
