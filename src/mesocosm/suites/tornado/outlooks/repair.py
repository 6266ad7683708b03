"""Read an outlook as evidently meant: what has one sensible reading is mended and noted, the rest is refused.

Mended: a missing FeatureCollection around features, a geometry written in place of its feature, labels as plain
numbers, brackets too many or too few, rings left open, numbers in quotes, latitude before longitude and longitudes
without their minus sign. Refused: areas without a level, without points or of no extent, and files cut short.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely

from mesocosm.earth.geo.geojson import (
    Points,
    Unreadable,
    demand_degrees,
    is_closed,
    is_one_point,
    parse,
    positions,
    short_repr,
)
from mesocosm.suites.tornado.outlooks.bounds import demand_few_features
from mesocosm.suites.tornado.outlooks.levels import LABEL_FIELDS, BadLabel, meant_level
from mesocosm.suites.tornado.outlooks.strict_reader import EAST, NORTH, SOUTH, WEST, demand_a_place

LABEL_WORDS = ("risklevel", "risk", "label", "level", "probability", "prob", "tornadoprobability", "percent", "dn")
"""Names of a level's property, without case, blanks and underscores; the first found counts."""

DEEPEST = 6
"""Deepest nesting of lists: a MultiPolygon has four; more than two lists too many is no slip of brackets."""

Labelled = tuple[int, shapely.Geometry]
Polygon = list[Points]
"""Rings of a polygon, the outer one first."""


def repaired_shapes(document: Any) -> tuple[list[Labelled], list[str]]:
    """Return levels and shapes as meant, and what was mended. Raise `Unreadable` if the meaning is not evident."""
    notes: list[str] = []
    features = _features(document, notes)
    demand_few_features(features)
    drawn = [
        (level, polygons, f"features[{index}]")
        for index, feature in enumerate(features)
        for level, polygons in [_feature(feature, f"features[{index}]", notes)]
        if level
    ]
    mend = _mend_positions([ring for _, polygons, _ in drawn for rings in polygons for ring in rings], notes)
    shapes = [
        (level, _shape([[mend(ring) for ring in rings] for rings in polygons], where))
        for level, polygons, where in drawn
    ]
    return shapes, notes


def _features(document: Any, notes: list[str]) -> list[Any]:
    if isinstance(document, str):
        notes.append("read the JSON inside a JSON string")
        return _features(parse(document)[0], notes)
    if isinstance(document, list) and document:
        notes.append("put a FeatureCollection around a list of features")
        return document
    if not isinstance(document, dict):
        raise Unreadable(f"the outlook must be a FeatureCollection, got {short_repr(document)}")
    if isinstance(document.get("features"), list):
        if document.get("type") != "FeatureCollection":
            if not document["features"]:
                raise Unreadable(
                    f"type must be 'FeatureCollection' for no risk, got {short_repr(document.get('type'))}"
                )
            notes.append(f"took type {short_repr(document.get('type'))} as 'FeatureCollection'")
        return list(document["features"])
    if isinstance(document.get("features"), dict):
        notes.append("took the one feature for a list of features")
        return [document["features"]]
    if "geometry" in document or "coordinates" in document:
        notes.append("put a FeatureCollection around a single feature")
        return [document]
    if len(document) == 1 and isinstance(inner := next(iter(document.values())), dict | str):
        notes.append(f"took the outlook out of {short_repr(next(iter(document)))}")
        return _features(inner, notes)
    raise Unreadable("the outlook holds no features")


def _feature(feature: Any, where: str, notes: list[str]) -> tuple[int, list[Polygon]]:
    if not isinstance(feature, dict):
        raise Unreadable(f"{where} must be a feature, got {short_repr(feature)}")
    if feature.get("type") != "Feature":
        notes.append(f"{where}: took type {short_repr(feature.get('type'))} as 'Feature'")
    level = _level(feature, where, notes)
    if not level:
        notes.append(f"{where}: left out an area labelled without risk")
        return 0, []
    geometry = feature.get("geometry")
    if not isinstance(geometry, dict):
        geometry = feature if "coordinates" in feature else {"coordinates": geometry}
    polygons = list(_polygons(geometry, where, notes))
    if not polygons:
        raise Unreadable(f"{where} has a risk level but no area")
    return level, polygons


def _level(feature: dict[str, Any], where: str, notes: list[str]) -> int:
    name, label = _label(feature)
    try:
        level = meant_level(label)
    except BadLabel as error:
        raise Unreadable(f"{where}: {error}") from error
    if name not in LABEL_FIELDS:
        notes.append(f"{where}: took {short_repr(name)} as 'risk_level'")
    if str(label).strip() != f"{level}%":
        notes.append(f"{where}: read the label {short_repr(label)} as {level}%")
    return level


def _label(feature: dict[str, Any]) -> tuple[str, Any]:
    """Return name and value of the level, in the properties or beside them."""
    properties = feature.get("properties")
    inner = properties if isinstance(properties, dict) else {}
    for name in LABEL_FIELDS:
        if name in inner:
            return name, inner[name]
    held = {**feature, **inner}
    plain = {key.lower().replace("_", "").replace(" ", ""): key for key in held}
    found = next((plain[word] for word in LABEL_WORDS if word in plain), None)
    return (f"feature.{found}" if found not in inner else found, held[found]) if found else ("", None)


def _polygons(geometry: dict[str, Any], where: str, notes: list[str]) -> Iterator[Polygon]:
    if isinstance(geometry.get("geometries"), list):
        for member in geometry["geometries"]:
            if not isinstance(member, dict):
                raise Unreadable(
                    f"{where}: a member of a GeometryCollection must be a geometry, got {short_repr(member)}"
                )
            yield from _polygons(member, where, notes)
        return
    coordinates = geometry.get("coordinates")
    if str(geometry.get("type")).lower() in {"point", "multipoint", "multilinestring"}:
        raise Unreadable(f"{where} must enclose an area, got a {geometry.get('type')}")
    yield from _nest(coordinates, geometry.get("type") == "MultiPolygon", where, notes)


def _nest(value: Any, of_polygons: bool, where: str, notes: list[str], depth: int = 0) -> Iterator[Polygon]:
    """Yield polygons from lists that may be nested once too little or too much."""
    if not isinstance(value, list) or depth > DEEPEST:
        raise Unreadable(f"{where}: coordinates must be lists of points, got {short_repr(value)}")
    if _is_ring(value):
        notes.append(f"{where}: took a bare ring as a polygon")
        yield [_ring(value, where, notes)]
    elif value and all(_is_ring(one) for one in value) and not of_polygons:
        yield [_ring(one, where, notes) for one in value]
    else:
        if not of_polygons and value:
            notes.append(f"{where}: took the coordinates of a Polygon as those of a MultiPolygon")
        for one in value:
            yield from _nest(one, False, where, notes, depth + 1)


def _is_ring(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_point(one) for one in value)


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) >= 2 and not any(isinstance(one, list | dict) for one in value)


def _ring(ring: list[Any], where: str, notes: list[str]) -> Points:
    if any(isinstance(value, str) for point in ring for value in point):
        notes.append(f"{where}: read numbers in quotes")
        ring = [[_number(value, where) for value in point[:2]] for point in ring]
    try:
        points = positions(ring)
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}") from error
    if not np.isfinite(points).all():
        raise Unreadable(f"{where}: a coordinate is not a finite number")
    return points


def _number(value: Any, where: str) -> Any:
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError as error:
        raise Unreadable(f"{where}: a coordinate must be a number, got {short_repr(value)}") from error


def _mend_positions(rings: list[Points], notes: list[str]) -> Any:
    """Return the mending of every ring: closing it, and undoing one mistake that all points of the file share."""
    points = np.concatenate(rings) if rings else np.empty((0, 2))
    x, y = points.T
    turned = "latitude before longitude", lambda ring: ring[:, ::-1]
    unsigned = "longitudes without their minus sign", lambda ring: ring * (-1, 1)
    shared = turned if _all_at_home(y, x) else unsigned if _all_at_home(-x, y) else None
    if rings and shared:
        notes.append(f"read {shared[0]}")
    if any(not is_closed(ring) for ring in rings):
        notes.append("closed rings that were left open")

    def mend(ring: Points) -> Points:
        placed = shared[1](ring) if shared else ring
        return placed if is_closed(placed) else np.vstack([placed, placed[:1]])

    return mend


def _all_at_home(longitudes: Any, latitudes: Any) -> bool:
    inside = (longitudes >= WEST) & (longitudes <= EAST) & (latitudes >= SOUTH) & (latitudes <= NORTH)
    return bool(inside.all())


def _shape(polygons: list[Polygon], where: str) -> shapely.Geometry:
    for rings in polygons:
        for ring in rings:
            demand_degrees(ring, where)
    rounds = [[ring for ring in rings if _goes_round(ring)] for rings in polygons if _goes_round(rings[0])]
    shape = shapely.MultiPolygon([shapely.Polygon(rings[0], rings[1:]) for rings in rounds])
    demand_a_place(shape, where)
    return shape


def _goes_round(ring: Points) -> bool:
    return is_closed(ring) and not is_one_point(ring)
