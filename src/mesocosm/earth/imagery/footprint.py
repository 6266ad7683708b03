"""Footprints on the globe in one form, cut at the antimeridian and at the poles.

Longitudes lie in [-180, 180] and a footprint that crosses the antimeridian is two polygons, one on each side (RFC 7946,
Section 3.1.9). Archives also write longitudes beyond 180, or rings that jump from 179 to -179: if a side is longer than
half the globe, the shorter way around is meant. A ring that goes once around the globe encloses the nearer pole. All
are converted to one form here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.errors import InvalidScene

if TYPE_CHECKING:
    import shapely

Points = NDArray[np.float64]


def from_geojson(geometry: object) -> shapely.Geometry:
    """Read a footprint from a GeoJSON geometry: one or several polygons, without heights."""
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    coordinates = geometry.get("coordinates") if isinstance(geometry, dict) else None
    if kind not in ("Polygon", "MultiPolygon") or not isinstance(coordinates, list):
        raise InvalidScene(f"geometry must be a GeoJSON Polygon or MultiPolygon, got {kind or geometry!r}")
    polygons = [coordinates] if kind == "Polygon" else coordinates
    try:
        return from_rings([[np.array([p[:2] for p in ring], float) for ring in rings] for rings in polygons])
    except (TypeError, ValueError, IndexError) as error:
        raise InvalidScene(f"geometry must hold rings of [longitude, latitude] points: {error}") from error


def from_rings(polygons: Sequence[Sequence[Points]]) -> shapely.Geometry:
    """Make one footprint from polygons, each an outer ring and its holes, in degrees with any range of longitudes."""
    import shapely

    parts = [piece for rings in polygons for piece in _pieces(rings)]
    whole = parts[0] if len(parts) == 1 else shapely.union_all(parts)  # of no parts: empty
    if whole.is_empty or whole.area == 0:
        raise InvalidScene("geometry must enclose an area, got one that encloses none")
    return shapely.normalize(whole)


def from_shape(shape: shapely.Geometry) -> shapely.Geometry:
    """Convert one or several polygons in degrees to the standard form."""
    import shapely

    polygons = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    if not polygons:
        raise InvalidScene(f"a footprint must be a polygon or several, got {shape.geom_type}")
    rings = [[shapely.get_coordinates(ring) for ring in (p.exterior, *p.interiors)] for p in polygons]
    return from_rings(rings)


def from_box(box: BoundingBox) -> shapely.Geometry:
    """Return the footprint of a box that has an area."""
    import shapely

    east = box.east + 360 if box.crosses_antimeridian else box.east
    # Sides of less than half the globe, since a longer one would be taken for a jump over the antimeridian.
    return from_shape(shapely.segmentize(shapely.box(box.west, box.south, east, box.north), 120.0))


def box_around(shape: shapely.Geometry) -> BoundingBox:
    """Return the smallest box around a standard footprint; it crosses the antimeridian if that is shorter."""
    import shapely

    west, south, east, north = shapely.bounds(shape).tolist()
    if west == -180 and east == 180:
        west, east = _without_largest_gap(shapely.bounds(shapely.get_parts(shape))[:, [0, 2]])
    return BoundingBox(west=west, south=south, east=east, north=north)


def _without_largest_gap(spans: Points) -> tuple[float, float]:
    """Return west and east of intervals of longitudes that touch both sides of the antimeridian."""
    spans = spans[np.argsort(spans[:, 0])]
    reached = np.maximum.accumulate(spans[:-1, 1])
    gaps = spans[1:, 0] - reached
    if not len(gaps) or gaps.max() <= 0:
        return -180.0, 180.0
    widest = int(gaps.argmax())
    return float(spans[widest + 1, 0]), float(reached[widest])


def _pieces(rings: Sequence[Points]) -> list[shapely.Geometry]:
    """Split one polygon into polygons within [-180, 180]."""
    import shapely

    from mesocosm.earth.geo.shapes import make_valid_shapes

    outer, *holes = (_unwrap(ring) for ring in rings)
    hull = shapely.Polygon(outer)
    middle = (outer[:, 0].min() + outer[:, 0].max()) / 2
    moved = [np.add(hole, (round((middle - hole[:, 0].mean()) / 360) * 360, 0)) for hole in holes]
    shape = make_valid_shapes(shapely.Polygon(hull.exterior, moved))
    west, _, east, _ = shapely.bounds(shape).tolist()
    if shape.is_empty or (west >= -180 and east <= 180):
        return list(shapely.get_parts(shape))
    turns = range(int(np.floor((west + 180) / 360)), int(np.ceil((east + 180) / 360)))
    return [piece for turn in turns for piece in _within(shape, turn)]


def _within(shape: shapely.Geometry, turn: int) -> list[shapely.Geometry]:
    """Return the part of a shape in one turn around the globe, moved to [-180, 180], without lines and points."""
    import shapely

    cut = shapely.intersection(shape, shapely.box(turn * 360 - 180, -90, turn * 360 + 180, 90))
    moved = shapely.transform(cut, lambda points: np.clip(points - [turn * 360, 0], (-180, -90), (180, 90)))
    return [part for part in shapely.get_parts(moved) if part.geom_type == "Polygon" and part.area > 0]


def _unwrap(ring: Points) -> Points:
    """Make the longitudes of a closed ring continuous, without jumps of 360; close a ring around a pole along it."""
    if len(ring) < 3 or not np.isfinite(ring).all() or (np.abs(ring[:, 1]) > 90).any():
        raise ValueError("a ring needs three or more points of latitudes -90 to 90")
    steps = np.diff(ring[:, 0])
    # A side of exactly half the globe is meant as written: a box around the globe has sides of 180 or 360.
    turns = np.where((np.abs(steps) > 180) & (np.abs(steps) < 360), np.round(steps / 360) * 360, 0)
    run = np.column_stack([ring[:, 0] - np.concatenate([[0], np.cumsum(turns)]), ring[:, 1]])
    around = run[-1, 0] - run[0, 0]
    if abs(abs(around) - 360) > 1e-6:
        return run
    pole = 90.0 if run[:, 1].mean() > 0 else -90.0
    return np.vstack([run, [[run[-1, 0], pole], [run[0, 0], pole], run[0]]])
