"""OpenStreetMap XML 0.6, for routers and map tools: roads and rivers of a region, streets and houses of a town.

Coinciding points are one node, so that streets join where they meet. Ids count from 1 in the given order, and every
object has the same version and time, which readers of history require.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.products.vectors import DEGREE_DECIMALS, to_degrees
from mesocosm.earth.planet.sizes import FIRST_YEAR

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

STAMP = f'version="1" timestamp="{FIRST_YEAR}-01-01T00:00:00Z"'
Tags = dict[str, str]


@dataclass(frozen=True)
class Thing:
    """A point, line or polygon on the plane of a region, with OpenStreetMap's tags; holes of polygons are left out."""

    geometry: BaseGeometry
    tags: Tags


class _Nodes:
    """Nodes by position."""

    def __init__(self) -> None:
        self.ids: dict[tuple[float, float], int] = {}
        self.tags: dict[int, Tags] = {}

    def at(self, longitude: float, latitude: float) -> int:
        return self.ids.setdefault((longitude, latitude), len(self.ids) + 1)


def osm_xml(things: Sequence[Thing], crs: str) -> bytes:
    """Return things as an OSM file: nodes, then ways, each with its tags."""
    nodes, ways = _Nodes(), []
    turn = to_degrees(crs)
    for thing in things:
        for points in _lines(thing.geometry):
            ids = [nodes.at(*place) for place in turn(points).tolist()]
            if len(ids) == 1:
                nodes.tags[ids[0]] = thing.tags
            else:
                ways.append((_without_repeats(ids), thing.tags))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6" generator="mesocosm">', _bounds(nodes)]
    lines += [_node(number, place, nodes.tags.get(number, {})) for place, number in nodes.ids.items()]
    lines += [_way(number, ids, tags) for number, (ids, tags) in enumerate(ways, start=1) if len(ids) > 1]
    return ("\n".join([*lines, "</osm>"]) + "\n").encode()


def _lines(shape: BaseGeometry) -> Iterable[NDArray[np.float64]]:
    """Yield the points of each line, ring or point of a shape."""
    for part in getattr(shape, "geoms", [shape]):
        line = part.exterior if part.geom_type == "Polygon" else part
        points = np.asarray(line.coords, np.float64)[:, :2]
        if len(points):
            yield points


def _without_repeats(ids: list[int]) -> list[int]:
    return [number for at, number in enumerate(ids) if at == 0 or ids[at - 1] != number]


def _bounds(nodes: _Nodes) -> str:
    west, south = (min(place[axis] for place in nodes.ids) for axis in (0, 1))
    east, north = (max(place[axis] for place in nodes.ids) for axis in (0, 1))
    return (
        f'  <bounds minlat="{_degrees(south)}" minlon="{_degrees(west)}" '
        f'maxlat="{_degrees(north)}" maxlon="{_degrees(east)}"/>'
    )


def _degrees(value: float) -> str:
    return f"{value:.{DEGREE_DECIMALS}f}"


def _node(number: int, place: tuple[float, float], tags: Tags) -> str:
    head = f'  <node id="{number}" {STAMP} lat="{_degrees(place[1])}" lon="{_degrees(place[0])}"'
    return "\n".join([f"{head}>", *_tags(tags), "  </node>"]) if tags else f"{head}/>"


def _way(number: int, ids: list[int], tags: Tags) -> str:
    points = [f'    <nd ref="{node}"/>' for node in ids]
    return "\n".join([f'  <way id="{number}" {STAMP}>', *points, *_tags(tags), "  </way>"])


def _tags(tags: Tags) -> list[str]:
    return [f"    <tag k={quoteattr(key)} v={quoteattr(value)}/>" for key, value in tags.items()]
