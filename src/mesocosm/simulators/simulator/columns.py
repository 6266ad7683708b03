"""Columns of numbers and dates in the inputs and outputs of engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, GetCoreSchemaHandler, ValidatorFunctionWrapHandler
from pydantic_core import CoreSchema, core_schema

Floats = NDArray[np.float64]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
"""Degrees north."""
Longitude = Annotated[float, Field(ge=-180, le=360)]
"""Degrees east."""
Share = Annotated[float, Field(ge=0, le=1)]
Day = Annotated[date, Field(ge=date(1500, 1, 1), le=date(2500, 12, 31))]

LONGEST = 1_000_000
"""Largest number of rows in a column."""
KELVIN_FROM = 150.0
"""Threshold above which no air temperature is in °C, and below which none is in kelvin."""


def check_same_length(columns: Mapping[str, Sized]) -> None:
    """Refuse columns that are empty or differ in length, and name the lengths."""
    first, *rest = columns
    length = len(columns[first])
    if length == 0:
        raise ValueError(f"{first} must not be empty")
    for name in rest:
        if len(columns[name]) != length:
            raise ValueError(
                f"{name} has {len(columns[name])} values and {first} has {length}; they must have the same length"
            )


def check_consecutive(days: Sequence[date]) -> None:
    """Refuse dates that do not follow each other day by day."""
    for before, after in pairwise(days):
        if (after - before).days != 1:
            raise ValueError(f"date must increase day by day; {after} follows {before}")


def refuse_kelvin(values: object) -> object:
    """Return the values of a column in °C unchanged; refuse values that can only be kelvin."""
    if isinstance(values, list | tuple):
        kelvin = next((v for v in values if isinstance(v, int | float) and v > KELVIN_FROM), None)
        if kelvin is not None:
            raise ValueError(f"must be in °C, and {kelvin:g} looks like kelvin: subtract 273.15")
    return values


@dataclass(frozen=True)
class Within:
    """Annotation of a number column that is read as an array; refuses cells that are not numbers from `low` to `high`.

    Bounds are checked on the whole array, which formulas then use; single cells are checked only if one is wrong.
    """

    low: float
    high: float
    longest: int = LONGEST
    celsius: bool = False
    """Whether the message for numbers that can only be kelvin says so."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        cell = core_schema.float_schema(ge=self.low, le=self.high, strict=True)
        cells = core_schema.tuple_variable_schema(cell, min_length=1, max_length=self.longest)
        return core_schema.no_info_wrap_validator_function(self._read, cells)

    def _read(self, given: Any, check_cells: ValidatorFunctionWrapHandler) -> Floats:
        if isinstance(given, list | tuple) and 0 < len(given) <= self.longest and set(map(type, given)) == {float}:
            column = np.array(given)
            if self.low <= column.min() and column.max() <= self.high:
                return column
        return np.array(check_cells(refuse_kelvin(given) if self.celsius else given), dtype=float)
