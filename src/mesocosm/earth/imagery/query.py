"""What is asked of a catalogue: a place, a range of time, a sensor, a collection, a limit of cloud.

A place is on the globe, not on the map: the meridians 180 and -180 are one, and so is every longitude at a pole. Hence
a place is a few shapes: itself, what of it lies on the antimeridian once more on the other side, and the map's whole
upper or lower edge where it touches a pole. Whatever meets one of them meets the place.
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
    """Where to look: shapes in degrees, and the box of each (west, south, east, north), none crossing."""

    shapes: tuple[shapely.Geometry, ...]
    boxes: NDArray[np.float64]
    is_boxes: bool = False
    """Whether each shape is its box."""


@dataclass(frozen=True)
class Filters:
    """What a scene must be, besides being there; None asks for nothing."""

    start: int | None = None
    """Microseconds since 1970, included."""
    end: int | None = None
    """Microseconds since 1970, excluded."""
    sensor: str | None = None
    collection: str | None = None
    max_cloud: float | None = None
    """Percent; scenes whose cloud is not known do not pass a limit."""


def place_of(where: Where) -> Place:
    """A place from a point (longitude, latitude), a box (west, south, east, north), or a shape in degrees."""
    import shapely

    parts = list(shapely.get_parts(_shape(where)))
    boxes = shapely.bounds(parts)
    at_edge = (np.abs(boxes) == (180, 90, 180, 90)).any(axis=1)
    mirrors = [mirror for part, touches in zip(parts, at_edge, strict=True) if touches for mirror in _mirror(part)]
    if mirrors:
        boxes = np.vstack([boxes, shapely.bounds(mirrors)])
    return Place((*parts, *mirrors), boxes, is_boxes=not isinstance(where, shapely.Geometry) or _is_point(where))


def place_of_footprint(footprint: shapely.Geometry) -> Place:
    """The place that a scene covers, without what only touches it over the edge of the map."""
    import shapely

    parts = shapely.get_parts(footprint)
    return Place(tuple(parts), shapely.bounds(parts))


def filters_of(
    when: When | None, sensor: str | None = None, collection: str | None = None, max_cloud: float | None = None
) -> Filters:
    """Filters, checked; names are checked against the catalogue by itself."""
    if max_cloud is not None and not 0 <= max_cloud <= 100:
        raise InvalidQuery(f"max_cloud must lie in [0, 100] percent, got {max_cloud}")
    start, end = (None, None) if when is None else _range(when)
    return Filters(start, end, sensor, collection, max_cloud)


def microseconds(moment: datetime) -> int:
    """Since 1970; a moment without a time zone is refused."""
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
    """Shapes within the map, from anything that says where."""
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
    """A box as one or two shapes; without height or width it is a line or a point."""
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
    """What of a shape lies on the antimeridian, on its other side; and the whole pole, where it touches one."""
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
