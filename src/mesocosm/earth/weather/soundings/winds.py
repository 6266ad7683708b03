"""Shear, helicity and storm motion from the winds of a profile; heights are metres above ground, winds m/s.

The formulas are those of MetPy's `bunkers_storm_motion` and `storm_relative_helicity`, which the tests compare. They
are written for arrays with any further axes, so that a sounding and a whole map of columns share them; MetPy's take one
profile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mesocosm.earth.weather.soundings.profile import FloatArray, Profile, uv_m_s

DEVIATION = 7.5
"""Metres per second to the right of the mean wind (Bunkers et al. 2000)."""
NO_SHEAR = 1e-12
"""A length in m/s that only prevents division by zero."""
HIGHEST_FIRST_WIND_M = 500.0
"""A profile whose winds begin higher has no shear from the ground."""


def pressure_mean(values: FloatArray, pressure: FloatArray) -> FloatArray:
    """Compute ∫ values dp / ∫ dp by the trapezoidal rule: a mean weighted by mass.

    Args:
        values: Levels along the first axis.
        pressure: At the same levels, falling; any unit.
    """
    weight = pressure[:-1] - pressure[1:]
    mean: FloatArray = np.sum(0.5 * (values[1:] + values[:-1]) * weight, axis=0) / np.sum(weight, axis=0)
    return mean


def storm_relative_helicity(u: FloatArray, v: FloatArray) -> FloatArray:
    """Compute Σ (uₖ₊₁ vₖ - uₖ vₖ₊₁), m²/s²: Davies-Jones, Burgess and Foster (1990, 16th Conf. on Severe Local Storms).

    Args:
        u: Eastward wind minus the storm's motion, m/s; levels along the first axis, the ground first.
        v: The same northward.
    """
    helicity: FloatArray = np.sum(u[1:] * v[:-1] - u[:-1] * v[1:], axis=0)
    return helicity


def right_deviation(
    shear_u: FloatArray | float, shear_v: FloatArray | float, least_shear: float
) -> tuple[FloatArray, FloatArray]:
    """Compute what a right mover's motion adds to the mean wind, m/s: 7.5 m/s at right angles to the shear.

    Bunkers et al. (2000, Weather and Forecasting 15, 61-79). A left mover's is the opposite.

    Args:
        shear_u: Mean wind of 5.5 to 6 km minus that of the lowest 500 m, eastward, m/s.
        shear_v: The same northward.
        least_shear: Below this much shear the deviation decreases with it, m/s.
    """
    length = np.maximum(np.hypot(shear_u, shear_v), least_shear)
    return DEVIATION * shear_v / length, -DEVIATION * shear_u / length


class Vector(NamedTuple):
    """A horizontal wind or motion, m/s towards east and north."""

    u: float
    v: float

    @property
    def speed(self) -> float:
        return float(np.hypot(self.u, self.v))

    @property
    def direction(self) -> float:
        """Direction of origin, degrees."""
        return float(np.degrees(np.arctan2(-self.u, -self.v)) % 360)


@dataclass(frozen=True, eq=False)
class Winds:
    """The levels of a tidy profile that have a wind."""

    height: FloatArray
    log_pressure: FloatArray
    u: FloatArray
    v: FloatArray

    def at(self, height: float) -> Vector:
        """Return the wind at a height; NaN above the last one."""
        return Vector(float(self._along(height, self.u)), float(self._along(height, self.v)))

    def shear(self, bottom: float, top: float) -> float:
        """Return the magnitude of the difference between the winds at two heights."""
        low, high = self.at(bottom), self.at(top)
        return Vector(high.u - low.u, high.v - low.v).speed

    def layer(self, bottom: float, top: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return pressure and wind at the levels of a layer, including its bounds."""
        inside = self.height[(self.height > bottom) & (self.height < top)]
        nodes = np.concatenate([[bottom], inside, [top]])
        pressure = np.exp(np.interp(nodes, self.height, self.log_pressure))
        return pressure, self._along(nodes, self.u), self._along(nodes, self.v)

    def mean(self, bottom: float, top: float) -> Vector:
        """Return the pressure-weighted mean wind of a layer."""
        pressure, u, v = self.layer(bottom, top)
        return Vector(float(pressure_mean(u, pressure)), float(pressure_mean(v, pressure)))

    def helicity(self, bottom: float, top: float, storm: Vector) -> float:
        """Return the storm-relative helicity of a layer, m²/s²."""
        _, u, v = self.layer(bottom, top)
        return float(storm_relative_helicity(u - storm.u, v - storm.v))

    def _along(self, height: FloatArray | float, wind: FloatArray) -> FloatArray:
        return np.asarray(np.interp(height, self.height, wind, right=np.nan))


class Motions(NamedTuple):
    """Motions of supercells, and the mean wind they deviate from."""

    right: Vector
    left: Vector
    mean: Vector
    """Mean wind of the lowest 6 km."""

    def cyclonic(self, southern: bool) -> Vector:
        """The motion of the supercell that rotates as the lows of its hemisphere do."""
        return self.left if southern else self.right


def winds_of(profile: Profile) -> Winds | None:
    """Return the winds of a tidy profile; empty if they do not begin near the ground."""
    known = np.isfinite(profile.wind_direction_deg) & np.isfinite(profile.wind_speed_kt)
    height = (profile.height_m - profile.height_m[0])[known]
    if len(height) < 2 or height[0] > HIGHEST_FIRST_WIND_M:
        return None
    u, v = uv_m_s(profile.wind_direction_deg[known], profile.wind_speed_kt[known])
    return Winds(height, np.log(profile.pressure_hpa[known]), u, v)


def storm_motions(winds: Winds) -> Motions:
    """Compute storm motions by Bunkers et al. (2000) with pressure-weighted means, as MetPy; no shear, no deviation."""
    mean, low, high = winds.mean(0, 6000), winds.mean(0, 500), winds.mean(5500, 6000)
    u, v = (float(part) for part in right_deviation(high.u - low.u, high.v - low.v, NO_SHEAR))
    return Motions(Vector(mean.u + u, mean.v + v), Vector(mean.u - u, mean.v - v), mean)
