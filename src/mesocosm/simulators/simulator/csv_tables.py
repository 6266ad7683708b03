"""Tables of a run as CSV files that are safe to open in a spreadsheet.

A spreadsheet runs a text that begins with = + - or @ as a formula. Names come with the inputs, from maps and from
agents, so such a text gets an apostrophe before it; numbers, and names such as SUMO's `-4#1`, stay.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

FIRST_SIGNS = frozenset("=+@\t\r-")
FORMULA = re.compile(r"[=+@\t\r]|-(?![\w.#:]*$)")
"""Start of a formula; a minus sign before a plain name is none."""
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*|[-+]?(nan|inf)")


def as_sheet(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return headings and rows as the bytes of a CSV file; unknown cells are empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(safe_cell, headings))
    # Tables of days have 100,000 cells: only those that could be a formula are worth a call.
    writer.writerows(
        [safe_cell(cell) if isinstance(cell, str) and cell[:1] in FIRST_SIGNS else cell for cell in row] for row in rows
    )
    return text.getvalue().encode("utf-8", "replace")


def safe_cell(cell: object) -> object:
    """Return a cell as it may be written, with no text that a spreadsheet would run."""
    is_formula = isinstance(cell, str) and FORMULA.match(cell) and not NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell
