"""Pointing at one thing among several by where it lies; the rest must be clearly farther that way."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
MARGIN = 0.02
"""Share of the picture's side by which the next thing lies farther."""


@dataclass(frozen=True)
class Pointer:
    """A way of pointing; the key of a place (shares of the picture, y down) is smallest for what is meant."""

    name: str
    words: str
    """With `{thing}` for what is pointed at."""
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
    """The number of the place that is meant; None where another is nearly as good."""
    keys = [pointer.key(x, y) for x, y in places]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    if not order or (len(order) > 1 and keys[order[1]] - keys[order[0]] < MARGIN):
        return None
    return order[0]
