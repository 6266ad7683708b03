"""Parcels: a block is halved along its street until its rows are a parcel deep, then cut across, front by front.

Rings are plain lists of corners, since there are thousands of parcels with a few corners each.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from numpy.random import Generator

if TYPE_CHECKING:
    from shapely.geometry import Polygon

Corner = tuple[float, float, bool]
"""x, y, and whether the side from this corner to the next lies on the street."""
LEAST_FRONT_M = 4.5
"""Least front of a parcel with a house."""


@dataclass(frozen=True)
class Plot:
    """A parcel and its front on the street."""

    corners: tuple[tuple[float, float], ...]
    """Corners, anticlockwise, to the centimetre."""
    start: tuple[float, float]
    """Left end of the front, seen from the street; `along` is the unit vector of the front from there."""
    along: tuple[float, float]
    front_m: float
    """Length of the front; 0 if the parcel does not reach the street."""
    depth_m: float


def make_plots(block: Polygon, front_m: float, depth_m: float, draw: Generator) -> list[Plot]:
    """Return the parcels of a block, with about the given front and at most about the given depth."""
    import shapely

    ring = shapely.get_coordinates(shapely.get_exterior_ring(shapely.orient_polygons(block)))[:-1].tolist()
    return [_plot(piece) for piece in _cut([(x, y, True) for x, y in ring], front_m, depth_m, draw)]


def _cut(ring: list[Corner], front_m: float, depth_m: float, draw: Generator) -> list[list[Corner]]:
    """Halve a ring along its street while it is too deep, then cut it across while it is too broad."""
    (ux, uy), _ = _front(ring)
    along = [x * ux + y * uy for x, y, _ in ring]
    across = [y * ux - x * uy for x, y, _ in ring]
    length, breadth = max(along) - min(along), max(across) - min(across)
    if breadth > 1.3 * depth_m:
        reach = across
    elif length > front_m * draw.uniform(1.3, 1.75):
        reach = along
    else:
        return [ring]
    share = 0.5 + draw.uniform(-0.06, 0.06)
    at = min(reach) + (max(reach) - min(reach)) * share
    pieces = [_half(ring, [value - at for value in reach]), _half(ring, [at - value for value in reach])]
    return [part for piece in pieces if _area(piece) > 25.0 for part in _cut(piece, front_m, depth_m, draw)]


def _front(ring: list[Corner]) -> tuple[tuple[float, float], int]:
    """Return the direction and the start of the longest side on the street, or of the longest side if none is on it."""
    best, longest = 0, -1.0
    for here, (x, y, street) in enumerate(ring):
        to_x, to_y, _ = ring[(here + 1) % len(ring)]
        length = (to_x - x) ** 2 + (to_y - y) ** 2
        # Sides on the street are preferred to all others.
        length = length if street else length * 1e-9
        if length > longest:
            best, longest = here, length
    x, y, _ = ring[best]
    to_x, to_y, _ = ring[(best + 1) % len(ring)]
    length = sqrt((to_x - x) ** 2 + (to_y - y) ** 2)
    return ((to_x - x) / length, (to_y - y) / length), best


def _half(ring: list[Corner], side: list[float]) -> list[Corner]:
    """Clip a ring to where `side` is positive (Sutherland and Hodgman 1974, Communications of the ACM 17)."""
    corners: list[Corner] = []
    for here, (x, y, street) in enumerate(ring):
        there = (here + 1) % len(ring)
        if side[here] >= 0:
            corners.append((x, y, street))
        if (side[here] >= 0) != (side[there] >= 0):
            share = side[here] / (side[here] - side[there])
            to_x, to_y, _ = ring[there]
            # Where the ring leaves the half-plane, the new corner starts the cut; where it returns, the rest of a side.
            at_x, at_y = round(x + share * (to_x - x), 2), round(y + share * (to_y - y), 2)
            corners.append((at_x, at_y, street and side[here] < 0))
    return _distinct(corners)


def _distinct(corners: list[Corner]) -> list[Corner]:
    """Drop corners that coincide with the next one."""
    return [c for n, c in enumerate(corners) if c[:2] != corners[(n + 1) % len(corners)][:2]]


def _area(ring: list[Corner]) -> float:
    if len(ring) < 3:
        return 0.0
    x0, y0, _ = ring[0]
    total = 0.0
    for (ax, ay, _), (bx, by, _) in zip(ring, [*ring[1:], ring[0]], strict=True):
        total += (ax - x0) * (by - y0) - (ay - y0) * (bx - x0)
    return abs(total) / 2


def _plot(ring: list[Corner]) -> Plot:
    (ux, uy), best = _front(ring)
    x, y, street = ring[best]
    to_x, to_y, _ = ring[(best + 1) % len(ring)]
    front = sqrt((to_x - x) ** 2 + (to_y - y) ** 2) if street else 0.0
    depth = max((cy - y) * ux - (cx - x) * uy for cx, cy, _ in ring)
    corners = tuple((cx, cy) for cx, cy, _ in ring)
    return Plot(corners, (x, y), (ux, uy), front if front >= LEAST_FRONT_M else 0.0, depth)
