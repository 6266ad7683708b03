"""The largest size of an outlook: bounds that keep every reading, repair, refusal and score well below a second.

The largest of the published outlooks and truths has 175 kB, 5 features, 9 rings and 3,885 points. What costs time is
not points but crossings: a ring of 1,990 points that crosses itself wherever it can does so two million times.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from mesocosm.earth.geo.geojson import Unreadable

MOST_CHARACTERS = 1_000_000
MOST_SHAPES = 200
MOST_RINGS = 200
MOST_POINTS = 10_000
MOST_DEGREES = 10_000.0
"""Largest length of all edges together, in degrees. Long edges are cut into short ones to bend them with the map."""
MOST_CROSSINGS = 1_000
"""Largest number of places where edges of one ring or of two cross."""
MOST_PAIRS = 4_000_000
"""Largest number of pairs of edges with overlapping boxes that are looked at for crossings."""
EDGES_AT_ONCE = 200

Edges = NDArray[np.float64]
"""Coordinates x and y of the start, x and y of the end."""


def demand_a_fair_length(text: bytes | str) -> None:
    """Refuse a text that is too long, before it is parsed."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"an outlook must not have more than {MOST_CHARACTERS:,} characters, got {len(text):,}")


def demand_few_features(features: list[object]) -> None:
    """Refuse a collection with too many features, before its members are looked at."""
    _demand(len(features), MOST_SHAPES, "features")


def demand_a_fair_size(shapes: list[shapely.Geometry]) -> None:
    """Refuse an outlook whose geometry could not be processed in a moment."""
    if not shapes:
        return
    parts = shapely.get_parts(shapely.get_parts(shapes))
    _demand(len(shapes), MOST_SHAPES, "areas")
    _demand(int(shapely.get_num_coordinates(shapes).sum()), MOST_POINTS, "points")
    _demand(len(parts) + int(shapely.get_num_interior_rings(parts).sum()), MOST_RINGS, "rings")
    edges = _edges(shapes)
    with np.errstate(over="ignore"):
        length = float(np.hypot(edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]).sum())
    if not length <= MOST_DEGREES:
        raise Unreadable(
            f"the edges of an outlook must not exceed {MOST_DEGREES:,.0f} degrees together, got {length:,.0f}"
        )
    _demand_few_crossings(edges)


def _demand(number: int, most: int, what: str) -> None:
    if number > most:
        raise Unreadable(f"an outlook must not have more than {most:,} {what}, got {number:,}")


def _edges(shapes: list[shapely.Geometry]) -> Edges:
    rings = shapely.get_rings(shapely.get_parts(shapely.get_parts(shapes)))
    points, owner = shapely.get_coordinates(rings, return_index=True)
    same = owner[:-1] == owner[1:]
    edges: Edges = np.hstack([points[:-1][same], points[1:][same]])
    return edges


def _demand_few_crossings(edges: Edges) -> None:
    """Refuse too many crossings, counted by edge numbers, so that an outlook full of them is refused at its first
    thousand.
    """
    low, high = np.minimum(edges[:, :2], edges[:, 2:]), np.maximum(edges[:, :2], edges[:, 2:])
    tree = shapely.STRtree(shapely.box(*low.T, *high.T))
    crossings = pairs = 0
    for start in range(0, len(edges), EDGES_AT_ONCE):
        some = slice(start, start + EDGES_AT_ONCE)
        own, other = tree.query(shapely.box(*low[some].T, *high[some].T))
        own = own + start
        later = other > own  # each pair once
        pairs += int(later.sum())
        if pairs <= MOST_PAIRS:
            crossings += _crossings(edges[own[later]], edges[other[later]])
        if crossings > MOST_CROSSINGS or pairs > MOST_PAIRS:
            raise Unreadable(f"the edges of an outlook must not cross at more than {MOST_CROSSINGS:,} places")


def _crossings(one: Edges, other: Edges) -> int:
    """Return how many pairs of edges cross inside both; edges that meet end to end do not."""
    apart = _side(one, other[:, :2]) * _side(one, other[:, 2:]) < 0
    one, other = one[apart], other[apart]  # few pairs of boxes that overlap get this far
    between = _side(other, one[:, :2]) * _side(other, one[:, 2:]) < 0
    return int(between.sum())


def _side(edge: Edges, point: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 left of the edge, -1 right of it, 0 on it."""
    (west, south, east, north), (x, y) = edge.T, point.T
    side: NDArray[np.float64] = np.sign((east - west) * (y - south) - (north - south) * (x - west))
    return side
