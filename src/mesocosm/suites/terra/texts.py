"""Lists in the texts of tools, cut where they would be long and never silently."""

from __future__ import annotations

from collections.abc import Sequence

MOST_LINES = 10


def first_lines(lines: Sequence[str], whole: int | None = None) -> str:
    """The first of some lines, and how many more there are; `whole` counts those too that were not handed in."""
    left = (len(lines) if whole is None else whole) - MOST_LINES
    return "\n".join([*lines[:MOST_LINES], *([f"and {left} more"] if left > 0 else [])])
