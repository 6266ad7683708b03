"""The vertical structure of a wave: hydrostatic, geostrophic and continuous on every pressure level.

Temperatures are virtual and linear in the logarithm of pressure between levels, so that thickness is the trapezium of
Holton and Hakim (2013, An Introduction to Dynamic Meteorology, equation 1.29), exactly. Winds are the geostrophic ones
(their equation 2.23) and those of a velocity potential whose divergence balances the vertical motion in the equation of
continuity (their 3.5).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.sky.waves import Complexes, Floats, Values, Waves

GAS = 287.05
"""Gas constant of dry air, J/kg/K."""
REFERENCE_K = 285.0
"""Virtual temperature that relates sea-level pressure to the height of 1000 hPa."""
LEVELS = (1000, 925, 850, 700, 500, 300, 200)
PRESSURE_HPA: Floats = np.array(LEVELS, float)
WAVE_WARMTH: Floats = np.array([1.0, 1.0, 1.0, 0.9, 0.75, 0.25, -0.6])
"""Warmth of a baroclinic wave with height: deep in the troposphere, reversed above the tropopause."""
WARM_LEAD = 1.15
"""Radians by which warmth is ahead of high pressure: east of lows, where the wind comes from the south."""
ASCENT: Floats = 4 * (PRESSURE_HPA - 200) * (1000 - PRESSURE_HPA) / 800**2
"""Vertical motion with height, 1 at 600 hPa, 0 at 1000 and 200 hPa."""
ASCENT_SLOPE: Floats = 4 * (1200 - 2 * PRESSURE_HPA) / 800**2 / 100
"""Derivative of the vertical motion by pressure, per Pa."""


def coriolis(latitude: float) -> float:
    """Return 2 Omega sin(latitude), per second."""
    return float(2 * 7.2921e-5 * np.sin(np.radians(latitude)))


def thickness(warmth: Values) -> Values:
    """Return the geopotential above that of 1000 hPa from virtual temperatures, levels along the first axis, J/kg."""
    steps = -np.diff(np.log(PRESSURE_HPA)).reshape(-1, *[1] * (warmth.ndim - 1))
    layers = GAS * steps * (warmth[1:] + warmth[:-1]) / 2
    return np.concatenate([np.zeros_like(warmth[:1]), np.cumsum(layers, axis=0)])


def sea_level_pressure(geopotential: Floats) -> Floats:
    """Return hPa from the geopotential of 1000 hPa, J/kg."""
    return np.asarray(1000.0 * np.exp(geopotential / (GAS * REFERENCE_K)))


def geopotential_1000(pressure_hpa: Floats) -> Floats:
    """Return J/kg from sea-level pressure; the inverse of `sea_level_pressure`."""
    return np.asarray(GAS * REFERENCE_K * np.log(pressure_hpa / 1000.0))


@dataclass(frozen=True)
class WaveColumn:
    """Factors on each wave's weight that give a quantity on each level, (levels, waves).

    Pressure and warmth have separate amplitudes that vary with the season, so their parts are stored separately: a
    field is `pressure part x season of pressure + warmth part x season of warmth`.
    """

    geopotential: tuple[Complexes, Complexes]
    temperature: Complexes
    """Temperature of the warmth part; the pressure part has none."""
    east: tuple[Complexes, Complexes]
    north: tuple[Complexes, Complexes]
    ascent: Complexes
    """Ascent of unit variance at 600 hPa, positive upward; times the lift and the pressure part, it is minus omega."""


def wave_column(waves: Waves, latitude: float, lift: float) -> WaveColumn:
    """Return the column of waves with a pressure part of 1 J/kg at 1000 hPa and a warmth part of 1 K near the ground.

    `lift` is the fall of pressure of rising air, Pa/s, per J/kg of the pressure part.
    """
    f = coriolis(latitude)
    ones: Complexes = np.ones((len(LEVELS), waves.k.size), complex)
    warm: Complexes = np.outer(WAVE_WARMTH, _unit(waves.wave_number**-0.8, waves) * np.exp(1j * WARM_LEAD))
    parts = (ones, thickness(warm))
    rising = _rising(waves)
    potential = np.outer(ASCENT_SLOPE, -lift * rising) / waves.wave_number**2
    east = tuple(-1j * waves.l_ / f * part for part in parts)
    north = tuple(1j * waves.k / f * part for part in parts)
    spread_east, spread_north = 1j * waves.k * potential, 1j * waves.l_ * potential
    return WaveColumn(
        parts,
        warm,
        (east[0] + spread_east, east[1]),
        (north[0] + spread_north, north[1]),
        np.outer(ASCENT, rising),
    )


def _unit(shape: Floats, waves: Waves) -> Floats:
    """Return a real factor that keeps the field's variance at 1."""
    power = (np.abs(waves.weight) ** 2 * shape**2).sum() / 2
    return np.asarray(shape / np.sqrt(power))


def _rising(waves: Waves) -> Complexes:
    """Return the ascent, which is ahead of the low, between it and the warmest air."""
    return np.asarray(_unit(waves.wave_number, waves) * np.exp(1j * (WARM_LEAD + 1.0)))
