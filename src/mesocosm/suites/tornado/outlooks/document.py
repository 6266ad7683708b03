"""From the bytes of a file to JSON, and from lists of positions to rings; nothing here decides what a mistake costs."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from mesocosm.suites.tornado.outlooks.levels import shown

LARGEST_BYTES = 32_000_000
MOST_POINTS, MOST_POINTS_CROSSED = 50_000, 2_000
"""No outlook needs more; a ring that crosses itself at thousands of places would keep the geometry busy for hours."""

Points = NDArray[np.float64]
"""Longitude and latitude in columns."""

FENCE = re.compile(r"^\s*```[a-zA-Z]*\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)


class Unreadable(ValueError):
    """The file, or a part of it, does not hold what it should; the message is one sentence."""


def parse(data: bytes | str) -> tuple[Any, list[str]]:
    """The JSON value in `data`, and keys that were given twice with different values."""
    text = decoded(data)
    doubled: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found and found[key] != value:
                doubled.append(f"the key {shown(key)} stands twice in one object, with different values")
            found[key] = value
        return found

    try:
        return json.loads(text, object_pairs_hook=unique), doubled
    except RecursionError as error:
        raise Unreadable("the file is not JSON that can be read: nested too deeply") from error
    except ValueError as error:
        raise Unreadable(f"the file is not JSON: {error}") from error


def parse_amid_prose(text: str) -> tuple[Any, list[str]]:
    """Like `parse`, but also finds one JSON object in a code fence or amid prose; says what it did."""
    fenced = FENCE.match(text)
    if fenced:
        return parse(fenced[1])[0], ["took the JSON out of its code fence"]
    start, end = text.find("{"), text.rfind("}")
    if not 0 <= start < end:
        raise Unreadable("the file holds no JSON object")
    return parse(text[start : end + 1])[0], ["took the JSON object out of the text around it"]


def decoded(data: bytes | str) -> str:
    """UTF-8 text without a byte order mark."""
    if len(data) > LARGEST_BYTES:
        raise Unreadable(f"the file must not exceed {LARGEST_BYTES:,} bytes, got {len(data):,}")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"the file is not UTF-8: byte {error.start} cannot be read") from error
    return text.removeprefix("﻿")


def positions(ring: Any) -> Points:
    """The points of a ring; a third coordinate is left out."""
    if not isinstance(ring, list):
        raise Unreadable(f"a ring must be a list of [longitude, latitude] points, got {shown(ring)}")
    for point in ring:
        if not isinstance(point, list) or len(point) < 2:
            raise Unreadable(f"a point must be [longitude, latitude], got {shown(point)}")
    if not _only_numbers(itertools.chain.from_iterable(ring)):
        wrong = next(point for point in ring if not _only_numbers(point))
        raise Unreadable(f"a point must be two numbers, got {shown(wrong)}")
    try:
        return np.array([point[:2] for point in ring], dtype=float).reshape(-1, 2)
    except OverflowError as error:
        raise Unreadable("a coordinate is too large to be a number of degrees") from error


def _only_numbers(values: Iterable[Any]) -> bool:
    return set(map(type, values)) <= {int, float}


def is_one_point(points: Points) -> bool:
    """Whether a ring never leaves its first point; the geometry library cannot work with such a ring."""
    return not np.ptp(points, axis=0).any()


def is_closed(points: Points) -> bool:
    """Whether the points make a ring: four or more, the last equal to the first."""
    return len(points) >= 4 and bool((points[0] == points[-1]).all())


def demand_a_fair_size(shapes: list[shapely.Geometry]) -> None:
    """Refuse an outlook whose geometry could not be worked out in seconds."""
    points = int(shapely.get_num_coordinates(shapes).sum()) if shapes else 0
    if points > MOST_POINTS:
        raise Unreadable(f"an outlook must not have more than {MOST_POINTS:,} points, got {points:,}")
    if points > MOST_POINTS_CROSSED and not shapely.is_valid(shapes).all():
        raise Unreadable(f"an outlook of more than {MOST_POINTS_CROSSED:,} points must not cross itself")
