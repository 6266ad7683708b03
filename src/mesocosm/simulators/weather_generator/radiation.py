"""Solar radiation at the ground from the daily range of temperature, and above the air from the place and the day."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SOLAR_CONSTANT = 0.0820
"""MJ per m² and minute (FAO 56)."""
CLEAR_SKY = 0.7
POWER = 2.4
RAINY_DAY = 0.75
"""Of Bristow and Campbell (1984)."""


def above_the_air(latitude: float, day_of_year: NDArray[np.int64]) -> Floats:
    """Radiation above the atmosphere in MJ/(m² day): Allen et al. (1998), FAO 56, equations 21 to 25."""
    angle = 2 * np.pi * day_of_year / 365
    distance, declination = 1 + 0.033 * np.cos(angle), 0.409 * np.sin(angle - 1.39)
    phi = np.radians(latitude)
    sunset = np.arccos(np.clip(-np.tan(phi) * np.tan(declination), -1, 1))
    height = np.sin(phi) * np.sin(declination) * sunset + np.cos(phi) * np.cos(declination) * np.sin(sunset)
    radiation: Floats = np.maximum(24 * 60 / np.pi * SOLAR_CONSTANT * distance * height, 0)
    return radiation


def hargreaves(above: Floats, span_c: Floats, coefficient: float) -> Floats:
    """Hargreaves and Samani (1982), FAO 56 equation 50; never more than under a clear sky (equation 37, sea level)."""
    radiation: Floats = np.minimum(coefficient * np.sqrt(span_c), 0.75) * above
    return radiation


def bristow_campbell(above: Floats, span_c: Floats, mean_span_c: Floats, wet: NDArray[np.bool_]) -> Floats:
    """Bristow and Campbell (1984), doi 10.1016/0168-1923(84)90017-0, with b from the month's mean range."""
    span = np.where(wet, RAINY_DAY, 1.0) * span_c
    b = 0.036 * np.exp(-0.154 * mean_span_c)
    radiation: Floats = CLEAR_SKY * (1 - np.exp(-b * span**POWER)) * above
    return radiation
