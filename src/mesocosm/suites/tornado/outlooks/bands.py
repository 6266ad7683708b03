"""Bands of an outlook in the plane: level by level, without overlap, and their nested unions."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from mesocosm.earth.geo.outlines import conus
from mesocosm.earth.geo.shapes import make_valid_shapes
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.outlooks.outlook import Outlook
from mesocosm.suites.tornado.outlooks.planes import EQUAL_AREA, PUBLISHED


@dataclass(frozen=True)
class Bands:
    """Levels, each with the area where the outlook's level is exactly this; no empty areas."""

    shapes: Mapping[int, shapely.Geometry]

    @property
    def highest(self) -> int:
        """Highest level, 0 for none."""
        return max(self.shapes, default=0)

    @functools.cached_property
    def areas(self) -> dict[int, float]:
        """Area of each level, in square metres."""
        return {level: shape.area for level, shape in self.shapes.items()}

    @functools.cached_property
    def nested(self) -> dict[int, shapely.Geometry]:
        """Area of each level or more, for every level up to the highest."""
        found: dict[int, shapely.Geometry] = {}
        above: shapely.Geometry = None
        for level in sorted((one for one in LEVELS if one <= self.highest), reverse=True):
            own = self.shapes.get(level)
            above = own if above is None else above if own is None else shapely.union(above, own)
            found[level] = above
        return found

    def centroid(self, *levels: int) -> Any:
        """Return x and y in metres of the middle of the given bands together; of all bands if none is given."""
        chosen = levels or tuple(self.shapes)
        middles = shapely.get_coordinates(shapely.centroid([self.shapes[level] for level in chosen]))
        return np.average(middles, axis=0, weights=[self.areas[level] for level in chosen])


def published_bands(outlook: Outlook) -> Bands:
    """Return the bands as published: vertices moved to the sphere's plane, mended by a zero buffer, nothing cut off."""
    levels, shapes = _flat(outlook)
    buffered = shapely.buffer(PUBLISHED.project(shapes), 0)
    return _disjoint(levels, [shape if shape.is_valid else shapely.Polygon() for shape in buffered])


def default_bands(outlook: Outlook) -> Bands:
    """Return bands in the equal-area plane, made valid without losing lobes of crossed rings, and cut to the land."""
    levels, shapes = _flat(outlook)
    valid = make_valid_shapes(EQUAL_AREA.project(shapes))
    return _disjoint(levels, [_on_land(areas_only(shape)) for shape in valid])


def areas_only(shape: shapely.Geometry) -> shapely.Geometry:
    """Remove the lines and points that mending and cutting leave behind."""
    if shape.geom_type in ("Polygon", "MultiPolygon"):
        return shape
    return shapely.union_all([part for part in shapely.get_parts(shape) if part.area > 0])


def _flat(outlook: Outlook) -> tuple[list[int], list[shapely.Geometry]]:
    pairs = [(level, shape) for level, shapes in outlook.shapes.items() for shape in shapes]
    return [level for level, _ in pairs], [shape for _, shape in pairs]


def _disjoint(levels: list[int], shapes: list[shapely.Geometry]) -> Bands:
    """Return for each level, from the highest down, the area that no higher level holds."""
    found: dict[int, shapely.Geometry] = {}
    taken: shapely.Geometry = None
    lowest = min(levels, default=0)
    for level in sorted(set(levels), reverse=True):
        own = [shape for one, shape in zip(levels, shapes, strict=True) if one == level]
        whole = own[0] if len(own) == 1 else shapely.union_all(own)
        band = whole if taken is None else shapely.difference(whole, taken)
        if not band.is_empty:
            found[level] = band
            taken = band if taken is None or level == lowest else shapely.union(taken, band)
    return Bands(dict(sorted(found.items())))


@functools.cache
def land() -> shapely.Geometry:
    """Return the contiguous states in the equal-area plane."""
    shape = make_valid_shapes(EQUAL_AREA.project([conus()])[0])
    shapely.prepare(shape)
    return shape


def _on_land(shape: shapely.Geometry) -> shapely.Geometry:
    if shape.is_empty or land().contains_properly(shape):
        return shape
    near = make_valid_shapes(shapely.clip_by_rect(land(), *shape.bounds))
    return areas_only(shapely.intersection(shape, areas_only(near)))
