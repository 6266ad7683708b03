"""A small made-up season: sunflower on a sandy loam in a summer with rain every fifth day."""

from __future__ import annotations

import math
from datetime import date, timedelta

from pydantic import JsonValue

FIRST = date(2001, 4, 1)
DAYS = 215


def _weather() -> dict[str, JsonValue]:
    days = [FIRST + timedelta(days=step) for step in range(DAYS)]
    arch = [math.sin(math.pi * (step + 10) / (DAYS + 20)) for step in range(DAYS)]
    return {
        "date": [day.isoformat() for day in days],
        "tmin_c": [round(6 + 10 * height + math.sin(step / 4), 1) for step, height in enumerate(arch)],
        "tmax_c": [round(17 + 13 * height + math.sin(step / 4), 1) for step, height in enumerate(arch)],
        "rain_mm": [8.0 if step % 5 == 0 else 0.0 for step in range(DAYS)],
        "radiation_mj_m2": [round(10 + 12 * height, 1) for height in arch],
        "vapour_pressure_kpa": [round(0.8 + 0.7 * height, 2) for height in arch],
        "wind_m_s": [2.0] * DAYS,
    }


EXAMPLE: dict[str, JsonValue] = {
    "mode": "water_limited",
    "weather": _weather(),
    "latitude": 45.0,
    "elevation_m": 200.0,
    "crop": "sunflower",
    "planting_date": "2001-04-10",
    "starts_at": "sowing",
    "soil": {"texture": "SandyLoam", "depth_m": 1.2},
    "initial_available_mm": 120.0,
    "irrigation": {"method": "rainfed"},
}
