"""The effect of closing each numbered road of a district in turn on driving times from its centre."""

from __future__ import annotations

import functools
import itertools
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.earth.places.planet_places import PlanetMaps
from mesocosm.earth.places.roads import SPEEDS_KM_H
from mesocosm.suites.terra.requests.field_seasons import find_places, point_of
from mesocosm.suites.terra.requests.road_times import straight_km
from mesocosm.suites.terra.requests.roadways import ASSUMED_SPEEDS
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

LEAST_APART_MIN = 0.8
WRITE = """
import json
roads = json.load(open({path!r}))["features"]
ways = {{}}
for road in roads:
    ways.setdefault(road["properties"]["ref"], []).append(str(road["properties"]["osm_id"]).lstrip("w"))
for name, ids in ways.items():
    json.dump({{"closures": [{{"ways": ids}}], "slowdowns": []}}, open(f"closed-{{name}}.json", "w"))
print(" ".join(sorted(ways)))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2031, 2040)), int(chance.integers(1, 13)), 6, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    names = [place.name for place in land.places]
    centre = names[0] if chance.random() < 0.5 else str(chance.choice(names[1:]))
    others = [str(name) for name in chance.permutation([name for name in names if name != centre])]
    given: Given = {"centre": centre, "others": list(others)}
    minutes = _minutes(land, given, None)
    farthest = sorted(minutes.values())
    detours = sorted(_detours(land, given).values(), reverse=True)
    cut = [name for name in _roads(land) if np.inf in _minutes(land, given, name).values()]
    if not np.isfinite(farthest[-1]) or farthest[-1] - farthest[-2] < LEAST_APART_MIN:
        raise Unsuited("two towns are equally far, or one cannot be reached")
    if len(detours) < 2 or detours[0] < 3 or detours[0] - detours[1] < LEAST_APART_MIN:
        raise Unsuited("no road stands out")
    if not cut:
        raise Unsuited("no road cuts a town off")
    given["pipes"] = bool(chance.random() < 0.3)
    return given


def _trait(given: Given) -> Trait:
    return "absent" if given["pipes"] else "plain"


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, pipes = read_request_text(__name__), bool(given["pipes"])
    return text.fill(
        text.choose_opening(chance),
        leave_out=["power_lines_km" if pipes else "gas_pipelines_km"],
        district=land.region,
        centre=given["centre"],
        others=join_words(texts(given, "others")),
        lines=text.phrase("pipes" if pipes else "wires"),
        speeds=ASSUMED_SPEEDS,
    )


def _plan(hands: Hands) -> Plan:
    centre, others = hands.text("centre"), hands.texts("others")
    places = yield from find_places(hands, [centre, *others])
    within = places[centre].word("place", "within")
    region = yield from hands.use("gis.resolve_place", name=within)
    box = region.numbers("place", "box")
    streets = yield from hands.use("gis.fetch_map", box=box)
    roads = yield from hands.use("gis.features", path=streets.path, key="highway")
    lengths = yield from hands.use("gis.feature_statistics", path=roads.path, group_by="ref")
    yield from hands.use("routing.connectivity", path=streets.path)
    yield from hands.use("feature_map.places", zones=roads.path, label="ref")
    shared: dict[str, Any] = {
        "path": streets.path, "origins": [point_of(places[centre])],
        "destinations": [point_of(places[town]) for town in others], "after": list(places.values()),
    }  # fmt: skip
    open_roads = yield from hands.use("routing.travel_times", **shared)
    base = open_roads.numbers("minutes", 0)
    written = yield from hands.use("execution.python", code=WRITE.format(path=roads.path), after=[roads])
    cut: dict[str, int] = {}
    detours: dict[str, float] = {}
    for name in written.text.split():
        yield from hands.use("routing.closures", path=streets.path, roads=[name])
        closed = {**shared, "after": [*places.values(), written]}
        table = yield from hands.use("routing.travel_times", **closed, closures=f"closed-{name}.json")
        minutes = table.get("minutes", 0)
        times = minutes if isinstance(minutes, list) else []
        cut[name] = sum(each is None for each in times)
        if not cut[name]:
            longer = " + ".join(f"({after} - {before})" for after, before in zip(times, base, strict=True))
            detours[name] = yield from hands.calculate(longer)
    farthest = max(range(len(others)), key=lambda number: base[number])
    longest = max(detours, key=lambda name: detours[name])
    answers: dict[str, JsonValue] = {
        "farthest_town": others[farthest], "farthest_min": base[farthest],
        "cutting_roads": [name for name in cut if cut[name]], "most_cut_off": max(cut.values()),
        "longest_detour_road": longest, "longest_detour_min": detours[longest],
        "roads_km": lengths.number("all", "length_km"),
    }  # fmt: skip
    if hands.given["pipes"]:
        yield from hands.use("gis.describe_features", path=streets.path)
        yield from hands.attempt("gis.features", path=streets.path, key="man_made", values=["pipeline"])
        return {**answers, "gas_pipelines_km": None}
    wires = yield from hands.use("gis.features", path=streets.path, key="power")
    return {**answers, "power_lines_km": wires.number("length_km")}


def _recompute(land: Land, given: Given) -> Answers:
    minutes, detours = _minutes(land, given, None), _detours(land, given)
    lost = {name: sum(np.isinf(each) for each in _minutes(land, given, name).values()) for name in _roads(land)}
    farthest = max(minutes, key=lambda town: minutes[town])
    longest = max(detours, key=lambda name: detours[name])
    answers: dict[str, JsonValue] = {
        "farthest_town": farthest, "farthest_min": minutes[farthest],
        "cutting_roads": [name for name in lost if lost[name]], "most_cut_off": int(max(lost.values())),
        "longest_detour_road": longest, "longest_detour_min": detours[longest],
        "roads_km": sum(km for _, _, km, _ in _links(land, "highway")),
    }  # fmt: skip
    if given["pipes"]:
        return {**answers, "gas_pipelines_km": None}
    return {**answers, "power_lines_km": sum(km for _, _, km, _ in _links(land, "power"))}


def _derive(land: Land, given: Given) -> Answers:
    """Return the longest geodesic to a town, the number of towns, and the area of the map."""
    from pyproj import Geod

    towns, box, globe = texts(given, "others"), land.box, Geod(ellps="WGS84")
    edges = [box.west, box.east, box.east, box.west], [box.south, box.south, box.north, box.north]
    straight = max(straight_km(land, str(given["centre"]), town) for town in towns)
    area = abs(globe.polygon_area_perimeter(*edges)[0]) / 1e6
    return {"straight_km": straight, "towns": len(towns), "area_km2": area, "power_lines_km": None}


@functools.lru_cache(maxsize=4)
def _document(land: Land) -> ElementTree.Element:
    return ElementTree.fromstring(PlanetMaps(land.planet).document(land.box))


def _places(land: Land) -> dict[str, tuple[float, float]]:
    """Return the longitude and latitude of the nodes of the map."""
    nodes = _document(land).iter("node")
    return {str(node.get("id")): (float(str(node.get("lon"))), float(str(node.get("lat")))) for node in nodes}


@functools.lru_cache(maxsize=8)
def _links(land: Land, key: str) -> list[tuple[str, str, float, dict[str, str]]]:
    """Return the pieces of ways that have a tag: both ends, kilometres and the tags."""
    import pyproj

    earth, places, links = pyproj.Geod(ellps="WGS84"), _places(land), []
    for way in _document(land).iter("way"):
        tags = {str(tag.get("k")): str(tag.get("v")) for tag in way.iter("tag")}
        if key not in tags:
            continue
        ends = [str(node.get("ref")) for node in way.iter("nd")]
        for first, second in itertools.pairwise(ends):
            metres = earth.inv(*places[first], *places[second])[2]
            links.append((first, second, metres / 1000, tags))
    return links


def _roads(land: Land) -> list[str]:
    return sorted({tags["ref"] for _, _, _, tags in _links(land, "highway")})


def _minutes(land: Land, given: Given, closed: str | None) -> dict[str, float]:
    """Return the driving times from the centre, with one road closed if any."""
    graph: nx.Graph[str] = nx.Graph()
    for first, second, km, tags in _links(land, "highway"):
        graph.add_nodes_from((first, second))
        if tags["ref"] != closed:
            graph.add_edge(first, second, minutes=60 * km / SPEEDS_KM_H[tags["highway"]])
    places = _places(land)
    names = list(graph)
    points = np.array([places[name] for name in names])
    nearest = {}
    for town in (str(given["centre"]), *texts(given, "others")):
        place = land.place(town)
        away = np.hypot((points[:, 0] - place.longitude) * np.cos(np.radians(place.latitude)),
                        points[:, 1] - place.latitude)  # fmt: skip
        nearest[town] = names[int(away.argmin())]
    reached = nx.single_source_dijkstra_path_length(graph, nearest[str(given["centre"])], weight="minutes")
    return {town: float(reached.get(nearest[town], np.inf)) for town in texts(given, "others")}


def _detours(land: Land, given: Given) -> dict[str, float]:
    """Return the detour of each road that cuts no town off, summed over the towns."""
    base = _minutes(land, given, None)
    detours = {name: sum(_minutes(land, given, name).values()) - sum(base.values()) for name in _roads(land)}
    return {name: longer for name, longer in detours.items() if np.isfinite(longer)}


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=_trait,
)
