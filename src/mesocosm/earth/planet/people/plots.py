"""Parcels: blocks cut across their longer side until each piece is about as large as the zone's houses need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people import shapes

if TYPE_CHECKING:
    from shapely.geometry import Polygon

LEAST_FRONT_M = 4.5
"""A parcel with less of the street before it holds no house."""


@dataclass(frozen=True)
class Plot:
    """A parcel and its side to the street."""

    outline: Polygon
    corner: Floats
    """The left end of its front, seen from the street."""
    along: Floats
    """From there to the right end, of length one."""
    front_m: float
    """0 where it does not reach the street."""
    depth_m: float


def make_plots(block: Polygon, target_m2: float, draw: Generator) -> list[Plot]:
    """The parcels of a block, from its first cut to its last."""
    import shapely

    rings = _cut(shapely.get_coordinates(shapely.orient_polygons(block))[:-1], target_m2, draw)
    outlines = [_sound(ring) for ring in rings]
    edge = shapely.boundary(block)
    shapely.prepare(edge)
    return [_plot(outline, edge) for outline in outlines if outline is not None]


def _cut(ring: Floats, target_m2: float, draw: Generator) -> list[Floats]:
    """Pieces of a ring of corners, each below about the target's area."""
    if _area(ring) < target_m2 * draw.uniform(1.15, 1.6):
        return [ring]
    edges = np.roll(ring, -1, axis=0) - ring
    along = shapes.unit(edges[(edges * edges).sum(axis=1).argmax()])
    left = np.array([-along[1], along[0]])
    spans = [np.ptp(ring @ along), np.ptp(ring @ left)]
    normal = along if spans[0] >= spans[1] else left
    reach = ring @ normal
    # Deep pieces are cut in the middle, so that back to back each keeps its street.
    at = reach.min() + np.ptp(reach) * (0.5 + draw.uniform(-0.07, 0.07))
    pieces = [_half(ring, reach - at), _half(ring, at - reach)]
    return [part for piece in pieces if len(piece) >= 3 and _area(piece) > 20.0 for part in _cut(piece, target_m2, draw)]


def _half(ring: Floats, side: Floats) -> Floats:
    """The part of a ring where `side` is positive (Sutherland and Hodgman 1974, Communications of the ACM 17, 32-42)."""
    corners = []
    for here in range(len(ring)):
        there = (here + 1) % len(ring)
        if side[here] >= 0:
            corners.append(ring[here])
        if (side[here] >= 0) != (side[there] >= 0):
            share = side[here] / (side[here] - side[there])
            corners.append(ring[here] + share * (ring[there] - ring[here]))
    return np.asarray(corners).reshape(-1, 2)


def _area(ring: Floats) -> float:
    x, y = ring[:, 0] - ring[0, 0], ring[:, 1] - ring[0, 1]
    return abs(float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())) / 2


def _sound(ring: Floats) -> Polygon | None:
    import shapely

    outline = shapes.rounded(shapely.make_valid(shapely.polygons(ring)))
    parts = shapes.polygons(outline, 20.0)
    return max(parts, key=lambda part: part.area) if parts else None


def _plot(outline: Polygon, edge: object) -> Plot:
    """A parcel with the longest of its sides that lies on the block's edge as its front."""
    import shapely

    ring = shapely.get_coordinates(shapely.orient_polygons(outline))
    sides = ring[1:] - ring[:-1]
    length = np.sqrt((sides * sides).sum(axis=1))
    middles = shapely.points(ring[:-1] + sides / 2)
    front = np.where(shapely.distance(middles, edge) < 0.3, length, 0.0)
    best = int(front.argmax())
    if front[best] < LEAST_FRONT_M:
        return Plot(outline, ring[0], np.array([1.0, 0.0]), 0.0, 0.0)
    along = shapes.unit(sides[best])
    left = np.array([-along[1], along[0]])
    depth = float(((ring - ring[best]) @ left).max())
    return Plot(outline, ring[best], along, float(front[best]), depth)
