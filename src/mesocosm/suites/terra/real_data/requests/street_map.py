"""Streets and buildings of a quarter, from a map of OpenStreetMap."""

from __future__ import annotations

import bz2
from collections import defaultdict
from xml.etree import ElementTree

from pyproj import Geod

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

Point = tuple[float, float]
NAMELESS = ("(none)",)
"""Group of the ways without a name."""


def _plan(hands: Hands) -> Plan:
    path = hands.text("file")
    yield from hands.use("gis.describe_features", path=path)
    streets = yield from hands.use("gis.features", path=path, key="highway", geometry="line")
    kinds = yield from hands.use("gis.feature_statistics", path=streets.path, group_by="highway")
    names = yield from hands.use("gis.feature_statistics", path=streets.path, group_by="name")
    houses = yield from hands.use("gis.features", path=path, key="building", geometry="area")
    areas = yield from hands.use("gis.feature_statistics", path=houses.path)
    named = {name: names.number("groups", name, "length_km") for name in names.names("groups") if name not in NAMELESS}
    longest = max(named, key=named.__getitem__)
    footprint = yield from hands.calculate(f"{areas.number('all', 'area_km2')} * 1000000")
    return {
        "streets_km": streets.number("length_km"),
        "residential_km": kinds.number("groups", "residential", "length_km"),
        "longest_street": longest,
        "longest_km": named[longest],
        "buildings": houses.number("count"),
        "footprint_m2": footprint,
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    data = files[str(given["recorded"])]
    lines, areas = _shapes(ElementTree.fromstring(bz2.decompress(data) if data.startswith(b"BZh") else data))
    earth, named = Geod(ellps="WGS84"), defaultdict[str, float](float)
    lengths = [(tags, float(earth.line_length(*_columns(line))) / 1000) for tags, line in lines]
    for tags, length in lengths:
        named[tags.get("name", "")] += length
    named.pop("", None)
    longest = max(named, key=named.__getitem__)
    return {
        "streets_km": sum(length for _, length in lengths),
        "residential_km": sum(length for tags, length in lengths if tags["highway"] == "residential"),
        "longest_street": longest,
        "longest_km": float(named[longest]),
        "buildings": len(areas),
        "footprint_m2": sum(abs(float(earth.polygon_area_perimeter(*_columns(ring))[0])) for ring in areas),
    }


def _columns(line: list[Point]) -> tuple[list[float], list[float]]:
    """Return the longitudes and the latitudes of points."""
    return [point[0] for point in line], [point[1] for point in line]


def _shapes(root: ElementTree.Element) -> tuple[list[tuple[dict[str, str], list[Point]]], list[list[Point]]]:
    """Return the ways that are streets with their tags, and the rings of the ways that are buildings."""
    places = {node.get("id"): (float(node.get("lon", 0)), float(node.get("lat", 0))) for node in root.iter("node")}
    lines, areas = [], []
    for way in root.iter("way"):
        tags = {tag.get("k", ""): tag.get("v", "") for tag in way.iter("tag")}
        line = [places[ref] for nd in way.iter("nd") if (ref := nd.get("ref")) in places]
        is_ring = len(line) > 3 and line[0] == line[-1]
        if "highway" in tags and tags.get("area") != "yes" and len(line) > 1:
            lines.append((tags, line))
        if "building" in tags and is_ring:
            areas.append(line)
    return lines, areas


WORKFLOW = RealWorkflow(__name__, domain="infrastructure", level=0, plan=_plan, recompute=_recompute)
