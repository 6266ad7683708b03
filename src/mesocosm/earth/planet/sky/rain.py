"""The place and time of rain, with means equal to the normals of the ground.

It rains where a normally distributed index exceeds a bound: the share of wet hours is the normal over the mean rate,
and the excess over the bound is scaled so that its expectation is the normal. Widespread rain follows the ascent in
waves and fronts; showers follow the sun, the warmth of the ground and cells of some tens of kilometres.
"""

from __future__ import annotations

import functools

import numpy as np

from mesocosm.earth.planet.sky.clock import Floats

WIDE_POWER, SHOWER_POWER = 1.35, 1.5
"""Powers of the excess over the bound, for widespread rain and for showers."""
MOST_WET = 0.5
"""Greatest share of wet hours."""
SHOWER_INTENSITY = 2.6
"""Rate in showers over that in widespread rain."""
EVENT_MM = {"cyclone": 110.0, "storm": 14.0, "deluge": 30.0}
"""Mean rain of an event of a kind over a region."""


def rain_rate(index: Floats, mean_mm_h: Floats, intensity_mm_h: Floats, power: float) -> Floats:
    """Return mm/h where a standard normal index exceeds the bound that follows from the mean and the intensity."""
    from scipy.special import ndtri

    share = np.clip(mean_mm_h / intensity_mm_h, 1e-5, MOST_WET)
    bound = -ndtri(share)
    scale = mean_mm_h / np.interp(bound, *_expectations(power))
    return np.asarray(scale * np.maximum(index - bound, 0.0) ** power)


@functools.cache
def _expectations(power: float) -> tuple[Floats, Floats]:
    """Return bounds, and the expectation of a power of the excess of the index over each."""
    bounds = np.linspace(-0.5, 5.0, 221)
    above = np.linspace(0.0, 8.0, 4001)
    density = np.exp(-((bounds[:, None] + above[None, :]) ** 2) / 2) / np.sqrt(2 * np.pi)
    return bounds, np.asarray((above**power * density).sum(axis=1) * (above[1] - above[0]))


def event_share(rates: dict[str, float], yearly_mm: Floats) -> Floats:
    """Return the share of the yearly normal that events bring, which waves and showers leave out."""
    expected = sum(rates.get(kind, 0.0) * mm for kind, mm in EVENT_MM.items())
    return np.asarray(np.minimum(expected / np.maximum(yearly_mm, 1.0), 0.25))


def shower_share(temperature_c: Floats) -> Floats:
    """Return the share of the rain that falls in showers: little in the cold, most in the heat."""
    return np.clip((temperature_c - 3.0) / 28.0, 0.05, 0.8)


def shower_hours(solar_hour: Floats, land: Floats) -> Floats:
    """Return the factor on showers by hour, of mean 1: most in the afternoon on land, towards morning at sea."""
    onshore = 1 + 0.85 * np.cos(2 * np.pi * (solar_hour - 16.5) / 24)
    offshore = 1 + 0.25 * np.cos(2 * np.pi * (solar_hour - 5.0) / 24)
    return np.asarray(onshore[:, None] * land + offshore[:, None] * (1 - land))


def snow_share(temperature_c: Floats) -> Floats:
    """Return 1 below 0 °C, 0 above 2.5 °C, linear between (after the U.S. Army Corps of Engineers 1956)."""
    return np.clip((2.5 - temperature_c) / 2.5, 0.0, 1.0)
