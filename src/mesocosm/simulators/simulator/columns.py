"""Columns of numbers and dates in the inputs and outputs of engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Annotated

from pydantic import Field

Finite = Annotated[float, Field(allow_inf_nan=False)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
"""Degrees north."""
Longitude = Annotated[float, Field(ge=-180, le=360)]
"""Degrees east."""
Share = Annotated[float, Field(ge=0, le=1)]
Day = Annotated[date, Field(ge=date(1500, 1, 1), le=date(2500, 12, 31))]

LONGEST = 1_000_000
"""Rows of a column."""
KELVIN_FROM = 150.0
"""No air is so warm in °C, and none so cold in kelvin."""


def check_same_length(columns: Mapping[str, Sequence[object]]) -> None:
    """Refuse columns of different lengths, and empty ones, with the length of each."""
    first, *rest = columns
    length = len(columns[first])
    if length == 0:
        raise ValueError(f"{first} must not be empty")
    for name in rest:
        if len(columns[name]) != length:
            raise ValueError(f"{name} has {len(columns[name])} values and {first} has {length}; they must be as many")


def check_consecutive(days: Sequence[date]) -> None:
    """Refuse dates that do not follow each other day by day."""
    for before, after in pairwise(days):
        if (after - before).days != 1:
            raise ValueError(f"date must go on day by day; {after} follows {before}")


def refuse_kelvin(values: object) -> object:
    """The values of a column in °C as they came; those that can only be kelvin are refused."""
    if isinstance(values, list | tuple):
        kelvin = next((v for v in values if isinstance(v, int | float) and v > KELVIN_FROM), None)
        if kelvin is not None:
            raise ValueError(f"must be in °C, and {kelvin:g} looks like kelvin: subtract 273.15")
    return values


def rounded(values: Iterable[float], digits: int = 12) -> list[float]:
    """Values with so many significant digits: the last bits depend on the machine."""
    pattern = f"%.{digits}g"
    return [float(pattern % value) for value in values]
