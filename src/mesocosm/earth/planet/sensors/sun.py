"""The position of the sun."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass

from mesocosm.earth.planet.sky.clock import declination


@dataclass(frozen=True)
class Sun:
    """Position of the sun in the sky, in steps of 0.01 degrees."""

    elevation_deg: float
    azimuth_deg: float
    """Azimuth, clockwise from north."""

    @property
    def towards(self) -> tuple[float, float, float]:
        """Unit vector to the sun: east, north, up; rounded to 10⁻⁶."""
        elevation, azimuth = math.radians(self.elevation_deg), math.radians(self.azimuth_deg)
        level = math.cos(elevation)
        return (
            round(level * math.sin(azimuth), 6),
            round(level * math.cos(azimuth), 6),
            round(math.sin(elevation), 6),
        )

    @property
    def shadow(self) -> tuple[float, float]:
        """Shadow of a point one metre up: metres east, north; for a low sun, at most 4 m."""
        east, north, up = self.towards
        length = math.hypot(east, north)
        stretch = min(1.0 / max(up, 0.05), 4.0 / max(length, 1e-6))
        return round(-east * stretch, 6), round(-north * stretch, 6)


def sun_at(latitude: float, date: dt.date, solar_hour: float = 10.5) -> Sun:
    """Return the sun at a true solar hour, as in the weather."""
    height = float(declination(date.timetuple().tm_yday - 1 + solar_hour / 24.0))
    hour, phi = math.radians(15.0 * (solar_hour - 12.0)), math.radians(latitude)
    sine = math.sin(phi) * math.sin(height) + math.cos(phi) * math.cos(height) * math.cos(hour)
    east = -math.cos(height) * math.sin(hour)
    north = math.cos(phi) * math.sin(height) - math.sin(phi) * math.cos(height) * math.cos(hour)
    return Sun(round(math.degrees(math.asin(sine)), 2), round(math.degrees(math.atan2(east, north)) % 360.0, 2))
