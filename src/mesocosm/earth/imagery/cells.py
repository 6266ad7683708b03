"""Squares of the globe that group scenes of similar size.

Level k divides the map into squares of 360/2ᵏ degrees. A scene belongs to the finest level whose squares are no smaller
than its box, and there to the square with the south-western corner of its box. Hence a scene reaches at most into the
next square to the east and to the north, and all scenes that meet a box are in the squares that the box meets or in
their western and southern neighbours: a loose grid (Ulrich 2000, Loose Octrees, in Game Programming Gems), which has
every scene once, whatever its size. Squares wrap around at the antimeridian.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

FINEST = 20
"""Finest level: squares of 0.0003 degrees, about 40 m."""
SLACK = 1 + 1e-9
"""Factor by which boxes are enlarged, so that rounding never moves them two squares on."""
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


def cell_keys(west: Floats, south: Floats, east: Floats, north: Floats) -> Integers:
    """Return the square of each box as one number, ordered by level, row and column."""
    width = np.where(west > east, east + 360 - west, east - west)
    extent = np.maximum(np.maximum(width, north - south) * SLACK, 360 / 2.0**FINEST)
    # 360 / extent = m 2ᵉ with m in [0.5, 1), so its whole binary logarithm is e - 1: exact, unlike a logarithm.
    level = np.clip(np.frexp(360 / extent)[1] - 1, 0, FINEST).astype(np.int64)
    column = np.floor((west + 180) / 360 * 2.0**level).astype(np.int64) % 2**level
    row = np.floor((south + 90) / 360 * 2.0**level).astype(np.int64)
    last_row = np.maximum(2**level // 2, 1) - 1
    return np.asarray(level << 42 | np.minimum(row, last_row) << 21 | column)


def level_of(keys: Integers) -> Integers:
    """Return the level of each square."""
    return keys >> 42


def occupied_places(keys: Integers, levels: list[tuple[int, int, int]], box: Floats) -> Integers:
    """Return the indices of occupied squares that may have scenes that meet a box.

    Args:
        keys: All squares with a scene, sorted.
        levels: Levels in `keys`, each with the index of its first square and of the first of the next level.
        box: West, south, east, north in degrees, not crossing the antimeridian.
    """
    lows: list[int] = []
    highs: list[int] = []
    for level, start, stop in levels:
        low, high = _ranges(level, box.tolist(), keys[start:stop])
        lows += low
        highs += high
    return expand_ranges(np.searchsorted(keys, lows), np.searchsorted(keys, highs, side="right"))


def _ranges(level: int, box: list[float], of_level: Integers) -> tuple[list[int], list[int]]:
    """Return first and last keys (included), a pair per row, of the squares that a box meets and their neighbours.

    In plain numbers: there are few rows, and an array of three costs more than three numbers.
    """
    west, south, east, north = (
        math.floor((edge + shift) / 360 * 2**level) for edge, shift in zip(box, (180, 90, 180, 90), strict=True)
    )
    top = min(north, _last_row(level))
    bottom = min(max(south - 1, 0), top)
    if top - bottom >= len(of_level):  # more rows than squares: all of the level is less work
        return [int(of_level[0])], [int(of_level[-1])]
    rows = [level << 42 | row << 21 for row in range(bottom, top + 1)]
    spans = _columns(west - 1, east, 2**level)
    return [row | start for start, _ in spans for row in rows], [row | end for _, end in spans for row in rows]


def _columns(first: int, last: int, columns: int) -> list[tuple[int, int]]:
    """Split a range of columns that may cross the antimeridian into one or two that do not."""
    if last - first + 1 >= columns:
        return [(0, columns - 1)]
    if first < 0:
        return [(0, last), (columns + first, columns - 1)]
    if last >= columns:
        return [(first, columns - 1), (0, last - columns)]
    return [(first, last)]


def expand_ranges(first: Integers, last: Integers) -> Integers:
    """Return all integers of many ranges, each from `first` (included) to `last` (excluded)."""
    lengths = last - first
    filled = lengths > 0
    first, lengths = first[filled], lengths[filled]
    if not len(lengths):
        return np.empty(0, np.int64)
    ends = np.cumsum(lengths)
    return np.asarray(np.arange(ends[-1]) + np.repeat(first - (ends - lengths), lengths))


def _last_row(level: int) -> int:
    """Return the last row of a level: half as many rows as columns, and at least one."""
    return max((1 << level) // 2, 1) - 1
