"""Driving times on the map of a region by a graph that is built here, for second ways to a truth."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import shapely
from pyproj import Geod, Transformer

from mesocosm.earth.places.planet_places import PlanetMaps
from mesocosm.suites.terra.workflows.region_snapshot import Land, gazetteer

Point = tuple[float, float]
KM_H = {"motorway": 110.0, "trunk": 90.0, "primary": 70.0, "secondary": 60.0, "tertiary": 50.0, "unclassified": 40.0}
"""Speeds by road class, where the map has no speed limit."""


@functools.lru_cache(maxsize=6)
def road_map(land: Land) -> nx.DiGraph[Point]:
    """Return the roads as a graph, with minutes on its edges."""
    root = ElementTree.fromstring(PlanetMaps(land.planet).document(land.box))
    nodes = {node.get("id"): (float(node.get("lon", 0)), float(node.get("lat", 0))) for node in root.iter("node")}
    graph: nx.DiGraph[Point] = nx.DiGraph()
    globe = Geod(ellps="WGS84")
    for way in root.iter("way"):
        tags = {str(tag.get("k")): str(tag.get("v")) for tag in way.iter("tag")}
        if tags.get("highway") not in KM_H:
            continue
        signed = tags.get("maxspeed", "")
        speed = float(signed) if signed.replace(".", "").isdigit() else KM_H[tags["highway"]]
        points = [nodes[end.get("ref")] for end in way.iter("nd")]
        for here, there in pairwise(points):
            minutes = globe.inv(*here, *there)[2] / 1000 / speed * 60
            graph.add_edge(here, there, minutes=minutes, name=tags.get("ref") or tags.get("name", ""))
            if tags.get("oneway", "no") not in ("yes", "true", "1"):
                graph.add_edge(there, here, minutes=minutes, name=tags.get("ref") or tags.get("name", ""))
    return graph


@functools.lru_cache(maxsize=6)
def settlements(land: Land) -> dict[str, Point]:
    """Return the points of all settlements of the region, the largest first."""
    every = gazetteer(land.planet).settlements(land.region)
    return {place.name: (place.longitude, place.latitude) for place in every}


def minutes_from(land: Land, town: str, shut: Sequence[tuple[Point, float]] = ()) -> dict[str, float]:
    """Return the minutes from a town to every reachable settlement, without roads in circles (point, metres)."""
    graph = road_map(land).copy()
    for middle, metres in shut:
        graph.remove_edges_from(_within(graph, middle, metres))
    nodes = np.array(list(graph))
    ends = {name: nearest_node(nodes, point) for name, point in settlements(land).items()}
    times = nx.single_source_dijkstra_path_length(graph, ends[town], weight="minutes")
    return {name: float(times[end]) for name, end in ends.items() if end in times}


def nearest_node(nodes: np.ndarray, point: Point) -> Point:
    """Return the node nearest to a point."""
    east = (nodes[:, 0] - point[0]) * np.cos(np.radians(point[1]))
    at = int(np.hypot(east, nodes[:, 1] - point[1]).argmin())
    return float(nodes[at, 0]), float(nodes[at, 1])


def straight_km(land: Land, start: str, end: str) -> float:
    """Return the length of the geodesic between two settlements, which no route is shorter than."""
    places = settlements(land)
    return float(Geod(ellps="WGS84").inv(*places[start], *places[end])[2]) / 1000


def _within(graph: nx.DiGraph[Point], middle: Point, metres: float) -> list[tuple[Point, Point]]:
    flat = Transformer.from_crs("EPSG:4326", f"+proj=aeqd +lon_0={middle[0]} +lat_0={middle[1]}", always_xy=True)
    circle = shapely.Point(0, 0).buffer(metres)
    edges = list(graph.edges)
    starts, ends = (np.column_stack(flat.transform(*np.array([edge[at] for edge in edges]).T)) for at in (0, 1))
    lines = shapely.linestrings(np.stack([starts, ends], axis=1))
    return [edge for edge, meets in zip(edges, shapely.intersects(circle, lines), strict=True) if meets]
