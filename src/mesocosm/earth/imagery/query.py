"""Queries of a catalogue: place, range of time, sensor, collection, limit of cloud cover.

A place is on the globe, not on the map: the meridians 180 and -180 are one, and so are all longitudes at a pole. Hence
a place is a few shapes: itself, its part on the antimeridian repeated on the other side, and the map's whole upper or
lower edge if it touches a pole. Whatever meets one of them meets the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.errors import InvalidQuery, InvalidScene
from mesocosm.types import TimeInterval

if TYPE_CHECKING:
    import shapely

    Where: TypeAlias = Sequence[float] | BoundingBox | shapely.Geometry

When = TimeInterval | tuple[datetime, datetime]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class Place:
    """The place of a query: shapes in degrees and their boxes (west, south, east, north), which never cross."""

    shapes: tuple[shapely.Geometry, ...]
    boxes: NDArray[np.float64]
    is_boxes: bool = False
    """Whether each shape equals its box."""


@dataclass(frozen=True)
class Filters:
    """Conditions besides the place; None is no condition."""

    start: int | None = None
    """Start in microseconds since 1970, included."""
    end: int | None = None
    """End in microseconds since 1970, excluded."""
    sensor: str | None = None
    collection: str | None = None
    max_cloud: float | None = None
    """Percent; scenes of unknown cloud cover do not pass a limit."""


def place_of(where: Where) -> Place:
    """Make a place from a point (longitude, latitude), a box (west, south, east, north), or a shape in degrees."""
    import shapely

    parts = list(shapely.get_parts(_shape(where)))
    boxes = shapely.bounds(parts)
    at_edge = (np.abs(boxes) == (180, 90, 180, 90)).any(axis=1)
    mirrors = [mirror for part, touches in zip(parts, at_edge, strict=True) if touches for mirror in _mirror(part)]
    if mirrors:
        boxes = np.vstack([boxes, shapely.bounds(mirrors)])
    return Place((*parts, *mirrors), boxes, is_boxes=not isinstance(where, shapely.Geometry) or _is_point(where))


def place_of_footprint(footprint: shapely.Geometry) -> Place:
    """Return the place that a scene covers, without what only touches it over the edge of the map."""
    import shapely

    parts = shapely.get_parts(footprint)
    return Place(tuple(parts), shapely.bounds(parts))


def filters_of(
    when: When | None, sensor: str | None = None, collection: str | None = None, max_cloud: float | None = None
) -> Filters:
    """Make filters and check them; the catalogue itself checks the names."""
    if max_cloud is not None and not 0 <= max_cloud <= 100:
        raise InvalidQuery(f"max_cloud must lie in [0, 100] percent, got {max_cloud}")
    start, end = (None, None) if when is None else _range(when)
    return Filters(start, end, sensor, collection, max_cloud)


def microseconds(moment: datetime) -> int:
    """Convert a moment to microseconds since 1970; refuse one without a time zone."""
    if moment.tzinfo is None:
        raise InvalidQuery(f"a time must carry a zone, got {moment.isoformat()}; in UTC: {moment.isoformat()}Z")
    return (moment - EPOCH) // MICROSECOND


def _range(when: When) -> tuple[int, int]:
    first, last = (when.start, when.end) if isinstance(when, TimeInterval) else when
    start, end = microseconds(first), microseconds(last)
    if start >= end:
        raise InvalidQuery(f"a time range must start before it ends, got {first.isoformat()} to {last.isoformat()}")
    return start, end


def _shape(where: Sequence[float] | BoundingBox | shapely.Geometry) -> shapely.Geometry:
    """Return shapes within the map from any description of a place."""
    import shapely

    if isinstance(where, BoundingBox):
        return _box_shape(where)
    if isinstance(where, shapely.Geometry):
        return _polygon_or_point(where)
    numbers = [float(number) for number in where]
    if len(numbers) == 2:
        return _point(*numbers)
    if len(numbers) == 4:
        return _box_shape(_box(numbers))
    raise InvalidQuery(f"a place must be (longitude, latitude) or (west, south, east, north), got {numbers}")


def _polygon_or_point(shape: shapely.Geometry) -> shapely.Geometry:
    from mesocosm.earth.imagery.footprint import from_shape

    if _is_point(shape):
        return _point(shape.x, shape.y)
    try:
        return from_shape(shape)
    except (InvalidScene, ValueError) as error:
        raise InvalidQuery(f"a place must be a point, a box or polygons in degrees: {error}") from error


def _is_point(shape: shapely.Geometry) -> bool:
    return str(shape.geom_type) == "Point"


def _point(longitude: float, latitude: float) -> shapely.Geometry:
    import shapely

    if not (abs(longitude) <= 180 and abs(latitude) <= 90):  # NaN compares false
        raise InvalidQuery(
            f"a point must be (longitude -180 to 180, latitude -90 to 90) in degrees, got ({longitude}, {latitude})"
        )
    return shapely.Point(longitude, latitude)


def _box(numbers: Sequence[float]) -> BoundingBox:
    west, south, east, north = numbers
    try:
        return BoundingBox(west=west, south=south, east=east, north=north)
    except ValidationError as error:
        reason = error.errors()[0]
        field = f"{reason['loc'][0]}: " if reason["loc"] else ""
        raise InvalidQuery(f"a box must be (west, south, east, north) in degrees: {field}{reason['msg']}") from error


def _box_shape(box: BoundingBox) -> shapely.Geometry:
    """Return a box as one or two shapes; without height or width it is a line or a point."""
    import shapely

    spans = [(box.west, 180.0), (-180.0, box.east)] if box.crosses_antimeridian else [(box.west, box.east)]
    return shapely.geometrycollections([_rectangle(west, box.south, east, box.north) for west, east in spans])


def _rectangle(west: float, south: float, east: float, north: float) -> shapely.Geometry:
    import shapely

    if west == east and south == north:
        return shapely.Point(west, south)
    if west == east or south == north:
        return shapely.LineString([(west, south), (east, north)])
    return shapely.box(west, south, east, north)


def _mirror(part: shapely.Geometry) -> list[shapely.Geometry]:
    """Repeat the part of a shape on the antimeridian on its other side; add the whole pole if the shape touches it."""
    import shapely

    mirrors = []
    for side in (-180.0, 180.0):
        on_side = shapely.intersection(part, shapely.LineString([(side, -90), (side, 90)]))
        moved = shapely.transform(on_side, lambda points, side=side: points - [2 * side, 0])
        mirrors += [piece for piece in shapely.get_parts(moved) if not piece.is_empty]
    for pole in (-90.0, 90.0):
        edge = shapely.LineString([(-180, pole), (180, pole)])
        mirrors += [edge] if shapely.intersects(part, edge) else []
    return mirrors
