"""OpenStreetMap XML 0.6 as lines and areas with their tags.

Nodes that the extract lacks are left out of their ways. Of relations, multipolygons and boundaries are read, with their
holes; those that are no area here, for example because the extract lacks one of their ways, are listed with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from mesocosm.earth.geo.multipolygons import NotAssembled, Place, assemble
from mesocosm.earth.geo.plain_xml import parse_plain_xml

if TYPE_CHECKING:
    import shapely

RING_POINTS = 4
AREA_TYPES = ("multipolygon", "boundary")
BEYOND = "some of its ways lie beyond the map"


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
    """A multipolygon relation with its shape: one or several outer rings with their holes."""

    id: str
    tags: dict[str, str]
    shape: shapely.MultiPolygon


@dataclass(frozen=True)
class Unassembled:
    """A multipolygon relation whose ways make no area, and why."""

    id: str
    tags: dict[str, str]
    reason: str


@dataclass(frozen=True)
class Extract:
    """The ways of at least two points, and the multipolygon relations, of a document."""

    ways: list[Way]
    areas: list[Area]
    unassembled: list[Unassembled]


def read_extract(document: bytes, name: str = "the map") -> Extract:
    """Read all ways of at least two points, and the areas that relations make of ways.

    A document that is not well-formed raises `InvalidRecord`; a node or way without its numbers, or off the globe,
    `ValueError`.
    """
    return extract_of(parse_plain_xml(document, name))


def extract_of(root: ElementTree.Element) -> Extract:
    """Do as `read_extract` with a parsed document."""
    try:
        nodes = {node.attrib["id"]: _place(node) for node in root.iter("node")}
        ways = [way for element in root.iter("way") if len((way := _way(element, nodes)).points) > 1]
        named = {way.id: way for way in ways}
        read = [_assembled(relation, named) for relation in root.iter("relation") if _is_area(relation)]
    except KeyError as error:
        raise ValueError(f"an object lacks its {error}") from error
    areas = [relation for relation in read if isinstance(relation, Area)]
    return Extract(ways, areas, [relation for relation in read if isinstance(relation, Unassembled)])


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


def _is_area(relation: ElementTree.Element) -> bool:
    return _tags(relation).get("type") in AREA_TYPES


def _assembled(relation: ElementTree.Element, ways: dict[str, Way]) -> Area | Unassembled:
    name, tags = f"r{relation.attrib['id']}", _tags(relation)
    members = {member.attrib["ref"] for member in relation.iterfind("member") if member.get("type") == "way"}
    lines = [ways[member].points for member in sorted(members) if member in ways and ways[member].is_whole]
    if len(lines) < len(members):
        return Unassembled(name, tags, BEYOND)
    try:
        return Area(name, tags, assemble(lines))
    except NotAssembled as error:
        return Unassembled(name, tags, str(error))
