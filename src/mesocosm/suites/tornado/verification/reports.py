"""Tornado reports of one convective day, 12 UTC to 12 UTC, from CSV."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import UserError

Reports = NDArray[np.float64]
"""Longitude and latitude in columns, one row per report."""

NO_REPORTS: Reports = np.empty((0, 2))


def read_reports(text: str, date: str | None = None) -> Reports:
    """Read positions from a CSV with columns lat and lon, or from SPC's own CSV.

    With a column `date`, only rows of `date` (YYYYMMDD) count. In a file of SPC that holds tornadoes, wind and hail one
    after the other, only the tornadoes count. Rows without a position are dropped, as published. A position that is no
    place on Earth is refused in files of the first kind, which people write.
    """
    lines = text.removeprefix("﻿").splitlines()
    rows = _spc_rows(lines) if _is_spc(lines) else _plain_rows(lines, date)
    places = [place for place in rows if all(map(math.isfinite, place))]
    return np.array(places) if places else NO_REPORTS


def _is_spc(lines: list[str]) -> bool:
    return any(line.startswith("Time,F_Scale") for line in lines)


def _spc_rows(lines: list[str]) -> Iterator[tuple[float, float]]:
    """Yield rows under a tornado heading, split by position: comments may hold commas without quotes."""
    columns: tuple[int, int] | None = None
    for line in lines:
        cells = line.split(",")
        if cells[0] == "Time":
            columns = (cells.index("Lon"), cells.index("Lat")) if cells[1] == "F_Scale" else None
        elif columns and len(cells) > max(columns):
            yield _number(cells[columns[0]]), _number(cells[columns[1]])


def _plain_rows(lines: list[str], date: str | None) -> Iterator[tuple[float, float]]:
    reader = csv.DictReader(lines)
    names = {name.strip().lower(): name for name in reader.fieldnames or []}
    if not {"lat", "lon"} <= names.keys():
        raise UserError(
            f"reports must have the columns lat and lon, or be SPC's own CSV; got {', '.join(names) or 'none'}"
        )
    for number, row in enumerate(reader, start=1):
        if date is None or "date" not in names or _digits(row[names["date"]]) == date:
            longitude, latitude = (_degrees(row[names[name]], name, number) for name in ("lon", "lat"))
            yield longitude, latitude


def _degrees(text: str | None, name: str, row: int) -> float:
    """Parse a longitude or a latitude; an empty text gives NaN."""
    if text is None or not text.strip():
        return math.nan
    most, value = 180 if name == "lon" else 90, _number(text)
    if not abs(value) <= most:  # NaN too
        raise UserError(f"row {row} of the reports: {name} must be degrees in [-{most}, {most}], got {text[:40]!r}")
    return value


def _digits(text: str | None) -> str:
    return "".join(filter(str.isdigit, text or ""))[:8]


def _number(text: str | None) -> float:
    try:
        return float(text or "nan")
    except ValueError:
        return math.nan
