"""Pointing at one of several things by its position; the others must be clearly farther in that direction."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
MARGIN = 0.02
"""Share of the picture's side by which the next thing must lie farther."""


@dataclass(frozen=True)
class Pointer:
    """A way of pointing; its key for a position (shares of the picture, y down) is smallest for the thing meant."""

    name: str
    words: str
    """Words with `{thing}` for the thing that is pointed at."""
    key: Callable[[float, float], float]


POINTERS = (
    Pointer("northernmost", "the northernmost {thing}", lambda x, y: y),
    Pointer("southernmost", "the southernmost {thing}", lambda x, y: -y),
    Pointer("westernmost", "the westernmost {thing}", lambda x, y: x),
    Pointer("easternmost", "the easternmost {thing}", lambda x, y: -x),
    Pointer("central", "the {thing} nearest the middle of the picture", lambda x, y: math.hypot(x - 0.5, y - 0.5)),
)
BY_NAME = {pointer.name: pointer for pointer in POINTERS}


def place_meant(pointer: Pointer, places: Sequence[Point]) -> int | None:
    """Return the index of the position that is meant; None if another is nearly as good."""
    keys = [pointer.key(x, y) for x, y in places]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    if not order or (len(order) > 1 and keys[order[1]] - keys[order[0]] < MARGIN):
        return None
    return order[0]
