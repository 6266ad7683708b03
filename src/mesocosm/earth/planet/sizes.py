"""How much of the planet is looked at closely."""

from __future__ import annotations

from typing import Literal

from mesocosm.types import Record

SizeName = Literal["tiny", "small", "large"]


class Size(Record):
    """What a build of this size holds."""

    regions: int
    cells: int
    """Of one kilometre, along each side of a region."""
    towns: int
    """In each region, with streets and houses."""
    days: int
    """Of hourly weather in each region, from the first of January of `FIRST_YEAR`."""


FIRST_YEAR = 2031
"""Years of the planet lie ahead, so that no one takes its weather for a day that was."""
SIZES: dict[SizeName, Size] = {
    "tiny": Size(regions=1, cells=200, towns=2, days=366),
    "small": Size(regions=4, cells=200, towns=4, days=3 * 366),
    "large": Size(regions=24, cells=200, towns=8, days=10 * 366),
}
