"""The air on pressure levels, with heights in exact hydrostatic balance with the virtual temperatures."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.sky import surface
from mesocosm.earth.planet.sky.air import Air, between
from mesocosm.earth.planet.sky.clock import Floats
from mesocosm.earth.planet.sky.column import (
    ASCENT,
    PRESSURE_HPA,
    WAVE_WARMTH,
    geopotential_1000,
    thickness,
)
from mesocosm.earth.planet.sky.nodes import LAPSE_K_M, by_month
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.earth.weather.moisture import saturation_hpa
from mesocosm.earth.weather.standard_pressure import standard_pressure_hpa

LAPSE_POWER = 0.19
"""Power of pressure that temperature follows, for a decrease of 6.5 K per km."""
HUMIDITY: Floats = np.array([0.74, 0.74, 0.70, 0.55, 0.45, 0.38, 0.20])
"""Mean relative humidity on each level."""
CLOUD_LIFT = 0.12
"""Ascent at 600 hPa, Pa/s, for an event's rain of one mm/h."""
DAY_DEPTH_HPA, NIGHT_DEPTH_HPA = 130.0, 45.0
"""Height above the ground, hPa, over which the daily warming and the nightly cooling fall to a third: by day air is
mixed.
"""


def on_levels(air: Air) -> dict[str, Floats]:
    """Return every variable of `tables.ALOFT`, (hours, levels, nodes)."""
    daily = _daily_k(air)
    virtual = _virtual_k(air, daily)
    height = _height_m(air, daily)
    winds = [air.wind(level) for level in range(len(PRESSURE_HPA))]
    humid = _drier_when_warmer(_humidity(air), virtual, daily)
    kelvin = virtual / (1 + 0.608 * specific_humidity(humid, virtual))
    q = specific_humidity(humid, kelvin)
    kelvin = virtual / (1 + 0.608 * q)
    return {
        "geopotential_height": height,
        "temperature": kelvin - 273.15,
        "wind_east": np.stack([wind[0] for wind in winds], axis=1),
        "wind_north": np.stack([wind[1] for wind in winds], axis=1),
        "relative_humidity": humid,
        "specific_humidity": q,
        "omega": _omega(air),
    }


def specific_humidity(humidity: Floats, kelvin: Floats) -> Floats:
    """Return kg/kg, levels along axis 1."""
    vapour = humidity * saturation_hpa(kelvin - 273.15)
    return np.asarray(0.622 * vapour / (PRESSURE_HPA[None, :, None] - 0.378 * vapour))


def _column_k(air: Air) -> Floats:
    """Return the mean virtual temperature over the region without the daily cycle, (levels, hours)."""
    sea_level = (air.nodes.temperature_c + LAPSE_K_M * air.nodes.elevation_m).mean(axis=1)
    ground = by_month(sea_level, air.clock.day_of_year) + 273.15
    least = air.drivers.weather.tropopause_c + 273.15
    kelvin = np.maximum(ground[None, :] * (PRESSURE_HPA[:, None] / 1000) ** LAPSE_POWER, least)
    vapour = specific_humidity(HUMIDITY[None, :, None], kelvin.T[:, :, None])[:, :, 0].T
    return np.asarray(kelvin * (1 + 0.608 * vapour))


def _daily_k(air: Air) -> Floats:
    """Return the daily cycle of temperatures, (levels, hours).

    It is the same in the whole region, by its mean cloud, so that heights stay hydrostatic and winds in balance.
    """
    nodes, weather = air.nodes, air.drivers.weather
    range_k = between(weather.diurnal_k, air.clock.winter)
    cover = surface.cloud_cover(0.9 * air.moisture, between(weather.cloud, air.clock.winter)[:, None]).mean(axis=1)
    swing = surface.swing_k(range_k, nodes.land.mean(), cover)
    near_ground = swing * surface.diurnal(air.clock, air.drivers.latitude)
    ground_hpa = standard_pressure_hpa(float(np.average(nodes.elevation_m, weights=nodes.land + 1e-9)))
    above_hpa = np.maximum(ground_hpa - PRESSURE_HPA, 0.0)[:, None]
    mixed, still = np.exp(-((above_hpa / DAY_DEPTH_HPA) ** 2)), np.exp(-above_hpa / NIGHT_DEPTH_HPA)
    return np.asarray(near_ground * np.where(near_ground > 0, mixed, still))


def _virtual_k(air: Air, daily: Floats) -> Floats:
    """Return virtual temperatures, (hours, levels, nodes)."""
    season = air.drivers.warmth_season(air.clock)[:, None]
    fall = between(air.drivers.weather.gradient_k, air.clock.winter)[:, None] * 1e-6
    lower = season * air.wave_warmth - fall * air.nodes.y
    field = (_column_k(air) + daily).T[:, :, None] + WAVE_WARMTH[None, :, None] * lower[:, None, :]
    for vortex in air.vortices:
        for level in range(len(PRESSURE_HPA)):
            field[vortex.hours, level] += vortex.warmth_on(level)
    return np.asarray(field)


def _height_m(air: Air, daily: Floats) -> Floats:
    mean = between(air.drivers.weather.mean_pressure_hpa, air.clock.winter)
    base = geopotential_1000(mean)[None, :] + thickness(_column_k(air) + daily)
    levels = [base[level][:, None] + air.geopotential(level) for level in range(len(PRESSURE_HPA))]
    return np.asarray(np.stack(levels, axis=1) / GRAVITY)


def _humidity(air: Air) -> Floats:
    index = (0.13 * air.moisture + 0.05 * air.bands.real - 0.10 * air.dryness)[:, None, :]
    wet = np.minimum(air.precipitation, 1.0)[:, None, :] * np.array([0.15, 0.18, 0.25, 0.35, 0.35, 0.3, 0.1])[:, None]
    return np.asarray(np.clip(HUMIDITY[None, :, None] + index + wet, 0.03, 1.0))


def _drier_when_warmer(humidity: Floats, virtual_k: Floats, daily: Floats) -> Floats:
    """Return the relative humidity where the daily cycle changes the temperature, but not the vapour."""
    still = saturation_hpa(virtual_k - daily.T[:, :, None] - 273.15)
    return np.clip(humidity * still / saturation_hpa(virtual_k - 273.15), 0.03, 1.0)


def _omega(air: Air) -> Floats:
    """Return Pa/s: the waves, and the rain of events."""
    rising = (air.drivers.lift * air.drivers.pressure_season(air.clock))[:, None] * air.ascent
    for vortex in air.vortices:
        rising[vortex.hours] += CLOUD_LIFT * vortex.rain_mm_h
    return np.asarray(-ASCENT[None, :, None] * rising[:, None, :] + 0.0)
