"""A column of air over a place: the levels as measured or forecast, and those that calculations use."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord

FloatArray = NDArray[np.float64]

HIGHEST_HPA = 50.0
"""Levels above this pressure are left out of every calculation and drawing: no index needs them."""

FEWEST_LEVELS = 5
"""Fewest levels: with fewer, layers and parcels would be mere interpolation."""

SHALLOWEST_HPA = 100.0
"""Depth of the layer that is mixed for a parcel."""

KNOT = 1852.0 / 3600.0
"""Metres per second."""


@dataclass(frozen=True, eq=False)
class Profile:
    """Levels from the ground upwards; missing values are NaN. Heights are above mean sea level."""

    valid: datetime | None
    """Valid time, UTC; None if a file does not state it."""
    pressure_hpa: FloatArray
    height_m: FloatArray
    temperature_c: FloatArray
    dewpoint_c: FloatArray
    wind_direction_deg: FloatArray
    """Direction that the wind comes from, clockwise from north."""
    wind_speed_kt: FloatArray
    omega_pa_s: FloatArray | None = None

    def __len__(self) -> int:
        return len(self.pressure_hpa)

    def levels_at(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Profile:
        """Return the same column with some of its levels, in the given order."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "valid"}
        return replace(self, **{name: array[which] for name, array in arrays.items() if array is not None})


@dataclass(frozen=True, eq=False)
class Sounding:
    """A profile with place and time."""

    station: Station
    profile: Profile
    forecast_hour: int | None = None
    """Hours since the model run; None for a balloon."""
    source: str = ""
    """The model or the kind of observation, for the title."""

    @property
    def southern(self) -> bool:
        """Whether it is south of the equator; a station without latitude counts as northern."""
        return self.station.latitude < 0

    @property
    def run(self) -> datetime | None:
        """Start of the model run; None for a balloon."""
        if self.forecast_hour is None or self.profile.valid is None:
            return None
        return self.profile.valid - timedelta(hours=self.forecast_hour)


def tidy(profile: Profile) -> Profile:
    """Select the levels for calculations: ground first, pressure strictly falling and height strictly rising.

    Levels without pressure, height or temperature are left out, and so is everything below the first level that has a
    dew point too, such as mandatory levels below the ground. Of two levels at one pressure the first counts. A dew
    point missing between two others is interpolated in the logarithm of pressure; above the last one it stays missing,
    which calculations treat as dry air.
    """
    known = np.isfinite(profile.pressure_hpa) & np.isfinite(profile.height_m) & np.isfinite(profile.temperature_c)
    kept = profile.levels_at(known & (profile.pressure_hpa >= HIGHEST_HPA))
    kept = kept.levels_at(np.argsort(-kept.pressure_hpa, kind="stable"))
    kept = kept.levels_at(_from_first(np.isfinite(kept.dewpoint_c)))
    kept = kept.levels_at(_rising(-kept.pressure_hpa) & _rising(kept.height_m))
    if len(kept) < FEWEST_LEVELS or kept.pressure_hpa[0] - kept.pressure_hpa[-1] < SHALLOWEST_HPA:
        raise InvalidRecord(
            f"a sounding needs at least {FEWEST_LEVELS} levels with pressure, height and temperature over at least "
            f"{SHALLOWEST_HPA:g} hPa above its first dew point; this one has {len(kept)} such levels of {len(profile)}"
        )
    _check_ranges(kept)
    return replace(kept, dewpoint_c=_filled_dewpoint(kept))


def _check_ranges(profile: Profile) -> None:
    for name, values, low, high in (
        ("pressure", profile.pressure_hpa, HIGHEST_HPA, 1100.0),
        ("temperature", profile.temperature_c, -120.0, 60.0),
        ("height", profile.height_m, -1000.0, 40_000.0),
    ):
        wrong = values[(values < low) | (values > high)]
        if len(wrong):
            raise InvalidRecord(f"{name} must lie in [{low:g}, {high:g}], got {wrong[0]:g}; is the unit right?")


def _from_first(good: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.logical_or.accumulate(good)


def _rising(values: FloatArray) -> NDArray[np.bool_]:
    """Mark values that exceed every value before them."""
    before = np.concatenate([[-np.inf], np.maximum.accumulate(values)[:-1]])
    return values > before


def _filled_dewpoint(profile: Profile) -> FloatArray:
    """Limit dew points to the temperature, and fill missing ones below the highest."""
    known = np.isfinite(profile.dewpoint_c)
    height = -np.log(profile.pressure_hpa)
    filled = np.interp(height, height[known], profile.dewpoint_c[known], right=np.nan)
    return np.minimum(filled, profile.temperature_c)


def uv_m_s(direction_deg: FloatArray, speed_kt: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Convert direction of origin (degrees) and speed (knots) to eastward and northward wind, m/s."""
    angle = np.radians(direction_deg)
    return -speed_kt * KNOT * np.sin(angle), -speed_kt * KNOT * np.cos(angle)


def direction_and_speed(east_m_s: FloatArray, north_m_s: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Convert wind components, m/s, to direction of origin (degrees, 0 in a calm) and speed (knots)."""
    # Subtracted from 0, since -0.0 towards the south would be a half turn.
    direction: FloatArray = np.degrees(np.arctan2(0.0 - east_m_s, 0.0 - north_m_s)) % 360.0
    return direction, np.hypot(east_m_s, north_m_s) / KNOT
