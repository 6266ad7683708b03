"""The check of a submitted outlook, which reports its problems to the agent while they can be mended."""

from __future__ import annotations

import itertools
from typing import Any

import shapely

from mesocosm.earth.geo.geojson import Unreadable, parse
from mesocosm.earth.geo.shapes import make_valid_shapes
from mesocosm.suites.tornado.outlooks.bands import areas_only, land
from mesocosm.suites.tornado.outlooks.bounds import demand_a_fair_length, demand_a_fair_size
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.outlooks.outlook import outlook_of
from mesocosm.suites.tornado.outlooks.planes import EQUAL_AREA
from mesocosm.suites.tornado.outlooks.strict_reader import Labelled, strict_shapes

SLACK_M = 2_000.0
"""Distance by which two outlines drawn as one may differ, in metres; points are often given to a hundredth of a degree.
"""
LEAST_AREA_M2 = 2e7
"""Smallest area, in m²; 20 km² is less than a cell of the truth, so that every area of a truth can be drawn."""

FORM = (
    'write {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"risk_level": LEVEL}, '
    '"geometry": {"type": "Polygon", "coordinates": [[[LONGITUDE, LATITUDE], ...]]}}, ...]}, or no features for no risk'
)
"""The form of an outlook, for a submission with another form at its outermost."""


def check_submission(text: str) -> list[str]:
    """Return every problem of a GeoJSON outlook as one sentence; an empty list means that it can be scored as drawn."""
    try:
        demand_a_fair_length(text)
        document, doubled = _parse(text)
        shapes, breaches = strict_shapes(document)
        demand_a_fair_size([shape for _, shape in shapes])
    except Unreadable as error:
        return [str(error)]
    except RecursionError:
        return ["the outlook is nested too deeply; a FeatureCollection of Polygons is all that is needed"]
    if doubled or breaches:
        form = "" if _is_collection(document) else f"; {FORM}"
        return [*doubled, *(f"{breach}{form}" for breach in breaches)]
    return [*_badly_placed(shapes), *_badly_nested(shapes)]


def _parse(text: str) -> tuple[Any, list[str]]:
    try:
        return parse(text)
    except Unreadable as error:
        raise Unreadable(f"{error}; {FORM}") from error


def _is_collection(document: Any) -> bool:
    return isinstance(document, dict) and document.get("type") == "FeatureCollection"


def _badly_placed(shapes: list[Labelled]) -> list[str]:
    problems = []
    for index, (level, shape) in enumerate(shapes):
        if not level:
            continue
        area = _in_plane(shape)
        if area.area < LEAST_AREA_M2:
            least = f"{LEAST_AREA_M2 / 1e6:.0f} km²"
            problems.append(f"features[{index}] ({level}%) must cover at least {least}, got {area.area / 1e6:.3g}")
        elif not area.intersects(land()):
            problems.append(
                f"features[{index}] ({level}%) must lie in the contiguous United States, got none of it there"
            )
    return problems


def _badly_nested(shapes: list[Labelled]) -> list[str]:
    """Return problems of nesting: a higher level must lie in the next lower one drawn; say how much juts out."""
    drawn = {
        level: shapely.union_all([_in_plane(shape) for shape in own])
        for level, own in outlook_of(shapes).shapes.items()
    }
    levels, problems = sorted(drawn), []
    if levels and levels[0] != LEVELS[0]:
        problems.append(f"an area of {LEVELS[0]}% must surround every higher one, got none; the lowest is {levels[0]}%")
    for lower, higher in itertools.pairwise(levels):
        outside = shapely.difference(drawn[higher], drawn[lower].buffer(SLACK_M)).area
        if outside > LEAST_AREA_M2:
            problems.append(
                f"the {higher}% area must lie within the {lower}% area, got {outside / 1e6:,.0f} km² of it outside"
            )
    return problems


def _in_plane(shape: shapely.Geometry) -> shapely.Geometry:
    return areas_only(make_valid_shapes(EQUAL_AREA.project([shape])[0]))
