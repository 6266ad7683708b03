"""Temperature, dew point, cloud, sunshine and wind near the ground."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.sky.clock import Clock, Floats
from mesocosm.earth.planet.sky.nodes import Nodes

HOT_C, ROOM_K = 40.0, 12.0


def sharpen_fronts(warmth: Floats) -> Floats:
    """Sharpen a standard normal warmth into fronts: fast changes between air masses, small ones within; variance 1."""
    return np.asarray((0.42 * warmth + 0.68 * np.tanh(3.2 * warmth)) / 0.983)


def diurnal(clock: Clock, latitude: float) -> Floats:
    """Return the daily cycle, from -1 at sunrise to 1 in the afternoon, half-waves of cosines between; mean 0."""
    sunrise = 12 - clock.day_length(latitude) / 2
    warmest = 14.6 + 0.1 * (clock.day_length(latitude) - 12)
    since = (clock.solar_hour - sunrise) % 24
    rising = warmest - sunrise
    up = -np.cos(np.pi * since / rising)
    down = np.cos(np.pi * (since - rising) / (24 - rising))
    return np.asarray(np.where(since < rising, up, down))


def inland(land: Floats) -> Floats:
    """Return how much the air follows the ground: fully over land, a quarter as much over the sea."""
    return np.asarray(0.25 + 0.75 * land)


def swing_k(range_k: Floats, land: Floats, cover: Floats) -> Floats:
    """Return the excess of the warmest hour over the daily mean, by the clear range; clouds and the sea reduce it."""
    return np.asarray(range_k / 2 * inland(land) * (1 - 0.62 * cover))


def limit_heat(temperature_c: Floats) -> Floats:
    """Limit temperatures above 40 °C, where hot air mixes ever deeper and warms more slowly: never beyond 52 °C.

    The hottest air measured on the Earth since 1931 was 54 °C, in deserts below sea level; in steppes it was 50.
    """
    over = np.maximum(temperature_c - HOT_C, 0.0)
    return np.asarray(np.where(over > 0.0, HOT_C + ROOM_K * np.tanh(over / ROOM_K), temperature_c))


def cloud_cover(index: Floats, mean: Floats) -> Floats:
    """Return cloud cover from a standard normal index: often clear, often overcast, of a given mean."""
    return np.clip(0.5 + 1.9 * (mean - 0.5) + 0.58 * index, 0.0, 1.0)


def shortwave(clock: Clock, latitude: float, cover: Floats) -> Floats:
    """Return W/m² on flat ground, with the clear sky of Haurwitz (1945).

    Clouds are those of Kasten and Czeplak (1980, Solar Energy 24, 177).
    """
    height = clock.sun_height(latitude)
    up = np.maximum(height, 1e-3)
    clear = np.where(height > 0, 1098 * up * np.exp(-0.057 / up), 0.0)
    return np.asarray(clear[:, None] * (1 - 0.75 * cover**3.4))


def dryness_k(temperature_c: Floats, rain_mm: Floats) -> Floats:
    """Return the mean difference of temperature and dew point in a month, by its normals: large in dry heat."""
    return np.asarray((5.5 + 9.0 * np.exp(-rain_mm / 40.0)) * np.clip((temperature_c + 22) / 38, 0.35, 1.15))


def near_ground(
    clock: Clock, nodes: Nodes, latitude: float, free: tuple[Floats, Floats], cover: Floats
) -> tuple[Floats, Floats]:
    """Return the wind at 10 m from that above the boundary layer: slowed and turned by friction, more so at night.

    Ratios and angles are those of Ekman layers over land and sea (Holton and Hakim 2013, section 8.3); a sea breeze
    blows in the afternoons of sunny days.
    """
    sun = np.maximum(clock.sun_height(latitude), 0.0)[:, None] * (1 - 0.6 * cover)
    # Rough land slows strong winds more than weak ones.
    rough = np.maximum(1.3 / (1 + 0.03 * np.hypot(*free)), 0.75)
    ratio = nodes.land * (0.42 + 0.27 * sun) * rough + (1 - nodes.land) * 0.68
    angle = np.radians(nodes.land * (34 - 12 * sun) + (1 - nodes.land) * 15)
    east, north = free
    wind_east = ratio * (east * np.cos(angle) - north * np.sin(angle))
    wind_north = ratio * (east * np.sin(angle) + north * np.cos(angle))
    breeze = 3.2 * _breeze(clock, latitude)[:, None] * (1 - 0.7 * cover)
    return np.asarray(wind_east + breeze * nodes.onshore_x), np.asarray(wind_north + breeze * nodes.onshore_y)


def _breeze(clock: Clock, latitude: float) -> Floats:
    """Return the breeze: onshore by day, weakly offshore by night, stronger with a higher noon sun."""
    noon = np.clip(np.cos(np.radians(latitude) - clock.declination), 0.0, 1.0)
    wave = np.cos(2 * np.pi * (clock.solar_hour - 15.5) / 24)
    return np.asarray(noon**2 * np.where(wave > 0, wave, 0.3 * wave))


def tide_hpa(clock: Clock, latitude: float) -> Floats:
    """Return the semidiurnal tide of the air: 1.16 hPa cos³(latitude), highest at 9:44 (Haurwitz 1956)."""
    return np.asarray(1.16 * np.cos(np.radians(latitude)) ** 3 * np.cos(2 * np.pi * (clock.solar_hour - 9.73) / 12))
