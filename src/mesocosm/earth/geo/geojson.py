"""GeoJSON (RFC 7946): from bytes to positions, with a sentence for every error, and from shapes to features.

Shapely reads GeoJSON geometries too, but its errors do not say which point of which ring is wrong, which the author of
the file, a person or a model, needs to know.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import shapely

LARGEST_BYTES = 32_000_000
"""Largest file that is read, in bytes."""

Points = NDArray[np.float64]
"""Array of points with columns longitude and latitude."""


class Unreadable(ValueError):
    """The file or a part of it is not what it should be; the message is one sentence."""


def parse(data: bytes | str) -> tuple[Any, list[str]]:
    """Parse the JSON in `data`; return it with the keys that occur twice with different values."""
    text = decode_text(data)
    doubled: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for key, value in pairs:
            if key in members and members[key] != value:
                doubled.append(f"the key {short_repr(key)} stands twice in one object, with different values")
            members[key] = value
        return members

    try:
        return json.loads(text, object_pairs_hook=unique), doubled
    except RecursionError as error:
        raise Unreadable("the file is not JSON that can be read: nested too deeply") from error
    except ValueError as error:
        raise Unreadable(f"the file is not JSON: {error}") from error


def decode_text(data: bytes | str) -> str:
    """Decode UTF-8 text without a byte order mark."""
    if len(data) > LARGEST_BYTES:
        raise Unreadable(f"the file must not exceed {LARGEST_BYTES:,} bytes, got {len(data):,}")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"the file is not UTF-8: byte {error.start} cannot be read") from error
    return text.removeprefix("﻿")


def positions(ring: Any) -> Points:
    """Return the points of a ring; a third coordinate is dropped."""
    if not isinstance(ring, list):
        raise Unreadable(f"a ring must be a list of [longitude, latitude] points, got {short_repr(ring)}")
    for point in ring:
        if not isinstance(point, list) or len(point) < 2:
            raise Unreadable(f"a point must be [longitude, latitude], got {short_repr(point)}")
    if not _only_numbers(itertools.chain.from_iterable(ring)):
        wrong = next(point for point in ring if not _only_numbers(point))
        raise Unreadable(f"a point must be two numbers, got {short_repr(wrong)}")
    try:
        return np.array([point[:2] for point in ring], dtype=float).reshape(-1, 2)
    except OverflowError as error:
        raise Unreadable("a coordinate is too large to be a number of degrees") from error


def _only_numbers(values: Iterable[Any]) -> bool:
    return set(map(type, values)) <= {int, float}


def is_one_point(points: Points) -> bool:
    """Say whether all points of a ring are equal; the geometry library cannot handle such a ring."""
    return not np.ptp(points, axis=0).any()


def is_closed(points: Points) -> bool:
    """Say whether the points make a ring: four or more, the last equal to the first."""
    return len(points) >= 4 and bool((points[0] == points[-1]).all())


def demand_degrees(points: Points, where: str) -> None:
    """Refuse points outside the range of longitudes and latitudes."""
    inside = (np.abs(points) <= (180, 90)).all(axis=1)  # NaN compares false
    if not inside.all():
        wrong = points[~inside][0].tolist()
        raise Unreadable(
            f"{where}: a point must be [longitude -180 to 180, latitude -90 to 90] in degrees, got {short_repr(wrong)}"
        )


def feature(shape: shapely.Geometry, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return a Feature: a shape in degrees with its properties."""
    import shapely

    return {"type": "Feature", "properties": dict(properties), "geometry": shapely.geometry.mapping(shape)}


def feature_collection(features: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return a FeatureCollection, with features in the given order."""
    return {"type": "FeatureCollection", "features": list(features)}


def short_repr(value: Any) -> str:
    """Write any value in short for a message."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
