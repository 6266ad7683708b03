"""Categories of tropical cyclones by their wind."""

from __future__ import annotations

import math
from typing import Literal

KNOT = 1852.0 / 3600.0
KMH = 1 / 3.6
TEN_MINUTES = 0.93
"""Ratio of the ten-minute to the one-minute mean wind at sea (Harper, Kepert and Ginger 2010, WMO/TD-No. 1555)."""
Scale = Literal["saffir_simpson", "australian"]
SCALES: dict[Scale, tuple[int, tuple[tuple[str, float], ...]]] = {
    "saffir_simpson": (1, (("tropical depression", 0.0), ("tropical storm", 34 * KNOT), ("category 1", 64 * KNOT),
                           ("category 2", 83 * KNOT), ("category 3", 96 * KNOT), ("category 4", 113 * KNOT),
                           ("category 5", 137 * KNOT))),
    "australian": (10, (("tropical low", 0.0), ("category 1", 63 * KMH), ("category 2", 89 * KMH),
                        ("category 3", 118 * KMH), ("category 4", 160 * KMH), ("category 5", 200 * KMH))),
}  # fmt: skip
"""Averaging time in minutes of a scale's wind, and the least wind of each category in m/s."""
WHOLE: dict[Scale, float] = {"saffir_simpson": KNOT, "australian": KMH}
"""Size in m/s of the unit in which a scale has whole numbers."""


def scale_wind(wind_m_s: float, scale: Scale, averaging_minutes: Literal[1, 10]) -> float:
    """Convert a wind to the averaging time of a scale, m/s."""
    minutes, _ = SCALES[scale]
    factor = {(1, 1): 1.0, (10, 10): 1.0, (10, 1): 1 / TEN_MINUTES, (1, 10): TEN_MINUTES}[averaging_minutes, minutes]
    return wind_m_s * factor


def category(wind_m_s: float, scale: Scale, averaging_minutes: Literal[1, 10]) -> str:
    """Return the category of a strongest wind at 10 m, converted to the scale's averaging time.

    The wind is rounded to whole knots or km/h, the unit of the scale, so that 113 knots stay so in a table in m/s.
    """
    wind = math.floor(scale_wind(wind_m_s, scale, averaging_minutes) / WHOLE[scale] + 0.5) * WHOLE[scale]
    return [name for name, least in SCALES[scale][1] if wind >= least - 1e-9][-1]
