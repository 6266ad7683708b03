"""Roads of a land as a graph, worked out without tools; and the steps that plans about roads share."""

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
"""About a closed place, in which no road can be used."""
SPEEDS_TOLD = "Assume speeds of 110 km/h on motorways, 70 km/h on primary and 60 km/h on secondary roads."
Node = tuple[float, float]
Times = dict[str, dict[str, float]]


@functools.lru_cache(maxsize=8)
def roads(land: Land) -> nx.Graph[Node]:
    """Junctions and bends of the region's roads, joined by stretches with their minutes, kilometres and road."""
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
            told = {"km": length / 1e3, "minutes": length / 1e3 / SPEEDS_KM_H[road.kind] * 60, "road": road.name}
            graph.add_edge(_node(first), _node(last), **told)
    return graph


def _node(point: Sequence[float]) -> Node:
    return round(float(point[0]), 1), round(float(point[1]), 1)


def settlements(land: Land) -> tuple[Place, ...]:
    """All settlements of the region, whether fields cover them or not, the largest first."""
    return land.planet.settlement(land.region).places


def without(graph: nx.Graph[Node], closed: Sequence[str]) -> nx.Graph[Node]:
    """The roads less those of some names."""
    shut = [(first, last) for first, last, told in graph.edges(data=True) if told["road"] in closed]
    rest: nx.Graph[Node] = graph.copy()
    rest.remove_edges_from(shut)
    return rest


def minutes(land: Land, graph: nx.Graph[Node]) -> Times:
    """Least minutes by road between settlements; those that no way joins are left out."""
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
    """Kilometres of the quickest way between two settlements, and the roads that it takes."""
    places = {place.name: (place.x, place.y) for place in settlements(land)}
    nodes = nx.dijkstra_path(graph, _nearest(graph, places[start]), _nearest(graph, places[end]), weight="minutes")
    told = [graph.edges[pair] for pair in itertools.pairwise(nodes)]
    return sum(stretch["km"] for stretch in told), list(dict.fromkeys(stretch["road"] for stretch in told))


def district_map(hands: Hands) -> Generator[ToolCall, Observation, tuple[Seen, Box]]:
    """The map of the district that is asked about."""
    place = yield from hands.use("gis.resolve_place", name=hands.text("district"))
    box = place.numbers("place", "box")
    drawn = yield from hands.use("gis.fetch_map", box=box)
    return drawn, box


def locate_settlements(
    hands: Hands, names: Sequence[str]
) -> Generator[ToolCall, Observation, tuple[dict[str, list[float]], dict[str, float]]]:
    """Points and populations of settlements."""
    points, people = {}, {}
    for name in names:
        place = yield from hands.use("gis.resolve_place", name=name)
        points[name] = place.numbers("place", "point")
        people[name] = place.number("place", "population")
    return points, people


def block_roads(land: Land, point: list[float], metres: float = BLOCKED_M) -> tuple[nx.Graph[Node], set[str]]:
    """The roads without those stretches that come near a point, and the names of what is lost."""
    from shapely import LineString, Point

    x, y = land.planet.region(land.region).grid.to_plane(*point)
    circle = Point(float(x), float(y)).buffer(metres)
    graph = roads(land)
    shut = [(a, b) for a, b in graph.edges if LineString([a, b]).intersects(circle)]
    rest: nx.Graph[Node] = graph.copy()
    rest.remove_edges_from(shut)
    return rest, {str(graph.edges[pair]["road"]) for pair in shut}


def alone(land: Land, point: list[float]) -> bool:
    """Whether neither junction nor settlement lies near, so that some metres more or less close nothing else."""
    _rest, shut = block_roads(land, point, 1.5 * BLOCKED_M)
    x, y = (float(value) for value in land.planet.region(land.region).grid.to_plane(*point))
    near = min(np.hypot(place.x - x, place.y - y) for place in settlements(land))
    return len(shut) == 1 and float(near) > 2 * BLOCKED_M


def slower(before: Times, after: Times, centre: str) -> list[tuple[str, float]]:
    """Settlements that are still reached, by what the way takes longer."""
    gains = {name: time - before[centre][name] for name, time in after[centre].items() if name != centre}
    return sorted(((name, gain) for name, gain in gains.items() if gain > 0.5), key=lambda told: -told[1])


def inside(point: list[float], box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def detours(land: Land, times: dict[str, tuple[str, float]]) -> dict[str, float]:
    """Length of each settlement's way over the geodesic distance."""
    from pyproj import Geod

    region = land.planet.region(land.region)
    at = {place.name: region.grid.from_plane([place.x], [place.y]) for place in settlements(land)}
    geod, factors = Geod(ellps="WGS84"), {}
    for name, (town, _) in times.items():
        _, _, metres = geod.inv(at[name][0][0], at[name][1][0], at[town][0][0], at[town][1][0])
        factors[name] = way(land, roads(land), name, town)[0] / (float(metres) / 1e3)
    return factors
