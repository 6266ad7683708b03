"""Map planes: shapes and points between degrees and metres.

PROJ does the sums, through pyproj. It is asked in two ways that differ in the last bits and are both wanted: a `Plane`
moves shapes between WGS 84 and a reference system with its datum, a `projection` is the bare formula on the figure of
the Earth that its string names, which is how forecast models define the nodes of their grids.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pyproj
    import shapely

LONGEST_EDGE_DEGREES = 0.5
"""A straight edge of this length in degrees (RFC 7946, Section 3.1.1) bends by less than 50 m in the plane."""


@dataclass(frozen=True)
class Plane:
    """A coordinate reference system, and whether edges are bent with it or only their ends are moved."""

    crs: str
    """Anything PROJ knows: a code such as `EPSG:5070`, or a PROJ string."""
    bends_edges: bool

    def project(self, shapes: Sequence[shapely.Geometry]) -> list[shapely.Geometry]:
        """Shapes in degrees to shapes in metres; z is dropped. A shape that leaves the plane comes back empty."""
        import shapely

        from mesocosm.earth.geo.shapes import mended

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
        import shapely

        back = _transformer(self.crs)

        def degrees(points: np.ndarray) -> np.ndarray:
            return np.column_stack(back.transform(points[:, 0], points[:, 1], direction="INVERSE"))

        return list(shapely.transform(np.array(shapes, dtype=object), degrees)) if len(shapes) else []


@functools.cache
def _transformer(crs: str) -> pyproj.Transformer:
    import pyproj

    return pyproj.Transformer.from_crs("EPSG:4326", crs, always_xy=True)


@functools.lru_cache(maxsize=32)
def projection(proj: str) -> pyproj.Proj:
    """The formulas of a PROJ string: called with degrees east and north, it gives metres; with `inverse`, degrees."""
    import pyproj

    return pyproj.Proj(proj)
