"""Reference evaporation: Penman and Monteith for a short green grass (Allen et al. 1998, FAO paper 56)."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.sky.clock import Clock, Floats
from mesocosm.earth.weather.sunshine import SOLAR_MJ_M2_MIN, STEFAN_BOLTZMANN_MJ


def reference_evaporation(
    least_c: Floats,
    most_c: Floats,
    dew_c: Floats,
    shortwave_w: Floats,
    wind_10m: Floats,
    noon: Clock,
    latitude: float,
    elevation_m: Floats,
) -> Floats:
    """Return mm per day, (days, places): equation 6 with its parts 7, 8, 11 to 14, 37 to 40 and 47; never below 0."""
    mean = (least_c + most_c) / 2
    kilopascal = 101.3 * ((293 - 0.0065 * elevation_m) / 293) ** 5.26
    gamma = 0.000665 * kilopascal
    slope = 4098 * vapour_kpa(mean) / (mean + 237.3) ** 2
    vapour = np.minimum(vapour_kpa(dew_c), vapour_kpa(mean))
    lacking = np.maximum((vapour_kpa(least_c) + vapour_kpa(most_c)) / 2 - vapour, 0.0)
    wind = wind_10m * 0.748
    net = net_radiation(least_c, most_c, vapour, shortwave_w * 0.0864, noon, latitude, elevation_m)
    upper = 0.408 * slope * net + gamma * 900 / (mean + 273) * wind * lacking
    return np.maximum(upper / (slope + gamma * (1 + 0.34 * wind)), 0.0)


def vapour_kpa(celsius: Floats) -> Floats:
    """Return the saturation vapour pressure: equation 11."""
    return np.asarray(0.6108 * np.exp(17.27 * celsius / (celsius + 237.3)))


def net_radiation(
    least_c: Floats, most_c: Floats, vapour: Floats, light: Floats, noon: Clock, latitude: float, elevation_m: Floats
) -> Floats:
    """Return MJ/m²/day: equations 37 to 40, albedo 0.23."""
    clear = np.maximum((0.75 + 2e-5 * elevation_m) * extraterrestrial(noon, latitude)[:, None], 0.5)
    ratio = np.clip(light / clear, 0.3, 1.0)
    warm = ((least_c + 273.16) ** 4 + (most_c + 273.16) ** 4) / 2
    lost = STEFAN_BOLTZMANN_MJ * warm * (0.34 - 0.14 * np.sqrt(vapour)) * (1.35 * ratio - 0.35)
    return np.asarray(0.77 * light - lost)


def extraterrestrial(noon: Clock, latitude: float) -> Floats:
    """Return MJ/m²/day: equation 21."""
    phi, delta = np.radians(latitude), noon.declination
    sunset = np.arccos(np.clip(-np.tan(phi) * np.tan(delta), -1.0, 1.0))
    nearness = 1 + 0.033 * np.cos(2 * np.pi / 365 * (noon.day_of_year + 0.5))
    part = sunset * np.sin(phi) * np.sin(delta) + np.cos(phi) * np.cos(delta) * np.sin(sunset)
    return np.asarray(24 * 60 / np.pi * SOLAR_MJ_M2_MIN * nearness * part)
