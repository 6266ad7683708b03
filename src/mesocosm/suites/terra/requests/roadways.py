"""Roads of a region as a graph, computed without tools; and common steps of plans about roads."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.types import Observation, ToolCall

if TYPE_CHECKING:
    from mesocosm.earth.planet.people.settlement import Place

SPEEDS_KM_H = {"motorway": 110.0, "primary": 70.0, "secondary": 60.0}
BLOCKED_M = 300
"""Distance from a closed place within which no road can be used."""
ASSUMED_SPEEDS = "Assume speeds of 110 km/h on motorways, 70 km/h on primary and 60 km/h on secondary roads."
Node = tuple[float, float]
Times = dict[str, dict[str, float]]


@functools.lru_cache(maxsize=8)
def roads(land: Land) -> nx.Graph[Node]:
    """Return the graph of the roads of a region: its edges have kilometres, minutes and the name of the road."""
    from pyproj import Geod

    graph: nx.Graph[Node] = nx.Graph()
    settlement, geod = land.planet.settlement(land.region), Geod(ellps="WGS84")
    for road in settlement.roads:
        if road.kind not in SPEEDS_KM_H:
            continue
        points = list(road.line.coords)
        longitudes, latitudes = settlement.region.grid.from_plane([p[0] for p in points], [p[1] for p in points])
        metres = geod.line_lengths(longitudes, latitudes)
        for (first, last), length in zip(itertools.pairwise(points), metres, strict=True):
            values = {"km": length / 1e3, "minutes": length / 1e3 / SPEEDS_KM_H[road.kind] * 60, "road": road.name}
            graph.add_edge(_node(first), _node(last), **values)
    return graph


def _node(point: Sequence[float]) -> Node:
    return round(float(point[0]), 1), round(float(point[1]), 1)


def settlements(land: Land) -> tuple[Place, ...]:
    """Return all settlements of the region, also those that fields do not cover, the largest first."""
    return land.planet.settlement(land.region).places


def without(graph: nx.Graph[Node], closed: Sequence[str]) -> nx.Graph[Node]:
    """Return the graph without the roads with these names."""
    shut = [(first, last) for first, last, edge in graph.edges(data=True) if edge["road"] in closed]
    rest: nx.Graph[Node] = graph.copy()
    rest.remove_edges_from(shut)
    return rest


def minutes(land: Land, graph: nx.Graph[Node]) -> Times:
    """Return the least minutes by road between settlements, without pairs that no way joins."""
    ends = {place.name: _nearest(graph, (place.x, place.y)) for place in settlements(land)}
    times: Times = {}
    for name, node in ends.items():
        reached = nx.single_source_dijkstra_path_length(graph, node, weight="minutes")
        times[name] = {other: reached[end] for other, end in ends.items() if end in reached}
    return times


def _nearest(graph: nx.Graph[Node], point: Node) -> Node:
    nodes: list[Node] = list(graph.nodes)
    return min(nodes, key=lambda node: (node[0] - point[0]) ** 2 + (node[1] - point[1]) ** 2)


def way(land: Land, graph: nx.Graph[Node], start: str, end: str) -> tuple[float, list[str]]:
    """Return the kilometres of the quickest way between two settlements, and the roads on it."""
    places = {place.name: (place.x, place.y) for place in settlements(land)}
    nodes = nx.dijkstra_path(graph, _nearest(graph, places[start]), _nearest(graph, places[end]), weight="minutes")
    stretches = [graph.edges[pair] for pair in itertools.pairwise(nodes)]
    return sum(stretch["km"] for stretch in stretches), list(dict.fromkeys(stretch["road"] for stretch in stretches))


def district_map(hands: Hands) -> Generator[ToolCall, Observation, tuple[Seen, Box]]:
    """Fetch the map of the district of the request."""
    place = yield from hands.use("gis.resolve_place", name=hands.text("district"))
    box = place.numbers("place", "box")
    map_file = yield from hands.use("gis.fetch_map", box=box)
    return map_file, box


def locate_settlements(
    hands: Hands, names: Sequence[str]
) -> Generator[ToolCall, Observation, tuple[dict[str, list[float]], dict[str, float]]]:
    """Find the points and populations of settlements."""
    points, people = {}, {}
    for name in names:
        place = yield from hands.use("gis.resolve_place", name=name)
        points[name] = place.numbers("place", "point")
        people[name] = place.number("place", "population")
    return points, people


def block_roads(land: Land, point: list[float], metres: float = BLOCKED_M) -> tuple[nx.Graph[Node], set[str]]:
    """Return the graph without the stretches near a point, and the names of the roads that are cut."""
    from shapely import LineString, Point

    x, y = land.planet.region(land.region).grid.to_plane(*point)
    circle = Point(float(x), float(y)).buffer(metres)
    graph = roads(land)
    shut = [(a, b) for a, b in graph.edges if LineString([a, b]).intersects(circle)]
    rest: nx.Graph[Node] = graph.copy()
    rest.remove_edges_from(shut)
    return rest, {str(graph.edges[pair]["road"]) for pair in shut}


def alone(land: Land, point: list[float]) -> bool:
    """Return whether no junction and no settlement is near, so that a few metres make no difference."""
    _rest, shut = block_roads(land, point, 1.5 * BLOCKED_M)
    x, y = (float(value) for value in land.planet.region(land.region).grid.to_plane(*point))
    near = min(np.hypot(place.x - x, place.y - y) for place in settlements(land))
    return len(shut) == 1 and float(near) > 2 * BLOCKED_M


def slower(before: Times, after: Times, centre: str) -> list[tuple[str, float]]:
    """Return the reachable settlements with a longer way, and by how many minutes; the longest delay comes first."""
    gains = {name: time - before[centre][name] for name, time in after[centre].items() if name != centre}
    return sorted(((name, gain) for name, gain in gains.items() if gain > 0.5), key=lambda pair: -pair[1])


def inside(point: list[float], box: Box) -> bool:
    """Return whether a point is in a box."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def detours(land: Land, times: dict[str, tuple[str, float]]) -> dict[str, float]:
    """Return the length of the way of each settlement, divided by the geodesic distance."""
    from pyproj import Geod

    region = land.planet.region(land.region)
    at = {place.name: region.grid.from_plane([place.x], [place.y]) for place in settlements(land)}
    geod, factors = Geod(ellps="WGS84"), {}
    for name, (town, _) in times.items():
        _, _, metres = geod.inv(at[name][0][0], at[name][1][0], at[town][0][0], at[town][1][0])
        factors[name] = way(land, roads(land), name, town)[0] / (float(metres) / 1e3)
    return factors
