"""Lists in the texts of tools, shortened where they would be long, always with a note."""

from __future__ import annotations

from collections.abc import Sequence

MOST_LINES = 10


def first_lines(lines: Sequence[str], whole: int | None = None, most: int = MOST_LINES) -> str:
    """Return the first lines, and how many more there are; `whole` also counts lines that were not passed in."""
    left = (len(lines) if whole is None else whole) - most
    return "\n".join([*lines[:most], *([f"and {left} more"] if left > 0 else [])])


def unit_after(unit: str) -> str:
    """Return a unit as it follows a number in a text; empty for pure numbers, whose 1 would read as another number."""
    return "" if unit in ("", "1") else f" {unit}"
