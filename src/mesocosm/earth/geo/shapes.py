"""Valid shapes, as the geometry library needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mesocosm.earth.geo.geojson import Unreadable, demand_degrees, is_closed, positions
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    from rasterio.crs import CRS

MOST_CROSSED = 200
"""Most corners of an untrusted shape that crosses itself: the time to mend it grows with the square of its crossings.
"""
FINEST_EDGE_DEGREES, FINEST_EDGE_M = 0.01, 1000.0
"""Length to which edges are divided before projection, in degrees or metres: the remaining error is a few centimetres.
"""
MOST_EDGES = 100_000
"""Most edges into which one shape is divided, whatever its length."""


def make_valid_shapes(shapes: Any) -> Any:
    """Make shapes valid, with all lobes of self-crossing rings; one shape returns one, several return an array."""
    import shapely

    # The library's other method takes minutes for a ring of a few hundred random points.
    return shapely.make_valid(shapes, method="structure", keep_collapsed=False)


def mended_from_outside(shape: Any, field: str) -> Any:
    """Make an untrusted shape valid; refuse one that crosses itself and has many corners."""
    import shapely

    if shapely.get_num_coordinates(shape) > MOST_CROSSED and not shapely.is_valid(shape):
        raise InvalidRecord(
            f"{field}: crosses itself ({shapely.is_valid_reason(shape)}) and has too many corners to mend"
        )
    return make_valid_shapes(shape)


def project_shape(shape: Any, crs: CRS | str, to: CRS | str) -> Any:
    """Project a shape to another plane, with edges divided so that they become curves and not chords."""
    import shapely
    from rasterio.crs import CRS
    from rasterio.warp import transform_geom
    from shapely.geometry import mapping

    finest = FINEST_EDGE_DEGREES if CRS.from_user_input(crs).is_geographic else FINEST_EDGE_M
    dense = shapely.segmentize(shape, max(finest, shape.length / MOST_EDGES))
    return shapely.geometry.shape(transform_geom(crs, to, mapping(dense)))


def polygon_of(geometry: Any, field: str) -> Any:
    """Return an untrusted GeoJSON Polygon or MultiPolygon in degrees as a valid shape."""
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
