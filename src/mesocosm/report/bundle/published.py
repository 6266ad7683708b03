"""Published numbers, from a table that somebody typed."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from mesocosm.errors import InvalidRecord
from mesocosm.files import read_text
from mesocosm.report.bundle.records import LARGEST_PUBLISHED


def read_published(path: Path) -> dict[str, dict[str, float]]:
    """Return the number of each entrant, from a CSV with a column `name`; an empty cell was not published."""
    rows = csv.DictReader(io.StringIO(read_text(path)))
    if "name" not in (rows.fieldnames or ()):
        raise InvalidRecord(f"{path} must be a CSV with a column `name`, got {rows.fieldnames}")
    return {row.pop("name"): _numbers(row, f"{path}, line {rows.line_num}") for row in rows}


def _numbers(row: dict[str, str | None], place: str) -> dict[str, float]:
    try:
        numbers = {name: float(text) for name, text in row.items() if text and text.strip()}
    except (TypeError, ValueError) as error:
        raise InvalidRecord(f"{place}: published numbers must be numbers: {error}") from error
    for name, value in numbers.items():
        if not abs(value) <= LARGEST_PUBLISHED:
            raise InvalidRecord(f"{place}: {name} must lie within {LARGEST_PUBLISHED:,.0f} of 0, got {value}")
    return numbers
