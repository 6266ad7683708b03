"""Shear, helicity and storm motion from the winds of a profile; heights are metres above ground, winds m/s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mesocosm.earth.weather.soundings.profile import FloatArray, Profile, uv_m_s

DEVIATION = 7.5
"""Metres per second to the right of the mean wind (Bunkers et al. 2000)."""
HIGHEST_FIRST_WIND_M = 500.0
"""A profile whose winds begin higher says nothing about the shear from the ground."""


class Vector(NamedTuple):
    """A horizontal wind or motion, m/s towards east and north."""

    u: float
    v: float

    @property
    def speed(self) -> float:
        return float(np.hypot(self.u, self.v))

    @property
    def direction(self) -> float:
        """Where it comes from, degrees."""
        return float(np.degrees(np.arctan2(-self.u, -self.v)) % 360)


@dataclass(frozen=True, eq=False)
class Winds:
    """The levels of a tidy profile that have a wind."""

    height: FloatArray
    log_pressure: FloatArray
    u: FloatArray
    v: FloatArray

    def at(self, height: float) -> Vector:
        """The wind at a height; NaN above the last one."""
        return Vector(float(self._along(height, self.u)), float(self._along(height, self.v)))

    def shear(self, bottom: float, top: float) -> float:
        """Length of the difference between the winds at two heights."""
        low, high = self.at(bottom), self.at(top)
        return Vector(high.u - low.u, high.v - low.v).speed

    def layer(self, bottom: float, top: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Pressure and wind at the levels of a layer, its bounds included."""
        inside = self.height[(self.height > bottom) & (self.height < top)]
        nodes = np.concatenate([[bottom], inside, [top]])
        pressure = np.exp(np.interp(nodes, self.height, self.log_pressure))
        return pressure, self._along(nodes, self.u), self._along(nodes, self.v)

    def mean(self, bottom: float, top: float) -> Vector:
        """Pressure-weighted mean wind of a layer."""
        pressure, u, v = self.layer(bottom, top)
        depth = pressure[-1] - pressure[0]
        return Vector(float(np.trapezoid(u, pressure) / depth), float(np.trapezoid(v, pressure) / depth))

    def helicity(self, bottom: float, top: float, storm: Vector) -> float:
        """Storm-relative helicity of a layer, m²/s² (Davies-Jones et al. 1990)."""
        _, u, v = self.layer(bottom, top)
        u, v = u - storm.u, v - storm.v
        return float(np.sum(u[1:] * v[:-1] - u[:-1] * v[1:]))

    def _along(self, height: FloatArray | float, wind: FloatArray) -> FloatArray:
        return np.asarray(np.interp(height, self.height, wind, right=np.nan))


class Motions(NamedTuple):
    """Where supercells go."""

    right: Vector
    left: Vector
    mean: Vector
    """Of the lowest 6 km."""


def winds_of(profile: Profile) -> Winds | None:
    """The winds of a tidy profile; none where they do not begin near the ground."""
    known = np.isfinite(profile.wind_direction_deg) & np.isfinite(profile.wind_speed_kt)
    height = (profile.height_m - profile.height_m[0])[known]
    if len(height) < 2 or height[0] > HIGHEST_FIRST_WIND_M:
        return None
    u, v = uv_m_s(profile.wind_direction_deg[known], profile.wind_speed_kt[known])
    return Winds(height, np.log(profile.pressure_hpa[known]), u, v)


def storm_motions(winds: Winds) -> Motions:
    """Bunkers et al. (2000) with pressure-weighted means, as MetPy has it; no deviation where there is no shear."""
    mean, low, high = winds.mean(0, 6000), winds.mean(0, 500), winds.mean(5500, 6000)
    shear = Vector(high.u - low.u, high.v - low.v)
    share = DEVIATION / shear.speed if shear.speed else 0.0
    right = Vector(mean.u + share * shear.v, mean.v - share * shear.u)
    left = Vector(mean.u - share * shear.v, mean.v + share * shear.u)
    return Motions(right, left, mean)
