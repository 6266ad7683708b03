"""The track of a cyclone hour by hour, and the wind at places near it by a formula."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
from pydantic import JsonValue

from mesocosm.suites.terra.requests.cyclone_drill import vortex_of
from mesocosm.suites.terra.requests.vortices import distance_km
from mesocosm.suites.terra.workflows.workflow import Given

HOURS = 73
DECAY = 0.6
"""Exponent with which the wind falls outside the ring of strongest winds (a modified Rankine vortex)."""


def best_track(given: Given) -> list[dict[str, JsonValue]]:
    """Return one row for each hour; the wind rises to its peak and fades."""
    storm, first = vortex_of(given), datetime.fromisoformat(str(given["first"]))
    peak, fade = float(str(given["peak_wind"])), float(str(given["fade"]))
    rows: list[dict[str, JsonValue]] = []
    for hour in range(HOURS):
        latitude, longitude = storm.place(hour)
        apart = hour - storm.peak_hour
        wind = peak * (0.45 + 0.55 * np.exp(-((apart / fade) ** 2))) if apart > 0 else peak * (1 + 0.015 * apart)
        rows.append(
            {
                "track": str(given["name"]),
                "time": f"{first + timedelta(hours=hour):%Y-%m-%dT%H:%M}",
                "latitude": round(latitude, 3),
                "longitude": round(float(longitude), 3),
                "wind_m_s": round(float(wind), 2),
                "radius_km": storm.radius_km,
            }
        )
    return rows


def wind_at(given: Given, latitude: float, longitude: float, keeps_peak: bool) -> np.ndarray:
    """Return the wind at a place hour by hour; with `keeps_peak` the cyclone never weakens after its peak."""
    track = best_track(given)
    winds, radius, north, east = (
        np.array([float(str(row[key])) for row in track]) for key in ("wind_m_s", "radius_km", "latitude", "longitude")
    )
    if keeps_peak:
        winds = np.where(np.arange(len(winds)) < int(winds.argmax()), winds, winds.max())
    ratio = distance_km(latitude, longitude, north, east) / radius
    return np.asarray(winds * np.where(ratio < 1, ratio, ratio**-DECAY))
