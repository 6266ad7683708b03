"""A column of air over a place: what was measured or forecast, and the levels fit for calculation."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord

FloatArray = NDArray[np.float64]

HIGHEST_HPA = 50.0
"""Levels above are left out of every calculation and drawing: no index needs them."""

FEWEST_LEVELS = 5
"""Below this, layers and parcels cannot be told from interpolation."""

SHALLOWEST_HPA = 100.0
"""Depth of the layer that is mixed for a parcel."""

KNOT = 1852.0 / 3600.0
"""Metres per second."""


@dataclass(frozen=True, eq=False)
class Profile:
    """Levels from the ground upwards; what is missing is NaN. Heights are above mean sea level."""

    valid: datetime | None
    """UTC; none where a file does not say."""
    pressure_hpa: FloatArray
    height_m: FloatArray
    temperature_c: FloatArray
    dewpoint_c: FloatArray
    wind_direction_deg: FloatArray
    """Where the wind comes from, clockwise from north."""
    wind_speed_kt: FloatArray
    omega_pa_s: FloatArray | None = None

    def __len__(self) -> int:
        return len(self.pressure_hpa)

    def levels_at(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Profile:
        """The same column with some of its levels, in the order given."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "valid"}
        return replace(self, **{name: array[which] for name, array in arrays.items() if array is not None})


@dataclass(frozen=True, eq=False)
class Sounding:
    """A profile and where it belongs."""

    station: Station
    profile: Profile
    forecast_hour: int | None = None
    """Hours since the model run; none for a balloon."""
    source: str = ""
    """The model or the kind of observation, for the title."""

    @property
    def southern(self) -> bool:
        """Whether it was taken south of the equator; a station that says no latitude counts as northern."""
        return self.station.latitude < 0

    @property
    def run(self) -> datetime | None:
        """When the model run started; none for a balloon."""
        if self.forecast_hour is None or self.profile.valid is None:
            return None
        return self.profile.valid - timedelta(hours=self.forecast_hour)


def tidy(profile: Profile) -> Profile:
    """The levels a calculation can use, ground first, pressure strictly falling and height strictly rising.

    Levels without pressure, height or temperature are left out, and so is everything below the first level that has a
    dew point too: mandatory levels under the ground come that way. Of two levels at one pressure the first counts. A
    dew point missing between two others is interpolated in the logarithm of pressure; above the last one it stays
    missing, which the calculations read as dry air.
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
    """Which values exceed every value before them."""
    before = np.concatenate([[-np.inf], np.maximum.accumulate(values)[:-1]])
    return values > before


def _filled_dewpoint(profile: Profile) -> FloatArray:
    """No dew point above the temperature, and none missing below the highest one."""
    known = np.isfinite(profile.dewpoint_c)
    height = -np.log(profile.pressure_hpa)
    filled = np.interp(height, height[known], profile.dewpoint_c[known], right=np.nan)
    return np.minimum(filled, profile.temperature_c)


def uv_m_s(direction_deg: FloatArray, speed_kt: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Eastward and northward wind, m/s, from where the wind comes from (degrees) and its speed (knots)."""
    angle = np.radians(direction_deg)
    return -speed_kt * KNOT * np.sin(angle), -speed_kt * KNOT * np.cos(angle)


def direction_and_speed(east_m_s: FloatArray, north_m_s: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Where the wind comes from (degrees, 0 in a calm) and its speed (knots), from its components, m/s."""
    # Taken from 0, as -0.0 towards the south is a half turn.
    direction: FloatArray = np.degrees(np.arctan2(0.0 - east_m_s, 0.0 - north_m_s)) % 360.0
    return direction, np.hypot(east_m_s, north_m_s) / KNOT
