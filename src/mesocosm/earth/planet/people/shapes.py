"""Operations on shapes of a town's plane: round, split, turn, fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.quantisation import round_to_step

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from shapely.geometry import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

    Shaped = TypeVar("Shaped", bound=DataclassInstance)

STEP_M = 0.01


def round_to_centimetres(shape: BaseGeometry) -> BaseGeometry:
    """Round the corners of a shape to whole centimetres; the result is valid."""
    import shapely

    return shapely.set_precision(shape, STEP_M)


def move_to_centimetres(records: Sequence[Shaped], name: str, east: float, north: float) -> tuple[Shaped, ...]:
    """Move the shapes with an attribute's name by whole centimetres, so that they stay on whole centimetres."""
    import shapely

    step = np.round(np.array([east, north]) / STEP_M)
    shapes = [getattr(record, name) for record in records]
    there = shapely.transform(shapes, lambda at: (np.round(at / STEP_M) + step) / round(1 / STEP_M)) if shapes else []
    return tuple(replace(record, **{name: shape}) for record, shape in zip(records, there, strict=True))


def polygons(shape: BaseGeometry, least_m2: float = 1.0) -> list[Polygon]:
    """Return the polygons of a shape that are not slivers, ordered by the west, then the south of their bounds."""
    import shapely

    parts = [part for part in shapely.get_parts(shapely.get_parts([shape])) if part.geom_type == "Polygon"]
    kept = [part for part in parts if part.area >= least_m2]
    return sorted(kept, key=lambda part: (*part.bounds, part.area))


def together(shapes: Sequence[BaseGeometry]) -> MultiPolygon:
    """Return the union of polygons as one multipolygon, to the centimetre."""
    import shapely
    from shapely.geometry import MultiPolygon

    if not shapes:
        return MultiPolygon()
    return MultiPolygon(polygons(shapely.union_all(list(shapes), grid_size=STEP_M), 0.5))


def place_corners(corners: Floats, origin: Floats, along: Floats) -> Floats:
    """Convert corners given along and left of a direction to points of the plane, to the centimetre."""
    left = np.array([-along[1], along[0]])
    return round_to_step(origin + corners[:, :1] * along + corners[:, 1:] * left, STEP_M)


def rectangle(west: float, south: float, east: float, north: float) -> Floats:
    """Return the corners, anticlockwise."""
    return np.array([[west, south], [east, south], [east, north], [west, north]])


def unit(vector: Floats) -> Floats:
    """Return the unit vector, rounded so that it is the same on all machines."""
    return round_to_step(vector / np.sqrt((vector * vector).sum()), 1e-9)


def axes(outline: Polygon) -> tuple[Floats, Floats, float, float]:
    """Return middle, long direction, length and breadth of the smallest rectangle about a shape."""
    import shapely

    corners = shapely.get_coordinates(shapely.oriented_envelope(outline))[:4]
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    one, two = (float(np.sqrt((side * side).sum())) for side in (first, second))
    middle = round_to_step(corners.mean(axis=0), STEP_M)
    return (middle, unit(first), one, two) if one >= two else (middle, unit(second), two, one)


def fit_rectangle(room: BaseGeometry, length: float, breadth: float, along: Floats) -> Polygon | None:
    """Return a rectangle of given size and direction in a shape, as near its middle as the search finds; or None."""
    import shapely

    if room.is_empty:
        return None
    middle = round_to_step(shapely.get_coordinates(shapely.centroid(room))[0], STEP_M)
    steps = round_to_step(np.linspace(-1.0, 1.0, 9) * max(length, np.sqrt(room.area)) * 0.6, STEP_M)
    offsets = np.array(sorted(((a, b) for a in steps for b in steps), key=lambda at: (at[0] ** 2 + at[1] ** 2, at)))
    box = rectangle(-length / 2, -breadth / 2, length / 2, breadth / 2)
    candidates = shapely.polygons([place_corners(box, middle + offset, along) for offset in offsets])
    inside = np.flatnonzero(shapely.within(candidates, room))
    return candidates[inside[0]] if inside.size else None


def minus(room: BaseGeometry, hole: BaseGeometry) -> BaseGeometry:
    """Cut a hole out of a room; repair a room first whose holes overlap each other after rounding."""
    import shapely

    try:
        return shapely.difference(room, hole)
    except shapely.errors.GEOSException:
        return shapely.difference(shapely.make_valid(room, method="structure", keep_collapsed=False), hole)
