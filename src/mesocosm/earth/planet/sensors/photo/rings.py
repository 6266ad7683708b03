"""Rings of polygons: corners, area, the box along the longest side; and the labels of buildings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.people.town import Use
from mesocosm.earth.planet.sensors.photo.corners import Ring, plain
from mesocosm.earth.planet.sensors.photo.labels import Label
from mesocosm.earth.planet.sensors.photo.shapes import following, preceding
from mesocosm.earth.planet.sensors.window import Floats

LABELS: dict[Use, Label] = {
    "house": "house",
    "flats": "apartment_block",
    "church": "church",
    "industry": "factory_hall",
    "warehouse": "factory_hall",
}


if TYPE_CHECKING:
    from shapely.geometry import Polygon


def ring_of(outline: Polygon) -> Floats:
    """Return the outer corners of a polygon, anticlockwise, without straight ones and without repeating the first."""
    import shapely

    ring: Floats = shapely.get_coordinates(shapely.get_exterior_ring(outline))[:-1]
    ahead, behind = following(ring) - ring, ring - preceding(ring)
    turn = behind[:, 0] * ahead[:, 1] - behind[:, 1] * ahead[:, 0]
    ring = ring[np.abs(turn) > 0.02]
    return ring[::-1] if ring_area(ring) < 0 else ring


def plain_rings(outlines: Sequence[Polygon]) -> list[Ring]:
    """Do the same as `ring_of` for many polygons at once, and return plain lists."""
    import shapely

    corners, owner = shapely.get_coordinates(shapely.get_exterior_ring(outlines), return_index=True)
    starts = np.searchsorted(owner, np.arange(len(outlines) + 1)).tolist()
    points = corners.tolist()
    return [plain(points[first:beyond]) for first, beyond in pairwise(starts)]


def ring_area(ring: Floats) -> float:
    """Return the area in square metres; negative for a clockwise ring."""
    x, y = ring[:, 0], ring[:, 1]
    return 0.5 * float((x * following(y) - following(x) * y).sum())


def frame_of(ring: Floats) -> tuple[Floats, Floats, float, float]:
    """Return middle, long direction, length and breadth of the box about a ring along its longest side."""
    edges = following(ring) - ring
    lengths = np.sqrt((edges * edges).sum(axis=1))
    along = edges[lengths.argmax()] / lengths.max()
    left = np.array([-along[1], along[0]])
    u, v = ring[:, 0] * along[0] + ring[:, 1] * along[1], ring[:, 0] * left[0] + ring[:, 1] * left[1]
    middle = (u.min() + u.max()) / 2 * along + (v.min() + v.max()) / 2 * left
    length, breadth = float(np.ptp(u)), float(np.ptp(v))
    return (middle, along, length, breadth) if length >= breadth else (middle, left, breadth, length)


def label_of(use: Use) -> Label:
    """Return the label of a building by its use."""
    return LABELS.get(use, "commercial_building")
