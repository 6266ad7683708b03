"""Shapes that the geometry library can work with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mesocosm.earth.geo.geojson import Unreadable, demand_degrees, is_closed, positions
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    from rasterio.crs import CRS

MOST_CROSSED = 200
"""Corners of a shape from outside that crosses itself: mending takes the square of its crossings."""
FINEST_EDGE_DEGREES, FINEST_EDGE_M = 0.01, 1000.0
"""Into which edges are cut before they are projected: what bends between is a few centimetres then."""
MOST_EDGES = 100_000
"""Into which the edges of one shape are cut together, however long they are."""


def make_valid_shapes(shapes: Any) -> Any:
    """Valid shapes, in which all lobes of a crossed ring count; one shape gives one, many give an array."""
    import shapely

    # The library's other method takes minutes for a ring of a few hundred random points.
    return shapely.make_valid(shapes, method="structure", keep_collapsed=False)


def mended_from_outside(shape: Any, field: str) -> Any:
    """As `mended`, for a shape that somebody sent; one that crosses itself at length is refused."""
    import shapely

    if shapely.get_num_coordinates(shape) > MOST_CROSSED and not shapely.is_valid(shape):
        raise InvalidRecord(
            f"{field}: crosses itself ({shapely.is_valid_reason(shape)}) and has too many corners to mend"
        )
    return make_valid_shapes(shape)


def project_shape(shape: Any, crs: CRS | str, to: CRS | str) -> Any:
    """A shape in another plane. Its edges are bent as they run there: corners alone would cut through what they bow."""
    import shapely
    from rasterio.crs import CRS
    from rasterio.warp import transform_geom
    from shapely.geometry import mapping

    finest = FINEST_EDGE_DEGREES if CRS.from_user_input(crs).is_geographic else FINEST_EDGE_M
    dense = shapely.segmentize(shape, max(finest, shape.length / MOST_EDGES))
    return shapely.geometry.shape(transform_geom(crs, to, mapping(dense)))


def polygon_of(geometry: Any, field: str) -> Any:
    """A GeoJSON Polygon or MultiPolygon in degrees that somebody sent, as a valid shape."""
    import shapely

    kind = geometry.get("type") if isinstance(geometry, dict) else geometry
    if kind not in ("Polygon", "MultiPolygon"):
        raise InvalidRecord(f"{field}: must be a Polygon or MultiPolygon, got {str(kind)[:40]!r}")
    inside: Any = geometry.get("coordinates")
    polygons: Any = [inside] if kind == "Polygon" else inside
    try:
        parts = [[_ring(ring, field) for ring in rings] for rings in polygons if rings]
    except (Unreadable, TypeError) as error:
        raise InvalidRecord(f"{field}: {error}") from error
    if not parts:
        raise InvalidRecord(f"{field}: has no ring")
    return mended_from_outside(shapely.MultiPolygon([(rings[0], rings[1:]) for rings in parts]), field)


def _ring(ring: Any, field: str) -> Any:
    points = positions(ring)
    demand_degrees(points, field)
    if not is_closed(points):
        raise Unreadable("a ring needs four points or more, the last equal to the first")
    return points
