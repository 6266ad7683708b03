"""What a reference hides; an item shows nothing beyond its prompt."""

from __future__ import annotations

from mesocosm.types import Record


class Truth(Record):
    """Place of the centre of the sphere."""

    x_m: float
    y_m: float
