"""What an outlook's file may look like around its GeoJSON, and how large it may be."""

from __future__ import annotations

import re
from typing import Any

import shapely

from mesocosm.earth.geo.geojson import Unreadable, parse

MOST_POINTS, MOST_POINTS_CROSSED = 50_000, 2_000
"""No outlook needs more; a ring that crosses itself at thousands of places would keep the geometry busy for hours."""

FENCE = re.compile(r"^\s*```[a-zA-Z]*\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)


def parse_amid_prose(text: str) -> tuple[Any, list[str]]:
    """Like `parse`, but also finds one JSON object in a code fence or amid prose; says what it did."""
    fenced = FENCE.match(text)
    if fenced:
        return parse(fenced[1])[0], ["took the JSON out of its code fence"]
    start, end = text.find("{"), text.rfind("}")
    if not 0 <= start < end:
        raise Unreadable("the file holds no JSON object")
    return parse(text[start : end + 1])[0], ["took the JSON object out of the text around it"]


def demand_a_fair_size(shapes: list[shapely.Geometry]) -> None:
    """Refuse an outlook whose geometry could not be worked out in seconds."""
    points = int(shapely.get_num_coordinates(shapes).sum()) if shapes else 0
    if points > MOST_POINTS:
        raise Unreadable(f"an outlook must not have more than {MOST_POINTS:,} points, got {points:,}")
    if points > MOST_POINTS_CROSSED and not shapely.is_valid(shapes).all():
        raise Unreadable(f"an outlook of more than {MOST_POINTS_CROSSED:,} points must not cross itself")
