"""Read an outlook the way the published scorer did, through GDAL: what it cannot use, it drops without a message.

As published: features whose type is not "Feature" are dropped, unknown labels are dropped, bad members of a
MultiPolygon are dropped, and one unclosed ring empties the whole file. Kept to reproduce published numbers only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely

from mesocosm.earth.geo.geojson import Points, Unreadable, is_closed, is_one_point, positions, short_repr
from mesocosm.suites.tornado.outlooks.bounds import demand_few_features
from mesocosm.suites.tornado.outlooks.levels import LABEL_FIELDS, published_level

Labelled = tuple[int, shapely.Geometry]


def compat_shapes(document: Any) -> tuple[list[Labelled], list[str]]:
    """Return levels and shapes as GDAL would give them, and what it dropped."""
    notes: list[str] = []
    features = list(_features(document, notes))
    label_field = _label_field(features)
    shapes = []
    for index, feature in features:
        shape = _geometry(feature.get("geometry"), f"features[{index}]", notes)
        label = _label(feature, label_field)
        level = published_level(label)
        if not level:
            notes.append(f"features[{index}] dropped: the label {short_repr(label)} is not in the published table")
        elif shape is not None:
            shapes.append((level, shape))
    return shapes, notes


def _features(document: Any, notes: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    kind = _kind(document)
    if kind == "feature":
        yield 0, document
    elif kind == "featurecollection" and isinstance(document.get("features"), list):
        demand_few_features(document["features"])
        for index, feature in enumerate(document["features"]):
            if _kind(feature) == "feature":
                yield index, feature
            else:
                got = short_repr(feature.get("type")) if isinstance(feature, dict) else short_repr(feature)
                notes.append(f"features[{index}] dropped: type must be 'Feature', got {got}")
    else:
        raise Unreadable("the file is no GeoJSON FeatureCollection with a list of features")


def _kind(value: Any) -> str:
    return str(value.get("type")).lower() if isinstance(value, dict) else ""


def _label_field(features: list[tuple[int, dict[str, Any]]]) -> str:
    """Return the field of the level for the whole file: the first of the known ones that any feature has."""
    held = {key for _, feature in features for key in _properties(feature)}
    return next((name for name in LABEL_FIELDS if name in held), LABEL_FIELDS[0])


def _label(feature: dict[str, Any], field: str) -> Any:
    label = _properties(feature).get(field)
    return f"{label / 100:.2f}" if field == "DN" and isinstance(label, int | float) else label


def _properties(feature: dict[str, Any]) -> dict[str, Any]:
    properties = feature.get("properties")
    return properties if isinstance(properties, dict) else {}


def _geometry(geometry: Any, where: str, notes: list[str]) -> shapely.Geometry | None:
    coordinates = geometry.get("coordinates") if isinstance(geometry, dict) else None
    match _kind(geometry):
        case "polygon":
            return _polygon(coordinates, where, notes)
        case "multipolygon":
            members = coordinates if isinstance(coordinates, list) else []
            parts = [_polygon(member, f"{where} member {number}", notes) for number, member in enumerate(members)]
            return shapely.MultiPolygon([part for part in parts if part is not None])
        case "geometrycollection":
            members = geometry.get("geometries")
            parts = [_geometry(one, where, notes) for one in members] if isinstance(members, list) else []
            return shapely.GeometryCollection([part for part in parts if part is not None])
    notes.append(f"{where} dropped: it has no area")
    return None


def _polygon(coordinates: Any, where: str, notes: list[str]) -> shapely.Polygon | None:
    rings: list[Points] = []
    for number, ring in enumerate(coordinates if isinstance(coordinates, list) else []):
        try:
            points = positions(ring)
        except Unreadable as error:
            notes.append(f"{where} ring {number} dropped: {error}")
            if number == 0:
                return None
            continue
        if not np.isfinite(points).all():
            raise Unreadable(f"{where} ring {number} has a coordinate that is not finite, which empties the whole file")
        if not is_closed(points):
            raise Unreadable(f"{where} ring {number} is unclosed or short, which empties the whole file")
        rings.append(points)
    if not rings or is_one_point(rings[0]):
        notes.append(f"{where} dropped: it has no area")
        return None
    return shapely.Polygon(rings[0], [hole for hole in rings[1:] if not is_one_point(hole)])
