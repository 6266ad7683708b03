"""Hours of the planet, days of the year and the height of the sun."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.weather.sunshine import fao_declination
from mesocosm.errors import UserError

Floats = NDArray[np.float64]
EPOCH = np.datetime64(f"{FIRST_YEAR}-01-01T00", "h")
YEAR_DAYS = 365.25


@dataclass(frozen=True)
class Clock:
    """A run of whole hours at one longitude."""

    hour: NDArray[np.int64]
    """Hours since the first of January of `FIRST_YEAR`, UTC."""
    longitude: float

    @property
    def times(self) -> NDArray[np.datetime64]:
        return np.asarray(EPOCH + self.hour)

    @property
    def day_of_year(self) -> Floats:
        """Days since the year began, with fraction."""
        times = self.times
        return np.asarray((times - times.astype("datetime64[Y]").astype("datetime64[h]")).astype(float) / 24.0)

    @property
    def solar_hour(self) -> Floats:
        """Local mean solar time, hours in 0..24."""
        return np.asarray((self.hour + self.longitude / 15.0) % 24.0)

    @property
    def winter(self) -> Floats:
        """1 in midwinter of the northern hemisphere (20 January), -1 in midsummer."""
        return np.cos(2 * np.pi * (self.day_of_year - 19.0) / YEAR_DAYS)

    @property
    def declination(self) -> Floats:
        """Declination of the sun, radians."""
        return declination(self.day_of_year)

    def sun_height(self, latitude: float) -> Floats:
        """Return the sine of the sun's height, by solar time; below 0 at night."""
        angle = np.pi / 12 * (self.solar_hour - 12.0)
        phi = np.radians(latitude)
        return np.asarray(
            np.sin(phi) * np.sin(self.declination) + np.cos(phi) * np.cos(self.declination) * np.cos(angle)
        )

    def day_length(self, latitude: float) -> Floats:
        """Return the hours from sunrise to sunset: FAO-56 equations 25 and 34."""
        cosine = -np.tan(np.radians(latitude)) * np.tan(self.declination)
        return np.asarray(24 / np.pi * np.arccos(np.clip(cosine, -1.0, 1.0)))


def declination(day_of_year: ArrayLike) -> Floats:
    """Return the declination of the sun, radians, by the days since the year began, with fraction."""
    return fao_declination(np.asarray(day_of_year, np.float64) + 1)


def hour_of(moment: datetime) -> int:
    """Return the hours since the epoch of an aware time on a whole hour."""
    if moment.tzinfo is None:
        raise UserError(f"time must carry a time zone, got {moment.isoformat()}")
    utc = moment.astimezone(UTC)
    if utc.year < FIRST_YEAR or utc.minute or utc.second or utc.microsecond:
        raise UserError(f"time must be a whole hour from {FIRST_YEAR} on, got {moment.isoformat()}")
    return int((np.datetime64(utc.replace(tzinfo=None), "h") - EPOCH).astype(int))


def year_hours(year: int) -> tuple[int, int]:
    """Return the first hour of a year and how many it has."""
    if year < FIRST_YEAR:
        raise UserError(f"year must be {FIRST_YEAR} or later, got {year}")
    start, end = (int((np.datetime64(f"{y}-01-01T00", "h") - EPOCH).astype(int)) for y in (year, year + 1))
    return start, end - start
