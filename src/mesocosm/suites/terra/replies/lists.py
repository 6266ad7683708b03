"""Lists in the texts of tools, cut where they would be long and never silently."""

from __future__ import annotations

from collections.abc import Sequence

MOST_LINES = 10


def first_lines(lines: Sequence[str], whole: int | None = None, most: int = MOST_LINES) -> str:
    """The first of some lines, and how many more there are; `whole` counts those too that were not handed in."""
    left = (len(lines) if whole is None else whole) - most
    return "\n".join([*lines[:most], *([f"and {left} more"] if left > 0 else [])])


def unit_after(unit: str) -> str:
    """A unit as it follows a number in a text; nothing after pure numbers, whose 1 would read as one more number."""
    return "" if unit in ("", "1") else f" {unit}"
