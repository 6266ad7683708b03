"""Analysis of road networks: fastest routes, areas reachable in a time, and roads without an alternative."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.measures import buffer_metres
from mesocosm.earth.geo.multipolygons import Place
from mesocosm.earth.places.features import Feature
from mesocosm.earth.places.roads import Roads

if TYPE_CHECKING:
    import networkx as nx
    import shapely


RIM = 0.02
"""Share of a map's width and height, on each side, within which roads may continue beyond the map."""


@dataclass(frozen=True)
class Route:
    """A route along roads."""

    points: tuple[Place, ...]
    length_m: float
    seconds: float
    names: tuple[str, ...]
    """Names of the roads in order, without consecutive repeats."""


def fastest(roads: Roads, start: Place, end: Place) -> Route | None:
    """Return the fastest route between two nodes (Dijkstra's algorithm); None if there is none."""
    import networkx as nx

    try:
        nodes = nx.dijkstra_path(roads.graph, start, end, weight="seconds")
    except nx.NetworkXNoPath:
        return None
    edges = [roads.graph.edges[pair] for pair in pairwise(nodes)]
    names = [edge["name"] for edge in edges if edge["name"]]
    kept = tuple(name for at, name in enumerate(names) if at == 0 or names[at - 1] != name)
    return Route(tuple(nodes), sum(e["length_m"] for e in edges), sum(e["seconds"] for e in edges), kept)


def times_s(roads: Roads, origins: Sequence[Place], destinations: Sequence[Place]) -> NDArray[np.float64]:
    """Return seconds from each origin to each destination; NaN if there is no route."""
    import networkx as nx

    rows = []
    for origin in origins:
        reached = nx.single_source_dijkstra_path_length(roads.graph, origin, weight="seconds")
        rows.append([reached.get(destination, np.nan) for destination in destinations])
    return np.array(rows, float).reshape(len(origins), len(destinations))


def reached_roads(roads: Roads, start: Place, seconds: float) -> list[Feature]:
    """Return the stretches of road that can be reached in a time, the last ones cut at that time."""
    import networkx as nx
    from shapely import LineString

    times = nx.single_source_dijkstra_path_length(roads.graph, start, cutoff=seconds, weight="seconds")
    stretches = []
    for node, at in times.items():
        for end, edge in roads.graph[node].items():
            share = min(1.0, (seconds - at) / edge["seconds"]) if edge["seconds"] else 1.0
            if share > 0:
                tip = tuple(a + share * (b - a) for a, b in zip(node, end, strict=True))
                stretches.append(Feature(LineString([node, tip]), {"highway": edge["highway"], "name": edge["name"]}))
    return stretches


@dataclass(frozen=True)
class ServiceArea:
    """The area that can be reached in a time."""

    shape: shapely.Geometry
    is_cut: bool
    """Whether it reaches the rim of the map, so that more may be reachable beyond."""
    is_whole: bool
    """Whether no road of the map leads further."""


def service_area(roads: Roads, start: Place, seconds: float, reach_m: float) -> ServiceArea:
    """Return the area within a distance in metres of roads that can be reached in a time."""
    import networkx as nx
    import shapely

    lines = [each.shape for each in reached_roads(roads, start, seconds)]
    together = shapely.line_merge(shapely.union_all(lines)) if lines else shapely.Point(start)
    times = nx.single_source_dijkstra_path_length(roads.graph, start, weight="seconds")
    return ServiceArea(buffer_metres(together, reach_m), _comes_to_rim(together, roads), max(times.values()) <= seconds)


def _comes_to_rim(reached: shapely.Geometry, roads: Roads) -> bool:
    import shapely

    west, south, east, north = shapely.MultiPoint(list(roads.graph)).bounds
    across, along = RIM * (east - west), RIM * (north - south)
    inner = west + across, south + along, east - across, north - along
    bounds = reached.bounds
    return any(bounds[side] < inner[side] or bounds[side + 2] > inner[side + 2] for side in (0, 1))


@dataclass(frozen=True)
class Network:
    """Connectivity of a road network, in either direction of travel."""

    nodes: int
    length_km: float
    parts: tuple[int, ...]
    """Nodes of each connected part, the largest first."""
    junctions: int
    dead_ends: int
    connected_share: float
    """Share of the length in the largest part."""


def network(roads: Roads) -> Network:
    """Analyse the connectivity of a network; a two-way road counts once."""
    import networkx as nx

    graph = roads.graph.to_undirected()
    parts = sorted(nx.connected_components(graph), key=len, reverse=True)
    degrees = [degree for _, degree in graph.degree()]
    total = sum(edge["length_m"] for _, _, edge in graph.edges(data=True))
    main = sum(edge["length_m"] for start, _, edge in graph.edges(data=True) if parts and start in parts[0])
    return Network(
        nodes=len(graph),
        length_km=total / 1e3,
        parts=tuple(len(part) for part in parts),
        junctions=sum(degree > 2 for degree in degrees),
        dead_ends=sum(degree == 1 for degree in degrees),
        connected_share=main / total if total else float("nan"),
    )


def single_links(roads: Roads, most: int) -> list[tuple[Feature, float]]:
    """Return stretches whose removal disconnects the network, with the length of road that each cuts off, km.

    A stretch lies between two nodes; of each way, only the stretch that cuts off most is returned.
    """
    import networkx as nx
    from shapely import LineString

    graph = roads.graph.to_undirected()
    links = list(nx.bridges(graph))
    blocks = graph.copy()
    blocks.remove_edges_from(links)
    block = {node: number for number, part in enumerate(nx.connected_components(blocks)) for node in part}
    weight: dict[int, float] = dict.fromkeys(block.values(), 0.0)
    for start, _, edge in blocks.edges(data=True):
        weight[block[start]] += edge["length_m"]
    cut = _cut_off(graph, links, block, weight)
    order = sorted(range(len(links)), key=lambda at: (-cut[at], links[at]))
    first_of_way = {graph.edges[links[at]]["way"]: at for at in reversed(order)}
    chosen = [
        (links[at], graph.edges[links[at]], cut[at] / 1e3) for at in sorted(first_of_way.values(), key=order.index)
    ]
    return [
        (Feature(LineString(pair), {"way": edge["way"], "name": edge["name"], "highway": edge["highway"]}), km)
        for pair, edge, km in chosen[:most]
    ]


def _cut_off(
    graph: nx.Graph[Place], links: Sequence[tuple[Place, Place]], block: dict[Place, int], weight: dict[int, float]
) -> list[float]:
    """Return, for each link, the length of the lighter side: sums over the tree whose edges are the links."""
    import networkx as nx

    tree: nx.Graph[int] = nx.Graph()
    tree.add_nodes_from(weight)
    for start, end in links:
        tree.add_edge(block[start], block[end], length_m=graph.edges[start, end]["length_m"])
    below, above, whole = dict(weight), dict[int, int](), dict[int, float]()
    for part in nx.connected_components(tree):
        root = min(part)
        order: list[Any] = list(nx.bfs_edges(tree, root))
        for parent, child in reversed(order):
            above[child] = parent
            below[parent] += below[child] + tree.edges[parent, child]["length_m"]
        whole |= dict.fromkeys(part, below[root])
    cut = []
    for start, end in links:
        lower = block[end] if above.get(block[end]) == block[start] else block[start]
        rest = whole[lower] - below[lower] - graph.edges[start, end]["length_m"]
        cut.append(min(below[lower], rest))
    return cut
