"""Evapotranspiration of the reference crop from daily weather, by FAO Irrigation and Drainage Paper 56.

Allen, R. G., Pereira, L. S., Raes, D., Smith, M. (1998), with their equation numbers: Penman and Monteith (6) if
radiation is given, else Hargreaves (52) from temperatures alone.
"""

from __future__ import annotations

import math
from datetime import date

from mesocosm.earth.weather.sunshine import SOLAR_MJ_M2_MIN, STEFAN_BOLTZMANN_MJ, fao_declination
from mesocosm.simulators.simulator.daily_weather import DailyWeather

ALBEDO = 0.23
LATENT_HEAT = 0.408
"""Water in mm that 1 MJ/m² evaporates."""
USUAL_WIND_M_S = 2.0
"""Wind at 2 m where none is known: the mean of many stations (page 63)."""
LEAST_MM = 0.1
"""AquaCrop divides by evapotranspiration; its own weather reader has the same lower limit."""


def reference_evapotranspiration(
    weather: DailyWeather, latitude: float, elevation_m: float
) -> tuple[tuple[float, ...], str]:
    """Return evapotranspiration in mm a day, and a description of the method.

    Args:
        weather: Daily weather, with radiation, vapour pressure and wind where known.
        latitude: Degrees north.
        elevation_m: Height above the sea.
    """
    if weather.radiation_mj_m2 is None:
        rows = zip(weather.date, weather.tmin_c, weather.tmax_c, strict=True)
        column = tuple(hargreaves(low, high, extraterrestrial(day, latitude)) for day, low, high in rows)
        return column, "et0_mm is computed by Hargreaves (FAO-56, equation 52) from temperatures"
    column = tuple(_on_day(weather, place, latitude, elevation_m) for place in range(len(weather.date)))
    taken = [f"{name} {how}" for name, how in _ASSUMED if getattr(weather, name) is None]
    words = "et0_mm is computed by Penman and Monteith (FAO-56, equation 6)"
    return column, f"{words}, {'; '.join(taken)}" if taken else words


_ASSUMED = (
    ("vapour_pressure_kpa", "taken as that of saturated air at tmin_c"),
    ("wind_m_s", f"taken as {USUAL_WIND_M_S:g}"),
)


def _on_day(weather: DailyWeather, place: int, latitude: float, elevation_m: float) -> float:
    low, high = weather.tmin_c[place], weather.tmax_c[place]
    given, wind = weather.vapour_pressure_kpa, weather.wind_m_s
    radiation = weather.radiation_mj_m2
    return penman_monteith(
        low,
        high,
        radiation_mj_m2=0.0 if radiation is None else radiation[place],
        vapour_pressure_kpa=saturation_kpa(low) if given is None else given[place],
        wind_m_s=USUAL_WIND_M_S if wind is None else wind[place],
        extraterrestrial_mj_m2=extraterrestrial(weather.date[place], latitude),
        elevation_m=elevation_m,
    )


def penman_monteith(
    tmin_c: float,
    tmax_c: float,
    *,
    radiation_mj_m2: float,
    vapour_pressure_kpa: float,
    wind_m_s: float,
    extraterrestrial_mj_m2: float,
    elevation_m: float,
) -> float:
    """Return mm a day by equation 6 with its parts 7, 8, 11 to 13 and 37 to 40; never below 0."""
    mean = (tmin_c + tmax_c) / 2
    psychrometric: float = 0.665e-3 * 101.3 * ((293 - 0.0065 * elevation_m) / 293) ** 5.26
    slope = 4098 * saturation_kpa(mean) / (mean + 237.3) ** 2
    deficit = max((saturation_kpa(tmin_c) + saturation_kpa(tmax_c)) / 2 - vapour_pressure_kpa, 0.0)
    clear = (0.75 + 2e-5 * elevation_m) * extraterrestrial_mj_m2
    cloudless = min(radiation_mj_m2 / clear, 1.0) if clear > 0 else 0.3
    warm = ((tmin_c + 273.16) ** 4 + (tmax_c + 273.16) ** 4) / 2
    lost = STEFAN_BOLTZMANN_MJ * warm * (0.34 - 0.14 * math.sqrt(vapour_pressure_kpa)) * (1.35 * cloudless - 0.35)
    net = (1 - ALBEDO) * radiation_mj_m2 - lost
    upper = LATENT_HEAT * slope * net + psychrometric * 900 / (mean + 273) * wind_m_s * deficit
    return max(upper / (slope + psychrometric * (1 + 0.34 * wind_m_s)), 0.0)


def hargreaves(tmin_c: float, tmax_c: float, extraterrestrial_mj_m2: float) -> float:
    """Return mm a day by equation 52; never below 0."""
    mean = (tmin_c + tmax_c) / 2
    return max(0.0023 * (mean + 17.8) * math.sqrt(tmax_c - tmin_c) * LATENT_HEAT * extraterrestrial_mj_m2, 0.0)


def extraterrestrial(day: date, latitude: float) -> float:
    """Return the radiation above the atmosphere in MJ/m² a day: equations 21 to 25."""
    number = day.timetuple().tm_yday
    turn, declination = 2 * math.pi * number / 365, float(fao_declination(number))
    phi = math.radians(latitude)
    sunset = math.acos(min(1.0, max(-1.0, -math.tan(phi) * math.tan(declination))))
    part = sunset * math.sin(phi) * math.sin(declination) + math.cos(phi) * math.cos(declination) * math.sin(sunset)
    return max(24 * 60 / math.pi * SOLAR_MJ_M2_MIN * (1 + 0.033 * math.cos(turn)) * part, 0.0)


def saturation_kpa(celsius: float) -> float:
    """Return the saturation vapour pressure: equation 11."""
    return 0.6108 * math.exp(17.27 * celsius / (celsius + 237.3))
