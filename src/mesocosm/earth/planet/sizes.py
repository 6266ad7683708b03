"""Sizes of a planet: how much of it is simulated in detail."""

from __future__ import annotations

from typing import Literal

from mesocosm.types import Record

SizeName = Literal["tiny", "small", "large"]


class Size(Record):
    """The extent of a build."""

    regions: int
    cells: int
    """Cells of one kilometre along each side of a region."""
    towns: int
    """Number of towns in each region with streets and houses."""
    days: int
    """Days of hourly weather in each region, from the first of January of `FIRST_YEAR`."""


FIRST_YEAR = 2031
"""First year of the planet, in the future, so that nobody takes its weather for that of a past day."""
SIZES: dict[SizeName, Size] = {
    "tiny": Size(regions=1, cells=200, towns=2, days=366),
    "small": Size(regions=4, cells=200, towns=4, days=3 * 366),
    "large": Size(regions=24, cells=200, towns=8, days=10 * 366),
}
