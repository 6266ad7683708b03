"""OpenStreetMap XML 0.6 as lines and areas with their tags.

Nodes that the extract lacks are left out of their ways. Of relations, only multipolygons whose outer rings are closed
ways are read, with their holes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from mesocosm.earth.geo.plain_xml import parse_plain_xml

Place = tuple[float, float]
"""Longitude and latitude, degrees."""
RING_POINTS = 4


@dataclass(frozen=True)
class Way:
    """A line through points; an area if it ends where it begins."""

    id: str
    tags: dict[str, str]
    points: tuple[Place, ...]
    is_whole: bool = True
    """Whether the extract has all of its nodes."""

    @property
    def is_closed(self) -> bool:
        """Whether the way bounds an area; false for a way that the extract cuts off."""
        return self.is_whole and len(self.points) >= RING_POINTS and self.points[0] == self.points[-1]


@dataclass(frozen=True)
class Area:
    """A ring with holes."""

    id: str
    tags: dict[str, str]
    outer: tuple[Place, ...]
    holes: tuple[tuple[Place, ...], ...] = ()


def read_ways(document: bytes, name: str = "the map") -> tuple[list[Way], list[Area]]:
    """Read all ways of at least two points, and the areas that relations make of closed ways.

    A document that is not well-formed raises `InvalidRecord`; a node or way without its numbers, or off the globe,
    `ValueError`.
    """
    return ways_of(parse_plain_xml(document, name))


def ways_of(root: ElementTree.Element) -> tuple[list[Way], list[Area]]:
    """Do as `read_ways` with a parsed document."""
    try:
        nodes = {node.attrib["id"]: _place(node) for node in root.iter("node")}
        ways = [way for element in root.iter("way") if len((way := _way(element, nodes)).points) > 1]
        return ways, list(_relation_areas(root, {way.id: way for way in ways}))
    except KeyError as error:
        raise ValueError(f"an object lacks its {error}") from error


def _place(node: ElementTree.Element) -> Place:
    longitude, latitude = float(node.attrib["lon"]), float(node.attrib["lat"])
    if not (-180 <= longitude <= 180 and -90 <= latitude <= 90):  # NaN is refused too
        position = f"lon {node.attrib['lon'][:40]!r} and lat {node.attrib['lat'][:40]!r}"
        raise ValueError(f"node {node.attrib['id'][:40]} must lie in ±180 and ±90 degrees, got {position}")
    return longitude, latitude


def _way(element: ElementTree.Element, nodes: dict[str, Place]) -> Way:
    named = [point.attrib["ref"] for point in element.iterfind("nd")]
    points = tuple(nodes[name] for name in named if name in nodes)
    return Way(element.attrib["id"], _tags(element), points, len(points) == len(named))


def _tags(element: ElementTree.Element) -> dict[str, str]:
    return {tag.attrib["k"]: tag.attrib["v"] for tag in element.iterfind("tag")}


def _relation_areas(root: ElementTree.Element, ways: dict[str, Way]) -> Iterator[Area]:
    for relation in root.iter("relation"):
        tags = _tags(relation)
        if tags.get("type") != "multipolygon":
            continue
        rings: dict[str, list[tuple[Place, ...]]] = {"outer": [], "inner": []}
        for member in relation.iterfind("member"):
            way = ways.get(member.get("ref", "")) if member.get("type") == "way" else None
            if way is not None and way.is_closed:
                rings["inner" if member.get("role") == "inner" else "outer"].append(way.points)
        for number, outer in enumerate(rings["outer"]):
            holes = tuple(rings["inner"]) if len(rings["outer"]) == 1 else ()
            yield Area(f"r{relation.attrib['id']}-{number}", tags, outer, holes)
