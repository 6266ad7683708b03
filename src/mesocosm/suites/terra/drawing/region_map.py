"""The region of an item on a map: water, roads, settlements, and the ones that the request names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.geo.geojson import feature, feature_collection
from mesocosm.suite.blocks import MapBlock, MapLayer
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.workflows.region_snapshot import planet_of
from mesocosm.types import Item, Reference

if TYPE_CHECKING:
    from mesocosm.earth.geo.grid import Grid
    from mesocosm.earth.planet.people.settlement import Place
    from mesocosm.earth.planet.planet import Planet

WATER, ROADS, OTHERS, NAMED, EDGE = "#6baed6", "#a67c52", "#6b7780", "#b2182b", "#52636d"
MOTORWAYS = ("motorway", "primary")
STRAY_M = 800.0
"""Greatest distance of a drawn line from its true place, metres: a log stores one map for every episode."""
DIGITS = 3
"""Decimals of a degree: about 100 m."""


def region_map(item: Item[Data], reference: Reference[Truth]) -> MapBlock:
    """Draw the region with the settlements that the request names; the planet's coasts are not those of the Earth."""
    truth = reference.hidden
    if truth.recorded is not None:
        return _place_map(truth.region, truth.recorded.box)
    planet = planet_of(truth.planet)
    places = planet.settlement(truth.region).places
    named = [place for place in places if re.search(rf"\b{re.escape(place.name)}\b", item.prompt)]
    return MapBlock(
        title="Where it is",
        section="question",
        layers=tuple(_layers(planet, truth.region, places, named)),
        alt=_alt(truth.region, len(places), [place.name for place in named]),
        outlines=False,
    )


def _place_map(place: str, box: tuple[float, float, float, float]) -> MapBlock:
    """Draw the box of a place of the Earth."""
    shapes: JsonValue = json.loads(json.dumps(feature_collection([feature(shapely.box(*box), {"label": place})])))
    layer = MapLayer(name=place, colour=NAMED, shapes=shapes, filled=False)
    return MapBlock(
        title="Where it is", section="question", layers=(layer,), alt=f"{place}, with the coasts and borders."
    )


def _alt(region: str, settlements: int, named: list[str]) -> str:
    sentence = f"Region {region} of an invented planet, 100 km across, with {settlements} settlements."
    return f"{sentence} The request names {', '.join(named)}." if named else sentence


def _layers(planet: Planet, region: str, places: Iterable[Place], named: list[Place]) -> Iterator[MapLayer]:
    grid = planet.region(region).grid
    yield _layer("region", EDGE, [_extent(grid)], grid)
    yield _layer("water", WATER, _water(planet, region), grid, filled=True)
    yield _layer("main roads", ROADS, _roads(planet, region), grid)
    others = [place for place in places if place not in named]
    yield _layer("other settlements", OTHERS, _points(others), grid, [place.name for place in others])
    yield _layer("named in the request", NAMED, _points(named), grid, [place.name for place in named], labelled=True)


def _layer(
    name: str,
    colour: str,
    shapes: Iterable[shapely.Geometry],
    grid: Grid,
    labels: Iterable[str] = (),
    *,
    filled: bool = False,
    labelled: bool = False,
) -> MapLayer:
    drawn = [_in_degrees(shape, grid) for shape in shapes]
    words = [*labels] or [name] * len(drawn)
    collection = feature_collection(feature(shape, {"label": label}) for shape, label in zip(drawn, words, strict=True))
    lists: JsonValue = json.loads(json.dumps(collection))  # tuples are no JSON
    return MapLayer(name=name, colour=colour, shapes=lists, filled=filled, labelled=labelled)


def _in_degrees(shape: shapely.Geometry, grid: Grid) -> shapely.Geometry:
    def project(points: NDArray[np.float64]) -> NDArray[np.float64]:
        degrees: NDArray[np.float64] = np.column_stack(grid.from_plane(points[:, 0], points[:, 1])).round(DIGITS)
        return degrees

    return shapely.transform(shape, project)


def _extent(grid: Grid) -> shapely.Geometry:
    return shapely.box(*grid.edges)


def _water(planet: Planet, region: str) -> list[shapely.Geometry]:
    """Return sea and lakes: the cells of the ground that are either, joined."""
    ground, grid = planet.ground(region), planet.region(region).grid
    rows, columns = np.nonzero(ground.sea | ground.lake)
    x, y, wide, high = grid.x()[columns], grid.y()[rows], grid.dx / 2, grid.dy / 2
    joined = shapely.union_all(shapely.box(x - wide, y - high, x + wide, y + high))
    coarse = shapely.simplify(joined, STRAY_M)
    return [] if coarse.is_empty else [coarse]


def _roads(planet: Planet, region: str) -> list[shapely.Geometry]:
    lines = [road.line for road in planet.settlement(region).roads if road.kind in MOTORWAYS]
    coarse = shapely.simplify(shapely.line_merge(shapely.MultiLineString(lines)), STRAY_M)
    return [] if coarse.is_empty else [coarse]


def _points(places: Iterable[Place]) -> list[shapely.Geometry]:
    return [shapely.Point(place.x, place.y) for place in places]
