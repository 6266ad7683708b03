"""Arguments that many tools share: one form of box, of point and of time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import ToolError
from mesocosm.types import TimeInterval


def box_of(values: list[float]) -> BoundingBox:
    """Return a box from west, south, east, north in degrees."""
    west, south, east, north = values
    return BoundingBox(west=west, south=south, east=east, north=north)


def sides_of(box: BoundingBox) -> list[float]:
    """Return west, south, east, north of a box, in degrees."""
    return [box.west, box.south, box.east, box.north]


def _checked_box(values: list[float]) -> list[float]:
    for side, value, most in zip(("west", "south", "east", "north"), values, (180, 90, 180, 90), strict=True):
        if not -most <= value <= most:
            raise ValueError(f"must be [west, south, east, north] in degrees: {side} lies in ±{most}, got {value:g}")
    if values[1] > values[3]:
        raise ValueError(
            f"must be [west, south, east, north] in degrees: south must not exceed north, got {values[1]:g} and "
            f"{values[3]:g}"
        )
    return values


def _checked_point(values: list[float]) -> list[float]:
    if not (-180 <= values[0] <= 180 and -90 <= values[1] <= 90):
        raise ValueError(f"must be [longitude, latitude] in degrees, got {values}")
    return values


def _at_most(most: int) -> Callable[[str], str]:
    def check(text: str) -> str:
        if not 1 <= len(text) <= most:
            raise ValueError(f"must have 1 to {most} characters, got {len(text)}")
        return text

    return check


Degrees = Annotated[float, Field(ge=-180, le=180)]
Box = Annotated[list[Degrees], Field(min_length=4, max_length=4), AfterValidator(_checked_box)]
"""West, south, east, north in degrees; if west is greater than east, the box crosses the antimeridian."""
Path = Annotated[str, AfterValidator(_at_most(200))]
"""Path of a file in the workspace. Its longest length is checked but not documented: every schema would repeat it."""
Name = Annotated[str, AfterValidator(_at_most(100))]
"""Name of a thing in a file or in the world."""
Point = Annotated[
    list[Degrees],
    Field(min_length=2, max_length=2, examples=[[24.94, 60.17]]),
    AfterValidator(_checked_point),
]
"""Longitude and latitude in degrees."""


def moment_of(text: str, name: str) -> datetime:
    """Parse an ISO 8601 time; without a time zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ToolError(f"`{name}` must be a time such as 2031-07-14 or 2031-07-14T12:00:00Z, got {text!r}") from None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def interval_of(start: str, end: str) -> TimeInterval:
    """Return the interval from `start` (included) to `end` (excluded)."""
    first, last = moment_of(start, "start"), moment_of(end, "end")
    if first >= last:
        raise ToolError(f"`start` must come before `end`, got {start} and {end}")
    return TimeInterval(start=first, end=last)
