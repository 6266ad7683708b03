"""The two planes outlooks are compared in."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyproj
import shapely

LONGEST_EDGE_DEGREES = 0.5
"""A straight edge of this length in degrees (RFC 7946, Section 3.1.1) bends by less than 50 m in the plane."""


@dataclass(frozen=True)
class Plane:
    """A map projection, and whether edges are bent with it or only their ends are moved."""

    crs: str
    bends_edges: bool

    def project(self, shapes: Sequence[shapely.Geometry]) -> list[shapely.Geometry]:
        """Shapes in degrees to shapes in metres; z is dropped. A shape that leaves the plane comes back empty."""
        if not len(shapes):
            return []
        if self.bends_edges:
            # Made valid first: cutting the edges of a crossed ring short silently drops one of its lobes.
            shapes = shapely.segmentize(mended(shapes), LONGEST_EDGE_DEGREES)
        points, owner = shapely.get_coordinates(shapes, return_index=True)
        placed = np.column_stack(_transformer(self.crs).transform(points[:, 0], points[:, 1]))
        moved = shapely.set_coordinates(np.array(shapely.force_2d(shapes)), placed)
        lost = np.unique(owner[~np.isfinite(placed).all(axis=1)])
        moved[lost] = shapely.Polygon()
        return list(moved)

    def unproject(self, shapes: Sequence[shapely.Geometry]) -> list[shapely.Geometry]:
        """Shapes in metres to shapes in degrees, point by point."""
        back = _transformer(self.crs)

        def degrees(points: np.ndarray) -> np.ndarray:
            return np.column_stack(back.transform(points[:, 0], points[:, 1], direction="INVERSE"))

        return list(shapely.transform(np.array(shapes, dtype=object), degrees)) if len(shapes) else []


PUBLISHED = Plane("+proj=lcc +lat_1=25 +lat_2=25 +lat_0=25 +lon_0=-95 +R=6371200 +units=m", bends_edges=False)
"""As published: the sphere of the NCEP grids; conformal, so areas grow from 3 % too large at 35° N to 14 % at 45° N."""

EQUAL_AREA = Plane("EPSG:5070", bends_edges=True)
"""Conus Albers: areas are true everywhere, distances within 2 % over the contiguous states."""


def mended(shapes: Any) -> Any:
    """Valid shapes, in which all lobes of a crossed ring count."""
    # The library's other method takes minutes for a ring of a few hundred random points.
    return shapely.make_valid(shapes, method="structure", keep_collapsed=False)


@functools.cache
def _transformer(crs: str) -> pyproj.Transformer:
    return pyproj.Transformer.from_crs("EPSG:4326", crs, always_xy=True)
