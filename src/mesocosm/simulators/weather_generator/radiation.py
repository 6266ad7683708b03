"""Solar radiation at the ground from that above the atmosphere and the daily temperature range."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CLEAR_SKY = 0.7
POWER = 2.4
RAINY_DAY = 0.75
"""Factor on the temperature range of wet days, by Bristow and Campbell (1984)."""


def hargreaves(above: Floats, span_c: Floats, coefficient: float) -> Floats:
    """Return the estimate by Hargreaves and Samani (1982), FAO 56 equation 50; at most clear sky (equation 37, sea
    level).
    """
    radiation: Floats = np.minimum(coefficient * np.sqrt(span_c), 0.75) * above
    return radiation


def bristow_campbell(above: Floats, span_c: Floats, mean_span_c: Floats, wet: NDArray[np.bool_]) -> Floats:
    """Return the estimate by Bristow and Campbell (1984), doi 10.1016/0168-1923(84)90017-0; b from the month's mean
    range.
    """
    span = np.where(wet, RAINY_DAY, 1.0) * span_c
    b = 0.036 * np.exp(-0.154 * mean_span_c)
    radiation: Floats = CLEAR_SKY * (1 - np.exp(-b * span**POWER)) * above
    return radiation
