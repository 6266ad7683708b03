"""Values at heights and pressures within columns, and the winds over layers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.soundings.winds import pressure_mean, right_deviation, storm_relative_helicity
from mesocosm.suites.tornado.days.columns import Columns
from mesocosm.suites.tornado.days.places import Field

LEAST_SHEAR = 0.1
"""Shear, in m/s, below which a right-mover deviates less from the mean wind."""


def first_above(rising: Field, value: Field | float) -> NDArray[np.intp]:
    """Return the first level above a value, with a leading axis of one; at least the second, at most the last."""
    level: NDArray[np.intp] = np.clip(np.sum(rising <= value, axis=0), 1, len(rising) - 1)[None]
    return level


def interpolate(field: Field, rising: Field, value: Field | float) -> Field:
    """Interpolate a field to where a rising coordinate has a value; linear between levels and constant outside."""
    return interpolated_all((field,), rising, value)[0]


def interpolated_all(fields: Sequence[Field], rising: Field, value: Field | float) -> list[Field]:
    """Interpolate several fields with one search for the level."""
    level = first_above(rising, value)
    low, high = _at(rising, level - 1), _at(rising, level)
    part = np.clip((value - low) / (high - low), 0, 1)
    return [(_at(field, level - 1) * (1 - part) + _at(field, level) * part)[0] for field in fields]


def _at(field: Field, level: NDArray[np.intp]) -> Field:
    return np.take_along_axis(field, level, axis=0)


def at_height(air: Columns, field: Field, above_ground_m: Field | float) -> Field:
    """Return a field at a height above ground."""
    return interpolate(field, air.above_ground_m, above_ground_m)


def at_pressure(air: Columns, field: Field, pressure_hpa: Field | float) -> Field:
    """Return a field at a pressure; below the ground it keeps the value of the lowest level."""
    return interpolate(field, -np.log(air.pressure_hpa), -np.log(pressure_hpa))


@dataclass(frozen=True)
class Winds:
    """Winds over layers, along the map's axes, in m/s."""

    mean_u: Field
    mean_v: Field
    motion_u: Field
    """Motion of a right-moving supercell towards the east of the map, in m/s."""
    motion_v: Field
    shear_1km: tuple[Field, Field]
    shear_6km: tuple[Field, Field]
    helicity_1km: Field
    """Storm-relative helicity of the lowest kilometre in m²/s², relative to the right-mover."""
    helicity_3km: Field

    @property
    def bulk_6km(self) -> Field:
        """Length of the shear vector of the lowest six kilometres, in m/s."""
        return np.hypot(*self.shear_6km)


HEIGHTS_M = np.concatenate([np.arange(0, 1000, 125.0), np.arange(1000, 3000, 250.0), np.arange(3000, 6001, 500.0)])


def winds(air: Columns) -> Winds:
    """Compute storm motion after Bunkers, bulk shear and storm-relative helicity."""
    sampled = [interpolated_all((air.u, air.v, air.pressure_hpa), air.above_ground_m, height) for height in HEIGHTS_M]
    u, v, pressure = (np.stack(levels) for levels in zip(*sampled, strict=True))
    mean_u, mean_v = (pressure_mean(component, pressure) for component in (u, v))
    low, high = HEIGHTS_M <= 500, HEIGHTS_M >= 5500
    shear_u, shear_v = (
        pressure_mean(component[high], pressure[high]) - pressure_mean(component[low], pressure[low])
        for component in (u, v)
    )
    aside_u, aside_v = right_deviation(shear_u, shear_v, LEAST_SHEAR)
    motion_u, motion_v = mean_u + aside_u, mean_v + aside_v
    one_km, three_km = (int(np.searchsorted(HEIGHTS_M, top)) for top in (1000, 3000))
    return Winds(
        *(mean_u, mean_v, motion_u, motion_v),
        shear_1km=(u[one_km] - u[0], v[one_km] - v[0]),
        shear_6km=(u[-1] - u[0], v[-1] - v[0]),
        helicity_1km=storm_relative_helicity(u[: one_km + 1] - motion_u, v[: one_km + 1] - motion_v),
        helicity_3km=storm_relative_helicity(u[: three_km + 1] - motion_u, v[: three_km + 1] - motion_v),
    )
