"""Hourly weather from daily weather, for simulators: temperature between its extremes, sunshine by the sun's height.

Temperature: half a cosine from each day's lowest at sunrise up to its highest at 15:00 solar time, and half a cosine
down again; each day separately. Sunshine: each day's sum is distributed as the radiation above the atmosphere, with
the factor of Collares-Pereira and Rabl (1979, Solar Energy 22, 155-164).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.epw_writing import HOURS, Site
from mesocosm.earth.weather.standard_pressure import standard_pressure_hpa
from mesocosm.earth.weather.sunshine import hourly_sun_path, spencer_declination
from mesocosm.errors import UserError

Floats = NDArray[np.float64]
DAYS = 365
WARMEST_HOUR = 15.0
COLDEST_HOURS = (3.0, 9.0)
"""Limits of sunrise in solar time; a sunrise beyond them, or none, counts as the nearer limit."""
NEEDED = ("tmin_c", "tmax_c", "dew_point_c", "shortwave_w_m2")
OPTIONAL = {"wind_m_s": 2.0, "cloud_cover": 0.5, "rain_mm": 0.0}


def hours_of_days(site: Site, days: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return 8,760 hours in local standard time from 365 days, in the form that `epw_of_local_hours` takes.

    Args:
        site: The place; its height gives the pressure of the standard atmosphere.
        days: `tmin_c`, `tmax_c`, `dew_point_c` and `shortwave_w_m2` (mean of the 24 hours); `wind_m_s`, `cloud_cover`
            (0..1) and `rain_mm` where they are known.
    """
    _check(days)
    given = {name: days.get(name, np.full(DAYS, value)) for name, value in OPTIONAL.items()}
    pressure = standard_pressure_hpa(site.elevation_m)
    warmth = hourly_temperature(site, days["tmin_c"], days["tmax_c"])
    return {
        "temperature_2m": warmth,
        "dew_point_2m": np.minimum(np.repeat(days["dew_point_c"], 24), warmth),
        "surface_pressure": np.full(HOURS, pressure),
        "wind_east_10m": np.repeat(given["wind_m_s"], 24),
        "wind_north_10m": np.zeros(HOURS),
        "cloud_cover": np.repeat(given["cloud_cover"], 24),
        "shortwave": hourly_sunshine(site, days["shortwave_w_m2"]),
        "precipitation": np.repeat(given["rain_mm"] / 24, 24),
    }


def hourly_temperature(site: Site, tmin_c: Floats, tmax_c: Floats) -> Floats:
    """Compute hourly temperature, °C: lowest at sunrise, highest at 15:00 solar time, with the mean midway."""
    ahead = site.longitude / 15 - site.time_zone
    coldest = np.clip(12 - 12 / np.pi * _sunset(site), *COLDEST_HOURS)[:, None]
    since = (np.arange(24) + 0.5 + ahead - coldest) % 24
    up = WARMEST_HOUR - coldest
    wave = np.where(since < up, -np.cos(np.pi * since / up), np.cos(np.pi * (since - up) / (24 - up)))
    low, high = wave.min(axis=1, keepdims=True), wave.max(axis=1, keepdims=True)
    return np.asarray(tmin_c[:, None] + (tmax_c - tmin_c)[:, None] * (wave - low) / (high - low)).ravel()


def _sunset(site: Site) -> Floats:
    """Return the hour angle of sunset, radians, of each day: 0 in polar night, pi in polar day."""
    fall = spencer_declination(2 * np.pi * np.arange(DAYS) / 365)
    return np.asarray(np.arccos(np.clip(-np.tan(np.radians(site.latitude)) * np.tan(fall), -1.0, 1.0)))


def hourly_sunshine(site: Site, mean_w_m2: Floats) -> Floats:
    """Compute hourly sunshine, W/m², that keeps the sum of each day."""
    path = hourly_sun_path(site.latitude, site.longitude, site.time_zone, HOURS)
    shape = np.maximum(path.up, 0.0).mean(axis=1).reshape(DAYS, 24)
    sunset = _sunset(site)
    a, b = 0.409 + 0.5016 * np.sin(sunset - np.pi / 3), 0.6609 - 0.4767 * np.sin(sunset - np.pi / 3)
    turn = np.pi / 12 * (np.arange(24) + 0.5 - 12.0)
    weight = shape * np.maximum(a[:, None] + b[:, None] * np.cos(turn), 0.0)
    total = weight.sum(axis=1, keepdims=True)
    share = np.divide(weight, total, out=np.zeros_like(weight), where=total > 0)
    return np.asarray(share * 24 * mean_w_m2[:, None]).ravel()


def _check(days: Mapping[str, Floats]) -> None:
    unknown = sorted(days.keys() - {*NEEDED, *OPTIONAL})
    missing = [name for name in NEEDED if name not in days]
    if unknown or missing:
        problem = f"lacks {', '.join(missing)}" if missing else f"does not know {', '.join(unknown)}"
        raise UserError(f"a year of days {problem}; it takes {', '.join((*NEEDED, *OPTIONAL))}")
    for name, values in days.items():
        if len(values) != DAYS or not np.isfinite(values).all():
            raise UserError(f"{name} must be {DAYS} finite numbers, got {len(values)}")
    if (days["tmin_c"] > days["tmax_c"]).any():
        at = int(np.argmax(days["tmin_c"] > days["tmax_c"]))
        raise UserError(f"tmin_c must not be above tmax_c, got {days['tmin_c'][at]:g} on day {at + 1}")
