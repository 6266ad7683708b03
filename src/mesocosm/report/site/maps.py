"""Maps: shapes from any source, reduced to what a map can draw, over outlines stored in the site."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from mesocosm.report.site.sanitising import short
from mesocosm.suite.blocks import MapBlock, MapLayer

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
UNKNOWN_COLOUR = "#4d4d4d"
MOST_POINTS = 50_000
"""Most points of one layer."""
DEPTH = {"Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3}
"""Depth of the lists of positions in each type of geometry."""
DETAIL = 2
"""Decimals of a degree in outlines: about a kilometre."""


def map_record(block: MapBlock) -> dict[str, object]:
    """Return a map as the page draws it."""
    return {
        "kind": "map",
        "title": short(block.title),
        "section": block.section,
        "alt": short(block.alt, 400),
        "outlines": block.outlines,
        "layers": [_layer(layer) for layer in block.layers],
    }


def _layer(layer: MapLayer) -> dict[str, object]:
    shapes, left_out = _shapes(layer.shapes)
    return {
        "name": short(layer.name),
        "colour": layer.colour if COLOUR.fullmatch(layer.colour) else UNKNOWN_COLOUR,
        "filled": layer.filled,
        "labelled": layer.labelled,
        "shapes": shapes,
        "note": f"{left_out} shape{'' if left_out == 1 else 's'} cannot be drawn" if left_out else "",
    }


def _shapes(document: Any) -> tuple[list[dict[str, object]], int]:
    """Return the geometries of a feature collection with their labels, and how many were left out."""
    features = document.get("features") if isinstance(document, dict) else None
    kept: list[dict[str, object]] = []
    given = list(features) if isinstance(features, list) else []
    left = MOST_POINTS
    for feature in given:
        geometry = feature.get("geometry") if isinstance(feature, dict) else None
        places = _places(geometry)
        points = _count(places) if places is not None else 0
        if places is None or points > left or not isinstance(geometry, dict):
            continue
        left -= points
        properties = feature.get("properties")
        label = properties.get("label", "") if isinstance(properties, dict) else ""
        kept.append({"type": geometry["type"], "coordinates": places, "label": short(label)})
    return kept, len(given) - len(kept)


def _places(geometry: Any) -> Any:
    """Return a geometry's positions, longitude and latitude; None if it is no geometry that we draw."""
    if not isinstance(geometry, dict) or geometry.get("type") not in DEPTH:
        return None
    try:
        return _check(geometry.get("coordinates"), DEPTH[geometry["type"]])
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _check(value: Any, depth: int) -> Any:
    if depth:
        if not isinstance(value, list) or not value:
            raise ValueError("must be a list of positions")
        return [_check(inner, depth - 1) for inner in value]
    east, north = round(float(value[0]), 4), round(float(value[1]), 4)
    if not (math.isfinite(east) and math.isfinite(north) and abs(east) <= 360 and abs(north) <= 90):
        raise ValueError("must lie on the globe")
    return [east, north]


def _count(places: Any) -> int:
    return 1 if not isinstance(places[0], list) else sum(_count(inner) for inner in places)


def outlines() -> list[list[list[float]]]:
    """Return coasts and borders from the package as lines of positions; lines that occur twice are drawn once."""
    from mesocosm.earth.geo.outlines import neighbour_lines, state_lines

    lines = [_coarse(line.tolist()) for line in (*neighbour_lines(), *state_lines())]
    return [line for line in lines if len(line) > 1]


def _coarse(line: list[list[float]]) -> list[list[float]]:
    return list(_apart([[round(east, DETAIL), round(north, DETAIL)] for east, north in line]))


def _apart(line: list[list[float]]) -> Iterator[list[float]]:
    last: list[float] = []
    for place in line:
        if place != last:
            yield place
        last = place
