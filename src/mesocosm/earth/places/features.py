"""Features: shapes in degrees with properties; read from GeoJSON and OpenStreetMap, and written to GeoJSON."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np

from mesocosm.earth.geo.geojson import Unreadable, demand_degrees, parse
from mesocosm.earth.geo.measures import area_m2, length_m
from mesocosm.earth.geo.openstreetmap import Unassembled, extract_of
from mesocosm.earth.geo.plain_xml import parse_plain_xml
from mesocosm.earth.geo.shapes import mended_from_outside
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import shapely

DECIMALS = 7
"""Decimals of degrees: about a centimetre."""
AREA_KEYS = frozenset({
    "building", "landuse", "natural", "leisure", "amenity", "water", "shop", "tourism", "place", "boundary", "aeroway",
    "area:highway", "historic", "military", "office", "power",
})  # fmt: skip
"""Keys that make a closed way an area by the conventions of OpenStreetMap; `area=yes` and `area=no` take precedence."""
LINE_VALUES = {"natural": frozenset({"coastline", "cliff", "ridge", "tree_row", "arete"}), "power": {"line"}}


@dataclass(frozen=True)
class Feature:
    """A shape in degrees and its properties, which must not be changed, since files that are read are cached."""

    shape: shapely.Geometry
    properties: dict[str, Any] = field(default_factory=dict)

    @functools.cached_property
    def length_m(self) -> float:
        """Length of its lines on the ellipsoid, in metres."""
        return length_m(self.shape)

    @functools.cached_property
    def area_m2(self) -> float:
        """Area of its polygons on the ellipsoid, in square metres."""
        return area_m2(self.shape)


def read_geojson(data: bytes, name: str) -> list[Feature]:
    """Read the features of a GeoJSON file and make crossed rings valid; a bare geometry is one feature."""
    import shapely
    from shapely.geometry import shape

    try:
        document, _ = parse(data)
        members = _members(document)
        shapes = [shape(member["geometry"]) for member in members]
        demand_degrees(np.asarray(shapely.get_coordinates(shapes)).reshape(-1, 2), name)
    except Unreadable as error:
        raise InvalidRecord(f"{name}: {error}") from error
    except Exception as error:  # shapely raises many kinds of error on an invalid geometry
        raise InvalidRecord(f"{name} is not GeoJSON with shapes: {type(error).__name__}: {error}") from error
    kept = [_properties(member) for member in members]
    valid = [
        each if each.is_valid else mended_from_outside(each, f"{name}, feature {at}")
        for at, each in enumerate(shapes, start=1)
    ]
    return [Feature(each, properties) for each, properties in zip(valid, kept, strict=True)]


def _members(document: Any) -> list[dict[str, Any]]:
    kind = document.get("type") if isinstance(document, dict) else None
    if kind == "FeatureCollection" and isinstance(document.get("features"), list):
        return [member for member in document["features"] if member.get("geometry")]
    if kind == "Feature":
        return [document]
    if kind in {"Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon"}:
        return [{"geometry": document, "properties": {}}]
    raise Unreadable("the file must hold a FeatureCollection, a Feature or a geometry of GeoJSON")


def _properties(member: dict[str, Any]) -> dict[str, Any]:
    """Return the properties that are not null; programs write null for what a feature does not have."""
    properties = member.get("properties")
    return (
        {key: value for key, value in properties.items() if value is not None} if isinstance(properties, dict) else {}
    )


def as_geojson(features: Iterable[Feature]) -> bytes:
    """Write features as GeoJSON, one per line, to the centimetre."""
    import shapely

    lines = []
    for feature in features:
        rounded = shapely.transform(feature.shape, lambda points: np.round(points, DECIMALS))
        record = {
            "type": "Feature",
            "geometry": json.loads(shapely.to_geojson(rounded)),
            "properties": feature.properties,
        }
        lines.append(json.dumps(record, ensure_ascii=False, sort_keys=True))
    return ('{"type": "FeatureCollection", "features": [\n' + ",\n".join(lines) + "\n]}\n").encode()


@dataclass(frozen=True)
class MapFeatures:
    """The features of a file, and the multipolygon relations of a map that make no area."""

    features: tuple[Feature, ...]
    unassembled: tuple[Unassembled, ...] = ()


def read_openstreetmap(document: bytes, name: str) -> MapFeatures:
    """Read all tagged nodes, ways and multipolygons of an OSM XML file; `osm_id` is n12, w34 or r56, for example."""
    from shapely import LineString, Point, Polygon

    try:
        root = parse_plain_xml(document, name)
        extract = extract_of(root)
        points = _tagged_nodes(root)
    except ValueError as error:
        raise InvalidRecord(f"{name} is not OpenStreetMap XML: {error}") from error
    features = [Feature(Point(place), {**tags, "osm_id": f"n{number}"}) for number, place, tags in points]
    for way in extract.ways:
        if way.tags:
            bounds_area = way.is_closed and _is_area(way.tags)
            line = LineString(way.points)
            shape = mended_from_outside(Polygon(way.points), f"{name}, way {way.id}") if bounds_area else line
            features.append(Feature(shape, {**way.tags, "osm_id": f"w{way.id}"}))
    features += [Feature(area.shape, {**area.tags, "osm_id": area.id}) for area in extract.areas]
    return MapFeatures(tuple(features), tuple(extract.unassembled))


def _tagged_nodes(root: ElementTree.Element) -> list[tuple[str, tuple[float, float], dict[str, str]]]:
    nodes = []
    for node in root.iter("node"):
        tags = {tag.get("k", ""): tag.get("v", "") for tag in node.iterfind("tag")}
        if tags:
            nodes.append((node.attrib["id"], (float(node.attrib["lon"]), float(node.attrib["lat"])), tags))
    return nodes


def _is_area(tags: dict[str, str]) -> bool:
    if "area" in tags:
        return tags["area"] == "yes"
    return any(key in AREA_KEYS and value not in LINE_VALUES.get(key, ()) for key, value in tags.items())


def features_with_tag(features: Sequence[Feature], key: str, values: Sequence[str] = ()) -> list[Feature]:
    """Return features that have a key, or one of several values of it."""
    return [each for each in features if key in each.properties and (not values or each.properties[key] in values)]


def in_box(features: Sequence[Feature], west: float, south: float, east: float, north: float) -> list[Feature]:
    """Return the features that meet a box, whole."""
    import shapely

    frame = shapely.box(west, south, east, north)
    return [each for each in features if each.shape.intersects(frame)]
