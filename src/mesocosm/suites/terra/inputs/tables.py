"""Tables of the workspace: CSV files with a header line, columns with units in their names, and times of rows."""

from __future__ import annotations

import csv
import io
import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import ToolError

Floats = NDArray[np.float64]
Times = NDArray[np.datetime64]
BRACKETS = re.compile(r"(.*?)\s*[\[(]([^\[\]()]+)[\])]\s*")
SUFFIXES = {
    "_mj_m2": "MJ/m**2", "_kj_m2": "kJ/m**2", "_j_m2": "J/m**2", "_wh_m2": "W*hour/m**2", "_w_m2": "W/m**2",
    "_m3_s": "m**3/s",
    "_ug_m3": "µg/m**3", "_mm_day": "mm/day", "_mm_h": "mm/hour", "_km_h": "km/h", "_m_s": "m/s", "_percent": "percent",
    "_degc": "degC", "_kpa": "kPa", "_hpa": "hPa", "_pa": "Pa", "_mm": "mm", "_c": "degC", "_k": "kelvin",
}  # fmt: skip
"""Endings of names that state a unit, longer ones first."""
TIMES = ("date", "time", "datetime", "valid_time", "day", "month", "year")
MOST_ROWS = 1_000_000
MONTH_LETTERS = len("2031-07")
FIRST_YEAR, LAST_YEAR = 1678, 2261
"""First and last year that nanoseconds since 1970 can represent."""
MOST_LISTED = 20


@dataclass(frozen=True)
class Column:
    """A column as in a file."""

    file: str
    name: str
    unit: str | None
    values: Floats
    times: Times | None

    @property
    def stem(self) -> str:
        """Name without its unit, in lower case."""
        return stem_of(self.name)[0]


def stem_of(name: str) -> tuple[str, str | None]:
    """Split a name into the name without unit, and the unit that it states."""
    bracket = BRACKETS.fullmatch(name)
    if bracket:
        return bracket[1].strip().lower(), bracket[2].strip()
    plain = name.strip().lower()
    for suffix, unit in SUFFIXES.items():
        if plain.endswith(suffix):
            return plain.removesuffix(suffix), unit
    return plain, None


def rows_of(data: bytes, path: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file by the names of its first line."""
    try:
        text = data.decode("utf-8-sig")
        rows = [row for row in csv.reader(io.StringIO(text)) if row]
    except (UnicodeDecodeError, csv.Error) as error:
        raise ToolError(f"{path!r} cannot be read as CSV: {error}") from error
    if len(rows) < 2 or "\x00" in text:
        raise ToolError(f"{path!r} must be a CSV file with a header line and one line per row, or NetCDF")
    names, *lines = ([cell.strip() for cell in row] for row in rows)
    if len(lines) > MOST_ROWS:
        raise ToolError(f"{path!r} holds {len(lines):,} rows; at most {MOST_ROWS:,}")
    if len(set(names)) < len(names):
        raise ToolError(f"{path!r} names a column twice: {', '.join(names[:MOST_LISTED])}")
    for at, row in enumerate(lines):
        if len(row) != len(names):
            raise ToolError(f"{path!r}: row {at + 1} must hold {len(names)} cells, holds {len(row)}")
    return [dict(zip(names, row, strict=True)) for row in lines]


def of_table(data: bytes, path: str) -> list[Column]:
    """Return the columns of numbers of a CSV file, with the times of its rows."""
    rows = rows_of(data, path)
    clock = next((name for name in rows[0] if name.lower() in TIMES), None)
    times = None if clock is None else _times([row[clock] for row in rows], path)
    columns = []
    for name in rows[0]:
        values = np.array([number_in(row[name]) for row in rows])
        if name != clock and not np.isnan(values).all():
            columns.append(Column(path, name, stem_of(name)[1], values, times))
    return columns


def number_in(cell: str) -> float:
    """Return the number in a cell; NaN if it holds none."""
    try:
        return float(cell)
    except ValueError:
        return math.nan


def _times(cells: Sequence[str], path: str) -> Times:
    times = []
    for at, cell in enumerate(cells):
        try:
            moment = datetime.fromisoformat(f"{cell}-01" if len(cell) == MONTH_LETTERS else cell)
            if not FIRST_YEAR <= moment.year <= LAST_YEAR:
                raise ValueError(cell)
            plain = moment if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
            times.append(np.datetime64(plain, "ns"))
        except ValueError:
            raise ToolError(f"{path!r}: row {at + 1} must hold a time such as 2031-07-14, got {cell[:40]!r}") from None
    if any(later <= earlier for earlier, later in itertools.pairwise(times)):
        raise ToolError(f"{path!r}: times must increase from row to row")
    return np.array(times)
