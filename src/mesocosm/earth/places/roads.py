"""Road networks as graphs with lengths and travel times, for driving, cycling or walking.

Nodes are the points of the roads; two roads join where they share one. One-way streets follow the tag `oneway`, and
roundabouts are one-way; nothing else implies a direction. Times include no lights, turns or traffic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from mesocosm.earth.geo.measures import distances_m, ellipsoid, on_unit_sphere
from mesocosm.earth.geo.multipolygons import Place
from mesocosm.earth.geo.openstreetmap import Way, read_extract
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import networkx as nx
    import shapely

Mode = Literal["drive", "cycle", "walk"]
SPEEDS_KM_H = {
    "motorway": 110.0, "trunk": 90.0, "primary": 70.0, "secondary": 60.0, "tertiary": 50.0, "unclassified": 40.0,
    "residential": 30.0, "living_street": 10.0, "service": 20.0, "motorway_link": 60.0, "trunk_link": 50.0,
    "primary_link": 50.0, "secondary_link": 40.0, "tertiary_link": 40.0, "road": 40.0,
}  # fmt: skip
"""Speeds of cars by class of road, where no `maxspeed` is given; other classes are closed to cars."""
CYCLE_KM_H, WALK_KM_H = 15.0, 4.8
NO_CYCLE = frozenset(
    {"motorway", "motorway_link", "steps", "corridor", "proposed", "construction", "razed", "platform"}
)
NO_WALK = frozenset({"motorway", "motorway_link", "proposed", "construction", "razed"})
MILE_KM = 1.609344
"""Kilometres per mile."""
FURTHEST_M = 5000.0
"""Largest distance of a point from a road, in metres."""


@dataclass(frozen=True)
class Roads:
    """A graph whose nodes are places and whose edges have `length_m`, `seconds`, `way`, `name` and `highway`."""

    graph: nx.DiGraph[Place]
    mode: Mode

    @property
    def ways(self) -> frozenset[str]:
        """Ids of all ways."""
        return frozenset(edge["way"] for _, _, edge in self.graph.edges(data=True))

    @property
    def length_km(self) -> float:
        """Length of all roads; a two-way road counts once."""
        stretches = {frozenset((start, end)): edge["length_m"] for start, end, edge in self.graph.edges(data=True)}
        return float(sum(stretches.values())) / 1e3

    def nearest(self, points: Sequence[Sequence[float]]) -> tuple[list[Place], list[float]]:
        """Return the node nearest to each point, and the distance in metres; refuse a point too far away."""
        from scipy.spatial import cKDTree

        nodes = list(self.graph)
        places, wanted = (on_unit_sphere(*np.asarray(each, float).reshape(-1, 2).T) for each in (nodes, points))
        _, numbers = cKDTree(places).query(wanted)
        chosen = [nodes[number] for number in np.atleast_1d(numbers).tolist()]
        metres = [float(distances_m([point], [node])[0, 0]) for point, node in zip(points, chosen, strict=True)]
        for point, away in zip(points, metres, strict=True):
            if away > FURTHEST_M:
                raise InvalidRecord(
                    f"the point {[round(value, 6) for value in point]} lies {away / 1000:,.1f} km from the nearest "
                    f"road; at most {FURTHEST_M / 1000:g}"
                )
        return chosen, metres

    def without(self, ways: Iterable[str] = (), zone: shapely.Geometry | None = None) -> Roads:
        """Return the roads without the named ways (id or name) and without everything that meets a zone."""
        import shapely

        closed, graph = set(ways), self.graph.copy()
        edges = [(start, end) for start, end, edge in graph.edges(data=True) if {edge["way"], edge["name"]} & closed]
        if zone is not None:
            shapely.prepare(zone)
            pairs = list(graph.edges)
            lines = shapely.linestrings(np.array(pairs, float).reshape(-1, 2, 2))
            edges += [pair for pair, meets in zip(pairs, shapely.intersects(zone, lines), strict=True) if meets]
        graph.remove_edges_from(edges)
        return Roads(graph, self.mode)

    def slower(self, km_h: Mapping[str, float]) -> Roads:
        """Return the roads with a speed limit on some ways, by id."""
        graph = self.graph.copy()
        for _, _, edge in graph.edges(data=True):
            if edge["way"] in km_h:
                edge["seconds"] = max(edge["seconds"], edge["length_m"] / km_h[edge["way"]] * 3.6)
        return Roads(graph, self.mode)


def read_roads(document: bytes, mode: Mode, name: str) -> Roads:
    """Read the roads of an OSM XML file that are open to a mode of travel."""
    try:
        ways = read_extract(document, name).ways
    except ValueError as error:
        raise InvalidRecord(f"{name} is not OpenStreetMap XML: {error}") from error
    roads = road_graph([way for way in ways if _is_open(way.tags, mode)], mode)
    if not len(roads.graph):
        raise InvalidRecord(f"{name} holds no road that is open to the mode {mode!r}")
    return roads


def road_graph(ways: Iterable[Way], mode: Mode) -> Roads:
    """Make a graph of ways; of two ways between the same points the faster counts."""
    import networkx as nx

    graph: nx.DiGraph[Place] = nx.DiGraph()
    for way in ways:
        speed = speed_km_h(way.tags, mode)
        points = np.array(way.points)
        _, _, lengths = ellipsoid().inv(points[:-1, 0], points[:-1, 1], points[1:, 0], points[1:, 1])
        kept = {"name": way.tags.get("name") or way.tags.get("ref", ""), "highway": way.tags["highway"]}
        forward, backward = directions(way.tags, mode)
        for (start, end), metres in zip(pairwise(way.points), np.atleast_1d(lengths).tolist(), strict=True):
            edge = {"length_m": metres, "seconds": metres / speed * 3.6, "way": way.id, **kept}
            for here, there, is_open in ((start, end, forward), (end, start, backward)):
                if is_open and start != end:
                    _keep_faster(graph, here, there, edge)
    return Roads(graph, mode)


def _keep_faster(graph: nx.DiGraph[Place], start: Place, end: Place, edge: dict[str, Any]) -> None:
    held = graph.get_edge_data(start, end)
    if held is None or edge["seconds"] < held["seconds"]:
        graph.add_edge(start, end, **edge)


def directions(tags: dict[str, str], mode: Mode) -> tuple[bool, bool]:
    """Say whether a way may be travelled in the order of its points, and against it."""
    oneway = tags.get("oneway", "yes" if tags.get("junction") in ("roundabout", "circular") else "no")
    if mode == "walk" or (mode == "cycle" and tags.get("oneway:bicycle") == "no"):
        return True, True
    if oneway in ("-1", "reverse"):
        return False, True
    return True, oneway not in ("yes", "true", "1")


def speed_km_h(tags: dict[str, str], mode: Mode) -> float:
    """Return the speed on a way: for cars `maxspeed` if it is a number from 1 to 1000, else by class."""
    if mode != "drive":
        return CYCLE_KM_H if mode == "cycle" else WALK_KM_H
    given = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(mph|km/h)?", tags.get("maxspeed", "").strip())
    if given and 1 <= float(given[1]) <= 1000:
        return float(given[1]) * (MILE_KM if given[2] == "mph" else 1.0)
    return SPEEDS_KM_H[tags["highway"]]


def _is_open(tags: dict[str, str], mode: Mode) -> bool:
    highway = tags.get("highway")
    if highway is None or tags.get("area") == "yes":
        return False
    own = {"drive": "motor_vehicle", "cycle": "bicycle", "walk": "foot"}[mode]
    if tags.get(own, tags.get("access", "yes")) in ("no", "private"):
        return False
    if mode == "drive":
        return highway in SPEEDS_KM_H
    return highway not in (NO_CYCLE if mode == "cycle" else NO_WALK)
