"""A SUMO network reduced to our needs: edges for cars, their connections, and the edge nearest to a point."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.projection import checked_proj_string
from mesocosm.errors import InvalidRecord, did_you_mean
from mesocosm.registry import require
from mesocosm.simulators.sumo.inputs import Point, Stretch

if TYPE_CHECKING:
    import networkx as nx

CAR = "passenger"
UNPROJECTED = "!"
MOST_SUGGESTED_FROM = 20_000
BESIDE_M = 12.0
"""Distance from the nearest edge within which the other direction of its street lies."""
Place = tuple[float, float]


@dataclass(frozen=True)
class Edge:
    """One direction of a road between two junctions."""

    id: str
    length_m: float
    speed_m_s: float
    shape: tuple[Place, ...]
    """Points in metres on the plane of the network."""
    ways: tuple[str, ...]
    """Ids of the map's ways from which it was made, if the network holds them."""
    lanes: tuple[str, ...]


@dataclass(frozen=True)
class Network:
    """Edges for cars by id, sorted; the edges that follow each; and the projection."""

    edges: dict[str, Edge]
    followers: dict[str, tuple[str, ...]]
    projection: str
    offset: Place

    @functools.cached_property
    def graph(self) -> nx.DiGraph[str]:
        """Edges as nodes, connected where a car may turn from one into the other."""
        graph: nx.DiGraph[str] = require("networkx").DiGraph()
        graph.add_nodes_from(self.edges)
        graph.add_edges_from((first, then) for first, others in self.followers.items() for then in others)
        return graph

    @functools.cached_property
    def core(self) -> tuple[str, ...]:
        """The largest set of edges that can all be reached from each other; at its border, a map cuts roads off."""
        parts = require("networkx").strongly_connected_components(self.graph)
        return tuple(sorted(max(parts, key=lambda part: (len(part), sorted(part)), default=())))

    @functools.cached_property
    def middles(self) -> NDArray[np.float64]:
        """Midpoints between the ends of each edge of the core, (edges, 2)."""
        ends = [(self.edges[name].shape[0], self.edges[name].shape[-1]) for name in self.core]
        return np.asarray(np.mean(np.array(ends, np.float64).reshape(-1, 2, 2), axis=1))

    def on_plane(self, point: Point) -> Place:
        """Return longitude and latitude as metres on the network's plane."""
        if self.projection in ("", UNPROJECTED):
            raise InvalidRecord("the network has no projection, so that points cannot be placed; name edges instead")
        x, y = plane_of(self.projection)(*point)
        return round(x + self.offset[0], 2), round(y + self.offset[1], 2)

    def nearest(self, point: Point, towards: Point, most_m: float, field: str) -> tuple[str, float]:
        """Return the edge of the core nearest to a point, and the point's position along it in metres.

        Of the two directions of a street, the edge is the one that leads more directly towards `towards`: a driver who
        departs
        heads for the goal, and one who arrives comes from the start.
        """
        shapely = require("shapely")
        place = shapely.Point(self.on_plane(point))
        at = self._tree.query_nearest(place, max_distance=most_m)
        if not len(at):
            problem = f"{field}: no road for cars within {most_m:g} m of {list(point)}"
            raise InvalidRecord(f"{problem}; points are [longitude, latitude]; increase snap_m if it is further away")
        reach = shapely.distance(self._tree.geometries[int(min(at))], place) + BESIDE_M
        beside = sorted(int(number) for number in self._tree.query(place, predicate="dwithin", distance=reach))
        ahead = np.subtract(self.on_plane(towards), self.on_plane(point))
        chosen = max(beside, key=lambda number: round(_along(self.edges[self.core[number]], place, ahead), 6))
        edge = self.edges[self.core[chosen]]
        line = self._tree.geometries[chosen]
        share = shapely.line_locate_point(line, place, normalized=True)
        return edge.id, round(float(share) * edge.length_m, 2)

    @functools.cached_property
    def _tree(self):  # type: ignore[no-untyped-def]  # shapely has no types
        shapely = require("shapely")
        return shapely.STRtree([shapely.LineString(self.edges[name].shape) for name in self.core])

    def edges_named(self, stretch: Stretch, field: str, mapped: Collection[str] = ()) -> tuple[str, ...]:
        """Return the edges of a closure or slowdown, in order; refuse unknown names.

        Ways of the map (`mapped`) from which no road for cars was made have no edge, and are not refused.
        """
        for name in stretch.edges:
            if name not in self.edges:
                raise InvalidRecord(f"{field}.edges: {self.unknown(name)}")
        for way in stretch.ways:
            if way not in self.by_way and way not in mapped:
                raise InvalidRecord(f"{field}.ways: no road for cars was made from the way {way}")
        return tuple(sorted({*stretch.edges, *(name for way in stretch.ways for name in self.by_way.get(way, ()))}))

    def unknown(self, name: str) -> str:
        """Return the message for an unknown edge."""
        hint = did_you_mean(name, list(self.edges)[:MOST_SUGGESTED_FROM])
        return f"the network has no edge {name} for cars" + (f"; {hint}" if hint else "")

    @functools.cached_property
    def by_way(self) -> dict[str, list[str]]:
        ways: dict[str, list[str]] = {}
        for edge in self.edges.values():
            for way in edge.ways:
                ways.setdefault(way, []).append(edge.id)
        return ways


def _along(edge: Edge, place: Any, ahead: NDArray[np.float64]) -> float:
    """Return the cosine of the angle between an edge near a place and a direction; 0 if the direction has no length."""
    shapely = require("shapely")
    line = shapely.LineString(edge.shape)
    at = shapely.line_locate_point(line, place)
    ends = [line.interpolate(min(max(at + step, 0.0), line.length)) for step in (-1.0, 1.0)]
    heading = np.array([ends[1].x - ends[0].x, ends[1].y - ends[0].y])
    size = float(np.hypot(*heading) * np.hypot(*ahead))
    return float(heading @ ahead) / size if size else 0.0


@functools.cache
def plane_of(parameters: str):  # type: ignore[no-untyped-def]  # pyproj has no types for its calls
    pyproj = require("pyproj")
    try:
        return pyproj.Proj(checked_proj_string(parameters))
    except pyproj.exceptions.CRSError as error:
        raise InvalidRecord(f"net: the projection {parameters!r} is not known: {error}") from error


@functools.lru_cache(maxsize=2)  # validation and run read the same network
def read_network(document: bytes) -> Network:
    """Read the network of a .net.xml file, whose XML is known to be well-formed."""
    root = ElementTree.fromstring(document)
    try:
        edges = [edge for element in root.iterfind("edge") if (edge := _edge(element)) is not None]
        location = root.find("location")
        attributes = {} if location is None else location.attrib
        offset = _place(attributes.get("netOffset", "0,0"))
    except (KeyError, ValueError) as error:
        raise InvalidRecord(f"net: an edge or the location is not as SUMO writes it: {error!r}") from error
    if not edges:
        raise InvalidRecord("the network has no edge that cars may use")
    known = {edge.id: edge for edge in sorted(edges, key=lambda edge: edge.id)}
    return Network(known, _followers(root, known), attributes.get("projParameter", UNPROJECTED), offset)


def _edge(element: ElementTree.Element) -> Edge | None:
    """Return an edge for cars; None for other edges and for those inside junctions."""
    if element.get("function") in ("internal", "crossing", "walkingarea", "connector"):
        return None
    lanes = [lane for lane in element.iterfind("lane") if _lets_cars(lane)]
    if not lanes:
        return None
    first = lanes[0]
    shape = tuple(_place(point) for point in (element.get("shape") or first.attrib["shape"]).split())
    return Edge(
        id=element.attrib["id"],
        length_m=float(first.attrib["length"]),
        speed_m_s=max(float(lane.attrib["speed"]) for lane in lanes),
        shape=shape,
        ways=tuple(dict.fromkeys(_original_ids(element))),
        lanes=tuple(lane.attrib["id"] for lane in lanes),
    )


def _original_ids(edge: ElementTree.Element) -> Iterable[str]:
    for parameter in edge.iter("param"):
        if parameter.get("key") == "origId":
            yield from parameter.attrib["value"].split()


def _lets_cars(lane: ElementTree.Element) -> bool:
    allowed = lane.get("allow", "")
    if allowed:
        return CAR in allowed.split() or allowed == "all"
    refused = lane.get("disallow", "").split()
    return CAR not in refused and "all" not in refused


def _place(text: str) -> Place:
    numbers = text.split(",")
    return float(numbers[0]), float(numbers[1])


def _followers(root: ElementTree.Element, edges: dict[str, Edge]) -> dict[str, tuple[str, ...]]:
    pairs: dict[str, dict[str, None]] = {}
    for joint in root.iterfind("connection"):
        first, then = joint.get("from", ""), joint.get("to", "")
        if first in edges and then in edges:
            pairs.setdefault(first, {})[then] = None
    return {first: tuple(then) for first, then in pairs.items()}
