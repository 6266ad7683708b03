"""Lengths and areas on the ellipsoid WGS 84, distances, and buffers in metres around shapes.

Geodesics are Karney's (2013, Journal of Geodesy 87, 43-55), through PROJ. Shapes are in degrees.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.projection import Plane
from mesocosm.earth.geo.shapes import make_valid_shapes
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import pyproj
    import shapely

Point = Sequence[float]
"""Longitude and latitude."""
WIDEST_KM = 1000.0
"""Largest extent of a shape that is buffered in one plane: distances are true to 1 in 1000."""


LONGEST_EDGE_DEGREES = 0.01
"""Length of an edge over which a geodesic and a straight line in degrees differ by less than 0.1 m."""


@functools.cache
def ellipsoid() -> pyproj.Geod:
    """Return the ellipsoid WGS 84."""
    import pyproj

    return pyproj.Geod(ellps="WGS84")


def length_m(shape: shapely.Geometry) -> float:
    """Return the length of lines in metres; 0 for points and areas."""
    if "Line" not in shape.geom_type and shape.geom_type != "GeometryCollection":
        return 0.0
    parts = [part for part in _parts(shape) if "Line" in part.geom_type]
    return float(sum(ellipsoid().geometry_length(part) for part in parts))


def area_m2(shape: shapely.Geometry) -> float:
    """Return the area of polygons without their holes in square metres; 0 for points and lines.

    Edges are straight in degrees, as in RFC 7946: they are divided into short ones, since geodesics between their ends
    are not straight in degrees.
    """
    import shapely
    from shapely.geometry.polygon import orient

    if shapely.get_dimensions(shape) < 2 and shape.geom_type != "GeometryCollection":
        return 0.0
    shape = shapely.segmentize(shape, LONGEST_EDGE_DEGREES)
    parts = [part for part in _parts(shape) if part.geom_type == "Polygon" and not part.is_empty]
    return float(sum(abs(ellipsoid().geometry_area_perimeter(orient(part))[0]) for part in parts))


def band_area_m2(south: NDArray[np.float64], north: NDArray[np.float64], width_degrees: float) -> NDArray[np.float64]:
    """Compute areas between parallels over a width of longitude, square metres, on WGS 84: a² Δλ (q₂ - q₁) / 2.

    q is Snyder's (1987, USGS Professional Paper 1395), equation 3-12.
    """
    body = ellipsoid()

    def q(latitude: NDArray[np.float64]) -> NDArray[np.float64]:
        e, sine = np.sqrt(body.es), np.sin(np.radians(latitude))
        lengths = sine / (1 - body.es * sine**2) - np.log((1 - e * sine) / (1 + e * sine)) / (2 * e)
        return np.asarray((1 - body.es) * lengths)

    return np.asarray(body.a**2 * np.radians(width_degrees) * (q(north) - q(south)) / 2)


def _parts(shape: shapely.Geometry) -> list[Any]:
    import shapely

    parts = list(shapely.get_parts(shape))
    return [inner for part in parts for inner in (_parts(part) if hasattr(part, "geoms") else [part])]


def distances_m(origins: Sequence[Point], destinations: Sequence[Point]) -> NDArray[np.float64]:
    """Return geodesic distances in metres: a row for each origin, a column for each destination."""
    starts, ends = np.asarray(origins, float).reshape(-1, 2), np.asarray(destinations, float).reshape(-1, 2)
    rows, columns = len(starts), len(ends)
    froms, tos = np.repeat(starts, columns, axis=0), np.tile(ends, (rows, 1))
    _, _, metres = ellipsoid().inv(froms[:, 0], froms[:, 1], tos[:, 0], tos[:, 1])
    return np.asarray(metres, float).reshape(rows, columns)


def on_unit_sphere(longitude: NDArray[np.float64], latitude: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return places as points on the unit sphere, along the last axis: nearest there is nearest on Earth."""
    east, north = np.radians(longitude), np.radians(latitude)
    return np.stack([np.cos(north) * np.cos(east), np.cos(north) * np.sin(east), np.sin(north)], axis=-1)


def local_plane(shape: shapely.Geometry) -> Plane:
    """Return the plane about the middle of a shape in which distances from it are true (azimuthal equidistant).

    At a distance d from the middle, distances across are too long by (d / R)² / 6: 4e-5 at 100 km.
    """
    west, south, east, north = shape.bounds
    if east - west > 180:
        raise InvalidRecord("a shape that spans more than 180 degrees of longitude has no local plane; cut it")
    longitude, latitude = (west + east) / 2, (south + north) / 2
    across = float(distances_m([(west, latitude)], [(east, latitude)])[0, 0])
    along = float(distances_m([(longitude, south)], [(longitude, north)])[0, 0])
    if max(across, along) > WIDEST_KM * 1000:
        raise InvalidRecord(
            f"a shape of {max(across, along) / 1000:,.0f} km is too large for a zone in metres: at most {WIDEST_KM:g}"
        )
    return Plane(f"+proj=aeqd +lon_0={longitude!r} +lat_0={latitude!r} +datum=WGS84 +units=m", bends_edges=False)


def buffer_metres(shape: shapely.Geometry, metres: float) -> shapely.Geometry:
    """Return everything within `metres` of a shape; if negative, a polygon without its margin."""
    import shapely

    if shape.is_empty:
        return shape
    plane = local_plane(shape)
    flat = plane.project([shape])[0]
    if metres > 0:  # many lines at once take forty times as long as one by one
        zone = shapely.union_all(shapely.buffer(shapely.get_parts(flat), metres, quad_segs=32))
    else:
        zone = shapely.buffer(flat, metres, quad_segs=32)
    around = plane.unproject([zone])[0]
    if not around.is_empty and (around.bounds[2] - around.bounds[0] > 180 or not np.isfinite(around.bounds).all()):
        raise InvalidRecord(f"the zone of {metres:g} m crosses the antimeridian or a pole; move or shrink the shape")
    valid: shapely.Geometry = make_valid_shapes(around)
    return valid
