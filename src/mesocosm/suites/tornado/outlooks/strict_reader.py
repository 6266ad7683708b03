"""Read an outlook by the rules: every breach is one sentence with its place, the value and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import shapely

from mesocosm.earth.geo.geojson import (
    Points,
    Unreadable,
    demand_degrees,
    is_closed,
    is_one_point,
    positions,
    short_repr,
)
from mesocosm.earth.geo.shapes import make_valid_shapes
from mesocosm.errors import nearest
from mesocosm.suites.tornado.outlooks.bounds import demand_a_fair_size, demand_few_features
from mesocosm.suites.tornado.outlooks.levels import ALLOWED, LABEL_FIELDS, BadLabel, strict_level

WEST, SOUTH, EAST, NORTH = -140, 15, -50, 60
"""Box around the contiguous states with a wide margin, in degrees. An area outside it was drawn by mistake."""

LONGEST_NAME = 60
"""Most characters of a member's name that a breach repeats."""

MOST_NAMES = 3
"""Most members that a breach names."""

Labelled = tuple[int, shapely.Geometry]


def strict_shapes(document: Any) -> tuple[list[Labelled], list[str]]:
    """Return levels and shapes, and every breach of the rules; with any breach the shapes must not be used."""
    breaches: list[str] = []
    shapes = []
    try:
        features = _features(document)
    except Unreadable as error:
        return [], [str(error)]
    for index, feature in enumerate(features):
        try:
            shapes.append(_feature(feature, f"features[{index}]"))
        except (Unreadable, BadLabel) as error:
            breaches.append(str(error))
    return shapes, breaches


def _features(document: Any) -> list[Any]:
    if not isinstance(document, dict):
        raise Unreadable(f"the outlook must be a JSON object of type 'FeatureCollection', got {short_repr(document)}")
    if document.get("type") != "FeatureCollection":
        raise Unreadable(
            f"type must be 'FeatureCollection', got {short_repr(document.get('type'))}{misspelt('type', document)}"
        )
    features = document.get("features")
    if not isinstance(features, list):
        raise Unreadable(
            f"features must be a list, empty for no risk, got {short_repr(features)}{misspelt('features', document)}"
        )
    demand_few_features(features)
    return features


def _feature(feature: Any, where: str) -> Labelled:
    if not isinstance(feature, dict):
        raise Unreadable(f"{where} must be an object of type 'Feature', got {short_repr(feature)}")
    if feature.get("type") != "Feature":
        raise Unreadable(f"{where}.type must be 'Feature', got {short_repr(feature.get('type'))}")
    for name in ("properties", "geometry"):
        if advice := misspelt(name, feature):
            raise Unreadable(f"{where}.{name} is missing{advice}")
    level = _level(feature.get("properties"), where)
    if not level and feature.get("geometry") is None:
        return 0, shapely.Polygon()
    shape = _geometry(feature.get("geometry"), f"{where}.geometry")
    if level:
        demand_a_place(shape, f"{where}.geometry")
    return level, shape


def _level(properties: Any, where: str) -> int:
    if not isinstance(properties, dict):
        raise Unreadable(f"{where}.properties must be an object with 'risk_level', got {short_repr(properties)}")
    field = next((name for name in LABEL_FIELDS if name in properties), None)
    if field is None:
        given = ", ".join(f"`{str(name)[:LONGEST_NAME]}`" for name in list(properties)[:MOST_NAMES])
        advice = misspelt(LABEL_FIELDS[0], properties) or (f" but {given}" if given else "")
        raise Unreadable(f"{where}.properties.risk_level must be one of {ALLOWED}, got nothing{advice}")
    label = properties[field]
    try:
        return strict_level(_with_percent(label) if field == "DN" else label)
    except BadLabel as error:
        raise BadLabel(f"{where}.properties.{error}") from error


def _with_percent(number: Any) -> Any:
    return f"{number:g}%" if isinstance(number, int | float) and abs(number) <= 100 else number


def _geometry(geometry: Any, where: str) -> shapely.Geometry:
    if not isinstance(geometry, dict):
        raise Unreadable(f"{where} must be a Polygon or MultiPolygon, got {short_repr(geometry)}")
    if advice := misspelt("coordinates", geometry):
        raise Unreadable(f"{where}.coordinates is missing{advice}")
    coordinates = geometry.get("coordinates")
    match geometry.get("type"):
        case "Polygon":
            return _polygon(coordinates, f"{where}.coordinates")
        case "MultiPolygon":
            members = _list(coordinates, f"{where}.coordinates", "polygons")
            return shapely.MultiPolygon(
                [_polygon(one, f"{where}.coordinates[{number}]") for number, one in enumerate(members)]
            )
        case "GeometryCollection":
            members = _list(geometry.get("geometries"), f"{where}.geometries", "geometries")
            return shapely.GeometryCollection(
                [_geometry(one, f"{where}.geometries[{number}]") for number, one in enumerate(members)]
            )
    raise Unreadable(f"{where}.type must be 'Polygon' or 'MultiPolygon', got {short_repr(geometry.get('type'))}")


def misspelt(name: str, record: dict[str, Any]) -> str:
    """Ask whether a member that looks like a missing one was meant; empty if none does."""
    if name in record:
        return ""
    alike = [str(key)[:LONGEST_NAME] for key in record if nearest(str(key), [name]) or _is_part(str(key), name)]
    return f"; `{alike[0]}` is not a member of it, did you mean `{name}`?" if alike else ""


def _is_part(key: str, name: str) -> bool:
    """Return whether a key is a word of a name, such as `risk` of `risk_level`."""
    return key.lower() in name.split("_")


def _list(value: Any, where: str, what: str) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise Unreadable(f"{where} must be a list of {what}, got {short_repr(value)}")
    return value


def _polygon(coordinates: Any, where: str) -> shapely.Polygon:
    rings = list(_rings(_list(coordinates, where, "rings"), where))
    return shapely.Polygon(rings[0], rings[1:])


def _rings(rings: list[Any], where: str) -> Iterator[Points]:
    for number, ring in enumerate(rings):
        try:
            points = positions(ring)
        except Unreadable as error:
            raise Unreadable(f"{where}[{number}]: {error}") from error
        demand_degrees(points, f"{where}[{number}]")
        if len(points) < 4:
            raise Unreadable(f"{where}[{number}] must have at least four points, the first repeated; got {len(points)}")
        if not is_closed(points):
            first, last = points[0].tolist(), points[-1].tolist()
            raise Unreadable(f"{where}[{number}] must end where it starts, got first {first} and last {last}")
        if is_one_point(points):
            raise Unreadable(f"{where}[{number}] must enclose an area, got one point again and again")
        yield points


def demand_a_place(shape: shapely.Geometry, where: str) -> None:
    """Refuse an area of no extent, or far from the contiguous states."""
    if shape.area == 0:
        demand_a_fair_size([shape])
    if shape.area == 0 and make_valid_shapes(shape).area == 0:  # the lobes of a figure of eight may cancel out
        raise Unreadable(f"{where} must enclose an area, got one of zero")
    west, south, east, north = shape.bounds
    if east < WEST or west > EAST or north < SOUTH or south > NORTH:
        raise Unreadable(
            f"{where} must lie in the contiguous United States, longitudes -125 to -66 and latitudes 24 to 50; got "
            f"longitudes {west:g} to {east:g} and latitudes {south:g} to {north:g}"
        )
