"""Roads as lines in degrees, from a map, a SUMO network, or GeoJSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.geojson import Unreadable, demand_degrees, positions
from mesocosm.earth.geo.openstreetmap import Way, read_extract
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.network_disruption.inputs import OverlayInputs
from mesocosm.simulators.sumo.documents import check_document
from mesocosm.simulators.sumo.network import plane_of, read_network

Points = NDArray[np.float64]
SPEEDS_KM_H = {
    "motorway": 110.0,
    "trunk": 100.0,
    "primary": 80.0,
    "secondary": 60.0,
    "tertiary": 50.0,
    "unclassified": 50.0,
    "residential": 30.0,
    "living_street": 10.0,
    "service": 20.0,
}
"""Speeds for roads without a limit on the map. The first, third and fourth are those of the planet's roads."""
MILE_KM = 1.609344
LIMIT = re.compile(r"(\d+(?:\.\d+)?)\s*(mph|km/h)?")


@dataclass(frozen=True)
class Road:
    """A road as a line in degrees, (points, 2)."""

    id: str
    points: Points
    speed_km_h: float
    clearance_m: float = 0.0


def read_roads(given: OverlayInputs) -> tuple[list[Road], Literal["ways", "edges"]]:
    """Return the roads, and SUMO's word for their ids."""
    if given.osm is not None:
        return _of_map(given.osm, given.bridge_clearance_m), "ways"
    if given.net is not None:
        return _of_network(given.net), "edges"
    assert given.roads is not None
    return _of_geojson(given.roads), "edges"


def _of_map(text: str, clearance_m: float) -> list[Road]:
    try:
        ways = read_extract(check_document("osm", text, ("osm",))).ways
    except ValueError as error:
        raise InvalidRecord(f"osm: {error}") from error
    roads = [_of_way(way, clearance_m) for way in ways if _kind(way) in SPEEDS_KM_H]
    if not roads:
        raise InvalidRecord("osm: the map has no road that cars may use")
    return roads


def _kind(way: Way) -> str:
    return way.tags.get("highway", "").removesuffix("_link")


def _of_way(way: Way, clearance_m: float) -> Road:
    lifted = clearance_m if way.tags.get("bridge", "no") != "no" else 0.0
    return Road(way.id, np.array(way.points), _limit_km_h(way), lifted)


def _limit_km_h(way: Way) -> float:
    match = LIMIT.fullmatch(way.tags.get("maxspeed", ""))
    if match is None or float(match[1]) == 0:
        return SPEEDS_KM_H[_kind(way)]
    return float(match[1]) * (MILE_KM if match[2] == "mph" else 1.0)


def _of_network(text: str) -> list[Road]:
    network = read_network(check_document("net", text, ("net",)))
    if network.projection in ("", "!"):
        raise InvalidRecord("net: the network has no projection, so that the hazard cannot be laid over it")
    turn = plane_of(network.projection)
    shift = np.array(network.offset)
    roads = []
    for edge in network.edges.values():
        plane = np.array(edge.shape) - shift
        points = np.column_stack(turn(plane[:, 0], plane[:, 1], inverse=True))
        roads.append(Road(edge.id, np.round(points, 9), edge.speed_m_s * 3.6))
    return roads


def _of_geojson(value: Mapping[str, Any]) -> list[Road]:
    roads = [_of_feature(number, feature) for number, feature in enumerate(features(value, "roads"))]
    ids = [road.id for road in roads]
    if len(set(ids)) < len(ids):
        raise InvalidRecord("roads: an id is given twice")
    return roads


def features(value: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    """Return the features of a FeatureCollection, each with a geometry and properties."""
    inside = value.get("features")
    if value.get("type") != "FeatureCollection" or not isinstance(inside, list) or not inside:
        raise InvalidRecord(f"{field}: must be a GeoJSON FeatureCollection with at least one feature")
    for number, feature in enumerate(inside):
        if not isinstance(feature, dict) or not isinstance(feature.get("geometry"), dict):
            raise InvalidRecord(f"{field}.features.{number}: has no geometry")
        if not isinstance(feature.get("properties"), dict):
            raise InvalidRecord(f"{field}.features.{number}: has no properties")
    return inside


def number_of(properties: Mapping[str, Any], name: str, field: str, default: float | None = None) -> float:
    """Return a number from the properties of a feature; refuse negative ones."""
    value = properties.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise InvalidRecord(f"{field}.properties.{name}: must be a number from 0 up, got {value!r}")
    return float(value)


def _of_feature(number: int, feature: Mapping[str, Any]) -> Road:
    field = f"roads.features.{number}"
    geometry, properties = feature["geometry"], feature["properties"]
    if geometry.get("type") != "LineString":
        raise InvalidRecord(f"{field}: must be a LineString, got {geometry.get('type')!r}")
    try:
        points = positions(geometry.get("coordinates"))
        demand_degrees(points, field)
    except Unreadable as error:
        raise InvalidRecord(f"{field}: {error}") from error
    if len(points) < 2:
        raise InvalidRecord(f"{field}: a line needs two points")
    name = properties.get("id", feature.get("id"))
    if not isinstance(name, str | int) or not str(name):
        raise InvalidRecord(f"{field}.properties.id: must be given")
    speed = number_of(properties, "speed_km_h", field)
    if not speed:
        raise InvalidRecord(f"{field}.properties.speed_km_h: must be above 0")
    return Road(str(name), points, speed, number_of(properties, "clearance_m", field, 0.0))
