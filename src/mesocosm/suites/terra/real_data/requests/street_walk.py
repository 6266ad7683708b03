"""The way on foot between two points of a quarter, and what the closing of a street adds to it."""

from __future__ import annotations

import bz2
import itertools
from xml.etree import ElementTree

import networkx as nx
from pyproj import Geod

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded, numbers_of
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

WALK_KM_H = 4.8
Node = tuple[float, float]
NOT_ON_FOOT = ("motorway", "motorway_link", "proposed", "construction", "razed")
EARTH = Geod(ellps="WGS84")
SHUT = """import json
from xml.etree import ElementTree
ways = [way.get("id") for way in ElementTree.parse("{path}").getroot().iter("way")
        if any(tag.get("k") == "name" and tag.get("v") == "{street}" for tag in way.iter("tag"))]
json.dump({{"closures": [{{"ways": ways}}], "slowdowns": []}}, open("closed.json", "w"))
print(len(ways))
"""


def _plan(hands: Hands) -> Plan:
    path, street = hands.text("file"), hands.text("street")
    start, end = hands.given["start"], hands.given["end"]
    way = yield from hands.use("routing.route", path=path, start=start, end=end, mode="walk")
    yield from hands.use("routing.closures", path=path, roads=[street], mode="walk")
    written = yield from hands.use("execution.python", code=SHUT.format(path=path, street=street))
    round_about = yield from hands.use(
        "routing.route", path=path, start=start, end=end, mode="walk", closures="closed.json", after=[written]
    )
    straight = yield from hands.use("gis.distance_matrix", origins=[start], destinations=[end])
    line = straight.numbers("kilometres", 0)[0]
    longer = yield from hands.calculate(f"{round_about.number('length_km')} - {way.number('length_km')}")
    detour = yield from hands.calculate(f"{way.number('length_km')} / {line}")
    return {
        "walk_km": way.number("length_km"),
        "minutes": way.number("minutes"),
        "straight_km": line,
        "detour": detour,
        "longer_km": longer,
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    data = files[str(given["recorded"])]
    root = ElementTree.fromstring(bz2.decompress(data) if data.startswith(b"BZh") else data)
    start, end = _node(given, "start"), _node(given, "end")
    open_km = _walk_km(_paths(root, ""), start, end)
    closed_km = _walk_km(_paths(root, str(given["street"])), start, end)
    line_km = _apart_km(start, end)
    return {
        "walk_km": open_km,
        "minutes": open_km / WALK_KM_H * 60,
        "straight_km": line_km,
        "detour": open_km / line_km,
        "longer_km": closed_km - open_km,
    }


def _node(given: Given, name: str) -> Node:
    longitude, latitude = numbers_of(given, name)
    return longitude, latitude


def _apart_km(here: Node, there: Node) -> float:
    return float(EARTH.inv(here[0], here[1], there[0], there[1])[2]) / 1000


def _walk_km(paths: nx.Graph, start: Node, end: Node) -> float:
    """Return the length of the shortest way between the nodes nearest to two points."""
    first = min(paths, key=lambda node: _apart_km(node, start))
    last = min(paths, key=lambda node: _apart_km(node, end))
    return float(nx.shortest_path_length(paths, first, last, weight="km"))


def _paths(root: ElementTree.Element, closed: str) -> nx.Graph:
    """Return the ways that are open on foot as a graph of their points, without the street that is closed."""
    places = {node.get("id"): (float(node.get("lon", 0)), float(node.get("lat", 0))) for node in root.iter("node")}
    paths: nx.Graph = nx.Graph()
    for way in root.iter("way"):
        tags = {tag.get("k", ""): tag.get("v", "") for tag in way.iter("tag")}
        kind, foot = tags.get("highway"), tags.get("foot", tags.get("access", "yes"))
        if kind is None or kind in NOT_ON_FOOT or tags.get("area") == "yes" or foot in ("no", "private"):
            continue
        if closed and tags.get("name") == closed:
            continue
        line = [places[ref] for nd in way.iter("nd") if (ref := nd.get("ref")) in places]
        for here, there in itertools.pairwise(line):
            paths.add_edge(here, there, km=_apart_km(here, there))
    return paths


WORKFLOW = RealWorkflow(__name__, domain="infrastructure", level=2, plan=_plan, recompute=_recompute)
