"""CSV, for spreadsheets and data frames: stations, and what they measure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

Cell = str | int | float


def table(headings: Sequence[str], rows: Iterable[Sequence[Cell]], decimals: int = 1) -> bytes:
    """Return a table with a heading; fractions are written with so many decimals, and -0.0 as 0.0."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([_spell(cell, decimals) for cell in row] for row in rows)
    return buffer.getvalue().encode()


def _spell(cell: Cell, decimals: int) -> str:
    return f"{round(cell, decimals) + 0.0:.{decimals}f}" if isinstance(cell, float) else str(cell)
