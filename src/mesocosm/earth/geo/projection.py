"""Map planes: conversion of shapes and points between degrees and metres.

PROJ computes, through pyproj. It is used in two ways that differ in the last bits and are both needed: a `Plane`
converts shapes between WGS 84 and a reference system with its datum; a `projection` is the bare formula on the figure
of the Earth that its string names, which is how forecast models define the nodes of their grids.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import pyproj
    import shapely

EPSG = re.compile(r"EPSG:\d{1,6}", re.IGNORECASE)
PROJ_KEYS = frozenset(
    (
        *("proj", "zone", "south", "ellps", "datum", "units", "no_defs", "lat_0", "lat_1", "lat_2", "lat_ts", "lon_0"),
        *("k", "k_0", "x_0", "y_0", "a", "b", "rf", "R", "type", "towgs84", "wktext"),
    )
)
"""Keys allowed in an untrusted PROJ string: numbers and names, nothing that names a file or a service."""
PROJ_VALUE = re.compile(r"[A-Za-z0-9_.,+-]{0,60}")
LONGEST_EDGE_DEGREES = 0.5
"""Longest edge in degrees: a straight edge of this length (RFC 7946, 3.1.1) bends by less than 50 m in the plane."""


def checked_epsg(code: str) -> str:
    """Return a code such as EPSG:32632; refuse anything else, since PROJ would open the files that other forms name."""
    if not EPSG.fullmatch(code):
        raise InvalidRecord(f"must be a code such as EPSG:4326 or EPSG:32632, got {code[:60]!r}")
    return code


def checked_proj_string(parameters: str) -> str:
    """Return an untrusted PROJ string, such as '+proj=utm +zone=32'; refuse keys that could name a file."""
    for word in parameters.split():
        key, _, value = word.removeprefix("+").partition("=")
        if key not in PROJ_KEYS or not PROJ_VALUE.fullmatch(value):
            raise InvalidRecord(f"the projection holds {word[:60]!r}; allowed: {', '.join(sorted(PROJ_KEYS))}")
    return parameters


@dataclass(frozen=True)
class Plane:
    """A coordinate reference system, and whether edges are curved with it or only their ends are converted."""

    crs: str
    """Any form that PROJ accepts: a code such as `EPSG:5070`, or a PROJ string."""
    bends_edges: bool

    def project(self, shapes: Sequence[shapely.Geometry]) -> list[shapely.Geometry]:
        """Convert shapes from degrees to metres without z; a shape that leaves the plane becomes empty."""
        import shapely

        from mesocosm.earth.geo.shapes import make_valid_shapes

        if not len(shapes):
            return []
        if self.bends_edges:
            # Made valid first: cutting the edges of a crossed ring short silently drops one of its lobes.
            shapes = shapely.segmentize(make_valid_shapes(shapes), LONGEST_EDGE_DEGREES)
        points, owner = shapely.get_coordinates(shapes, return_index=True)
        placed = np.column_stack(_transformer(self.crs).transform(points[:, 0], points[:, 1]))
        moved = shapely.set_coordinates(np.array(shapely.force_2d(shapes)), placed)
        lost = np.unique(owner[~np.isfinite(placed).all(axis=1)])
        moved[lost] = shapely.Polygon()
        return list(moved)

    def unproject(self, shapes: Sequence[shapely.Geometry]) -> list[shapely.Geometry]:
        """Convert shapes from metres to degrees, point by point."""
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
    """Return the function of a PROJ string from degrees east and north to metres; with `inverse`, back."""
    import pyproj

    return pyproj.Proj(proj)
