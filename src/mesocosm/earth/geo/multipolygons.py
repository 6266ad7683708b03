"""Multipolygon relations of OpenStreetMap, assembled to shapes from their ways.

A ring may be one closed way or several open ones. What lies inside follows from the rings alone: a point is inside if a
line from it to the outside crosses an odd number of edges. The roles `outer` and `inner` are not used, since they are
often wrong; osmium and GDAL do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import shapely

Floats = NDArray[np.float64]
Place = tuple[float, float]
"""Longitude and latitude, degrees."""


class NotAssembled(ValueError):
    """Ways that do not bound an area; the message says why."""


def assemble(lines: Iterable[Sequence[Place]]) -> shapely.MultiPolygon:
    """Return the area that lines bound together, with its holes; raise `NotAssembled` if they bound none."""
    import shapely

    edges = _edges(lines)
    if not len(edges):
        raise NotAssembled("it has no ring")
    _, meeting = np.unique(edges.reshape(-1, 2), axis=0, return_counts=True)
    if (meeting % 2).any():
        raise NotAssembled("a ring is not closed")
    collection, *rest = shapely.polygonize_full(shapely.linestrings(edges))
    faces = shapely.get_parts(collection)
    shape = shapely.MultiPolygon(faces[_are_inside(faces)].tolist()) if len(faces) else shapely.MultiPolygon()
    if shape.is_empty or not shape.is_valid or not all(part.is_empty for part in rest):
        raise NotAssembled("its rings cross")
    return shape


def _edges(lines: Iterable[Sequence[Place]]) -> Floats:
    """Return the edges as pairs of points, without those between two rings that touch, which occur twice."""
    pairs = [np.stack([line[:-1], line[1:]], axis=1) for line in (np.asarray(line, float) for line in lines)]
    edges = np.concatenate([np.empty((0, 2, 2)), *pairs])
    edges = _westward(edges[(edges[:, 0] != edges[:, 1]).any(axis=1)])
    once, counts = np.unique(edges, axis=0, return_counts=True)
    return np.asarray(once[counts % 2 == 1])


def _westward(edges: Floats) -> Floats:
    """Return edges of one direction, so that equal ones compare as equal: from the east, or else from the north."""
    (x, y), (to_x, to_y) = edges[:, 0].T, edges[:, 1].T
    turned = (x < to_x) | ((x == to_x) & (y < to_y))
    return np.where(turned[:, None, None], edges[:, ::-1], edges)


def _are_inside(faces: NDArray[Any]) -> NDArray[np.bool_]:
    """Return whether the way from each face to the outside crosses an odd number of edges."""
    import shapely
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import shortest_path

    rings, of_face = shapely.get_rings(faces, return_index=True)
    points, of_ring = shapely.get_coordinates(rings, return_index=True)
    along = of_ring[:-1] == of_ring[1:]
    edges = _westward(np.stack([points[:-1], points[1:]], axis=1)[along])
    beside, outside = of_face[of_ring[:-1][along]], len(faces)
    _, first = np.unique(edges, axis=0, return_index=True)
    _, last = np.unique(edges[::-1], axis=0, return_index=True)
    last = len(edges) - 1 - last
    other = np.where(first == last, outside, beside[last])
    graph = coo_matrix((np.ones(len(first)), (beside[first], other)), shape=(outside + 1, outside + 1))
    steps = shortest_path(graph.tocsr(), directed=False, unweighted=True, indices=outside)
    return np.asarray(steps[:-1] % 2 == 1)
