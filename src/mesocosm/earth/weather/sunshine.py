"""Position of the sun, and its direct and diffuse light on horizontal and tilted surfaces.

The sun's position by Spencer (1971, Search 2, 172), as in Duffie and Beckman, "Solar Engineering of Thermal Processes",
chapter 1; direct and diffuse from total radiation by Erbs, Klein and Duffie (1982, Solar Energy 28, 293-302); diffuse
light on a tilted surface by Perez et al. (1990, Solar Energy 44, 271-289), all sites.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
SOLAR_CONSTANT = 1367.0
"""Solar constant in W/m²."""
SOLAR_MJ_M2_MIN = 0.0820
"""Solar constant in MJ per m² and minute, as in FAO-56."""
STEFAN_BOLTZMANN = 5.6697e-8
"""W/(m² K⁴), as in EnergyPlus."""
STEFAN_BOLTZMANN_MJ = 4.903e-9
"""MJ/(m² K⁴) per day, as in FAO-56."""
LOWEST_SINE = 0.05
"""Least sine of the sun's height at which direct horizontal light is converted to that on a surface facing the sun."""
SUB_STEPS = 6
"""Moments in an hour at which the sun's position is computed."""

CLEARNESS_BINS = (1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2)
PEREZ = np.array(
    [
        [-0.008, 0.588, -0.062, -0.060, 0.072, -0.022],
        [0.130, 0.683, -0.151, -0.019, 0.066, -0.029],
        [0.330, 0.487, -0.221, 0.055, -0.064, -0.026],
        [0.568, 0.187, -0.295, 0.109, -0.152, -0.014],
        [0.873, -0.392, -0.362, 0.226, -0.462, 0.001],
        [1.132, -1.237, -0.412, 0.288, -0.823, 0.056],
        [1.060, -1.600, -0.359, 0.264, -1.127, 0.131],
        [0.678, -0.327, -0.250, 0.156, -1.377, 0.251],
    ]
)
"""Perez et al. (1990), table 6: F11, F12, F13, F21, F22, F23 by bin of clearness."""


@dataclass(frozen=True)
class SunPath:
    """The sun at several moments: unit vector towards it."""

    east: Floats
    north: Floats
    up: Floats

    def cosine(self, tilt_deg: float, azimuth_deg: float) -> Floats:
        """Return the cosine of the angle between the sun and a surface's normal; azimuth clockwise from north."""
        tilt, azimuth = np.radians(tilt_deg), np.radians(azimuth_deg)
        level = self.east * np.sin(azimuth) + self.north * np.cos(azimuth)
        return np.asarray(np.sin(tilt) * level + np.cos(tilt) * self.up)


@dataclass(frozen=True)
class SkyLight:
    """Hours of sunshine at a place, W/m²."""

    path: SunPath
    """The sun at `SUB_STEPS` moments of each hour: rows are hours."""
    direct_normal: Floats
    diffuse: Floats
    extraterrestrial_normal: Floats


def sun_path(latitude: float, longitude: float, time_zone: float, day: Floats, hour: Floats) -> SunPath:
    """Compute the sun's position.

    Args:
        latitude: Degrees north.
        longitude: Degrees east.
        time_zone: Hours of the clock ahead of UTC.
        day: Of the year, 1 for the first of January.
        hour: Clock hours since midnight, with their fraction, in standard time.
    """
    angle = 2 * np.pi * (day - 1 + (hour - 12) / 24) / 365
    fall = spencer_declination(angle)
    minutes = 229.18 * (
        0.000075
        + 0.001868 * np.cos(angle)
        - 0.032077 * np.sin(angle)
        - 0.014615 * np.cos(2 * angle)
        - 0.04089 * np.sin(2 * angle)
    )
    solar_hour = hour + minutes / 60 + longitude / 15 - time_zone
    turn, phi = np.pi / 12 * (solar_hour - 12), np.radians(latitude)
    return SunPath(
        east=np.asarray(-np.cos(fall) * np.sin(turn)),
        north=np.asarray(np.cos(phi) * np.sin(fall) - np.sin(phi) * np.cos(fall) * np.cos(turn)),
        up=np.asarray(np.sin(phi) * np.sin(fall) + np.cos(phi) * np.cos(fall) * np.cos(turn)),
    )


def spencer_declination(angle: Floats) -> Floats:
    """Compute the sun's declination, radians, from the angle of the year, radians from the first of January."""
    return np.asarray(
        0.006918
        - 0.399912 * np.cos(angle)
        + 0.070257 * np.sin(angle)
        - 0.006758 * np.cos(2 * angle)
        + 0.000907 * np.sin(2 * angle)
        - 0.002697 * np.cos(3 * angle)
        + 0.00148 * np.sin(3 * angle)
    )


def fao_declination(day: ArrayLike) -> Floats:
    """Compute the sun's declination, radians, by day of the year (from 1): FAO-56 (Allen et al. 1998), eq. 24."""
    return np.asarray(0.409 * np.sin(2 * np.pi * np.asarray(day, np.float64) / 365 - 1.39))


def hourly_sun_path(latitude: float, longitude: float, time_zone: float, hours: int) -> SunPath:
    """Compute the sun at even moments in each hour of a year; rows are hours, the first from 0:00 to 1:00."""
    start = np.arange(hours, dtype=np.float64)
    parts = (np.arange(SUB_STEPS) + 0.5) / SUB_STEPS
    return sun_path(latitude, longitude, time_zone, (start // 24 + 1)[:, None], (start % 24)[:, None] + parts)


def extraterrestrial_normal(day: Floats) -> Floats:
    """Compute the sun's radiation above the atmosphere, on a surface that faces it, W/m²."""
    return np.asarray(SOLAR_CONSTANT * (1 + 0.033 * np.cos(2 * np.pi * day / 365)))


def split_sunshine(shortwave: Floats, sun_height: Floats, day: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return extraterrestrial horizontal and normal, direct normal and diffuse horizontal radiation, W/m².

    Args:
        shortwave: Total horizontal radiation, W/m².
        sun_height: Sine of the sun's height.
        day: Of the year.
    """
    normal = extraterrestrial_normal(day)
    up = np.maximum(sun_height, 0.0)
    clearness = np.clip(shortwave / np.maximum(normal * up, 1.0), 0.0, 1.0)
    middle = 0.9511 - 0.1604 * clearness + 4.388 * clearness**2 - 16.638 * clearness**3 + 12.336 * clearness**4
    share = np.where(clearness <= 0.22, 1 - 0.09 * clearness, np.where(clearness <= 0.8, middle, 0.165))
    share = np.where(up < LOWEST_SINE, 1.0, share)
    diffuse = share * shortwave
    level = np.maximum(up, LOWEST_SINE)
    direct = (shortwave - diffuse) / level
    beyond = direct > normal  # more than the sun sends; the rest counts as diffuse
    diffuse = np.where(beyond, shortwave - normal * level, diffuse)
    return normal * up, np.where(up > 0, normal, 0.0), np.where(beyond, normal, direct), diffuse


def sky_radiation(temperature_c: Floats, dew_point_c: Floats, cloud: Floats) -> Floats:
    """Compute the sky's long-wave radiation on the horizontal, W/m², by Clark and Allen (1978); cloud in 0..1."""
    tenths = 10.0 * cloud
    clear = 0.787 + 0.764 * np.log((dew_point_c + 273.15) / 273.0)
    emissivity = clear * (1 + 0.0224 * tenths - 0.0035 * tenths**2 + 0.00028 * tenths**3)
    return np.asarray(emissivity * STEFAN_BOLTZMANN * (temperature_c + 273.15) ** 4)


def beam_cosine(path: SunPath, tilt_deg: float, azimuth_deg: float) -> Floats:
    """Compute the mean cosine of incidence over the sunlit moments of each hour, zero if the sun is behind."""
    sunlit = path.up > 0
    seen = np.where(sunlit, np.maximum(path.cosine(tilt_deg, azimuth_deg), 0.0), 0.0)
    return np.asarray(seen.sum(axis=1) / np.maximum(sunlit.sum(axis=1), 1))


def tilted_light(light: SkyLight, tilt_deg: float, azimuth_deg: float, albedo: float) -> tuple[Floats, Floats, Floats]:
    """Compute direct, sky-diffuse and ground-reflected light on a surface, W/m² of it, in each hour."""
    direct = light.direct_normal * beam_cosine(light.path, tilt_deg, azimuth_deg)
    level = light.direct_normal * beam_cosine(light.path, 0.0, 0.0)
    up = 0.5 * (1 + np.cos(np.radians(tilt_deg)))
    return direct, perez_diffuse(light, tilt_deg, azimuth_deg), (level + light.diffuse) * albedo * (1 - up)


def perez_diffuse(light: SkyLight, tilt_deg: float, azimuth_deg: float) -> Floats:
    """Compute the sky's diffuse light on a tilted surface, W/m²: brighter about the sun and at the horizon."""
    sine = beam_cosine(light.path, 0.0, 0.0)
    zenith = np.arccos(np.clip(sine, 0.0, 1.0))
    around, band = perez_brightness(light, zenith)
    ring = beam_cosine(light.path, tilt_deg, azimuth_deg) / np.maximum(sine, np.cos(np.radians(85)))
    tilt = np.radians(tilt_deg)
    seen = (1 - around) * 0.5 * (1 + np.cos(tilt)) + around * ring + band * np.sin(tilt)
    return np.asarray(np.maximum(light.diffuse * seen, 0.0))


def perez_brightness(light: SkyLight, zenith: Floats) -> tuple[Floats, Floats]:
    """Return F1 (about the sun) and F2 (at the horizon) by the sky's clearness and brightness; zenith in radians."""
    diffuse = np.maximum(light.diffuse, 1e-9)
    cube = 1.041 * zenith**3
    clearness = ((diffuse + light.direct_normal) / diffuse + cube) / (1 + cube)
    degrees = np.degrees(zenith)
    air_mass = 1 / (np.cos(zenith) + 0.50572 * np.maximum(96.07995 - degrees, 1e-3) ** -1.6364)
    brightness = diffuse * air_mass / light.extraterrestrial_normal
    factor = PEREZ[np.digitize(clearness, CLEARNESS_BINS)]
    around = factor[:, 0] + factor[:, 1] * brightness + factor[:, 2] * zenith
    band = factor[:, 3] + factor[:, 4] * brightness + factor[:, 5] * zenith
    return np.maximum(around, 0.0), band
