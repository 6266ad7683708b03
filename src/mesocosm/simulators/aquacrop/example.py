"""A small made-up season: maize on a loam in a continental summer that is short of rain in its middle."""

from __future__ import annotations

import math
from datetime import date, timedelta

from pydantic import JsonValue

FIRST = date(2001, 5, 1)
DAYS = 160


def _weather() -> dict[str, JsonValue]:
    """Return weather in smooth waves over the season, with 12 mm of rain every sixth day except in July."""
    days = [FIRST + timedelta(days=step) for step in range(DAYS)]
    warmth = [20 + 7 * math.sin(math.pi * step / DAYS) + math.sin(step / 3) for step in range(DAYS)]
    return {
        "date": [day.isoformat() for day in days],
        "tmin_c": [round(mean - 6, 1) for mean in warmth],
        "tmax_c": [round(mean + 6, 1) for mean in warmth],
        "rain_mm": [12.0 if step % 6 == 0 and day.month != 7 else 0.0 for step, day in enumerate(days)],
        "et0_mm": [round(3 + 3 * math.sin(math.pi * step / DAYS), 2) for step in range(DAYS)],
    }


EXAMPLE: dict[str, JsonValue] = {
    "weather": _weather(),
    "crop": "Maize",
    "planting_date": FIRST.isoformat(),
    "soil": {"texture": "Loam"},
    "initial_water": {"at": "field_capacity"},
    "irrigation": {"method": "threshold", "threshold_percent": 60, "most_daily_mm": 30},
    "co2_ppm": 370,
}
