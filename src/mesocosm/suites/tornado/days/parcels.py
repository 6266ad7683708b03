"""Parcels lifted through many columns at once, on the thirty levels of the columns.

The path of lifted air and the layer that counts are those of `soundings.parcels`. This module adds what thirty levels
need and a column resampled to 20 m does not: crossings between levels for the bounds of the layer, and mixed layers
whose top lies between two levels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather import thermodynamics as moist
from mesocosm.earth.weather.soundings.parcels import greatest_gain, lifted_air
from mesocosm.suites.tornado.days.columns import Columns
from mesocosm.suites.tornado.days.layers import at_pressure, first_above
from mesocosm.suites.tornado.days.places import Field

SMALLEST_CAPE = 5.0
"""CAPE, in J/kg, below which a column counts as having no free convection."""


TIE_K = 1e-6
"""Difference of equivalent potential temperature, in K, below which levels count as equal: in mixed air all levels do.
"""


@dataclass(frozen=True)
class Source:
    """Air before it is lifted."""

    pressure_hpa: Field
    temperature_k: Field
    dewpoint_k: Field


@dataclass(frozen=True)
class Ascent:
    """Properties of lifted air; levels that do not exist are NaN."""

    cape: Field
    """Convective available potential energy, in J/kg."""
    cin: Field
    """Convective inhibition in J/kg, zero or negative."""
    condensation_m: Field
    """Condensation level above ground, in metres."""
    condensation_hpa: Field
    free_convection_m: Field
    equilibrium_m: Field
    lifted_index: Field
    """Temperature of the surroundings minus that of the parcel at 500 hPa, in K."""
    low_cape: Field
    """Convective available potential energy below three kilometres, in J/kg."""


def surface_source(air: Columns) -> Source:
    """Return the air at two metres."""
    return Source(air.pressure_hpa[0], air.temperature_k[0], air.dewpoint_k[0])


def mixed_source(air: Columns, depth_hpa: float) -> Source:
    """Return the mixed lowest layer: mean potential temperature and mixing ratio, at the ground's pressure."""
    pressure = air.pressure_hpa
    top = pressure[0] - depth_hpa
    theta = moist.potential_temperature(pressure, air.temperature_k)
    ratio = moist.saturation_mixing_ratio(pressure, air.dewpoint_k)
    theta, ratio = (_layer_mean(quantity, pressure, top) for quantity in (theta, ratio))
    temperature = theta * (pressure[0] / 1000) ** moist.KAPPA
    return Source(pressure[0], temperature, moist.dewpoint_of(ratio * pressure[0] / (moist.EPSILON + ratio)))


def most_unstable_source(air: Columns, depth_hpa: float) -> Source:
    """Return the air of the highest equivalent potential temperature within the lowest layer; the lowest of a tie."""
    inside = air.pressure_hpa >= air.pressure_hpa[0] - depth_hpa
    levels = int(np.max(np.sum(inside, axis=0)))
    theta_e = moist.equivalent_potential_temperature(
        air.pressure_hpa[:levels], air.temperature_k[:levels], air.dewpoint_k[:levels]
    )
    best = _first_highest(np.where(inside[:levels], theta_e, 0.0))[None]
    return Source(
        *(
            np.take_along_axis(quantity, best, axis=0)[0]
            for quantity in (air.pressure_hpa, air.temperature_k, air.dewpoint_k)
        )
    )


def _first_highest(theta_e: Field) -> NDArray[np.intp]:
    """Return the lowest level that is as high as the highest, whichever way the last bits fell."""
    first: NDArray[np.intp] = np.argmax(theta_e >= np.max(theta_e, axis=0) - TIE_K, axis=0)
    return first


def lift(air: Columns, source: Source) -> Ascent:
    """Lift a parcel; its buoyant energy is bounded as in the soundings: by the layer of the greatest net gain."""
    lcl = moist.condensation_level(source.pressure_hpa, source.temperature_k, source.dewpoint_k)
    excess, parcel = _excess(air, source, lcl)
    energy = -0.5 * moist.R_DRY * (excess[1:] + excess[:-1]) * np.diff(np.log(air.pressure_hpa), axis=0)
    above = air.pressure_hpa[:-1] <= lcl
    gained = np.concatenate([np.zeros((1, *energy.shape[1:])), np.cumsum(np.where(above, energy, 0.0), axis=0)])
    bottom, top = greatest_gain(gained)
    level = np.arange(len(gained)).reshape(-1, *[1] * (gained.ndim - 1))
    cape = _at(gained, top[None])[0] - _at(gained, bottom[None])[0]
    free = cape > SMALLEST_CAPE
    lcl_m = _height_of(air, lcl)
    return Ascent(
        cape=np.where(free, cape, 0.0),
        cin=np.where(free, np.sum(np.where(level[:-1] < bottom, np.minimum(energy, 0.0), 0.0), axis=0), 0.0),
        condensation_m=lcl_m,
        condensation_hpa=lcl,
        free_convection_m=np.where(free, np.maximum(_crossing(air, excess, bottom), lcl_m), np.nan),
        equilibrium_m=np.where(free, _crossing(air, excess, top), np.nan),
        lifted_index=at_pressure(air, air.temperature_k - parcel, 500.0),
        low_cape=np.where(free, _below(air, np.where(above, np.maximum(energy, 0.0), 0.0), 3000.0), 0.0),
    )


def _excess(air: Columns, source: Source, lcl: Field) -> tuple[Field, Field]:
    """Return the parcel's virtual temperature minus that of its surroundings, and its temperature, per level."""
    pressure = air.pressure_hpa
    parcel, held = lifted_air(pressure, source.pressure_hpa, source.temperature_k, source.dewpoint_k, lcl)
    around = moist.virtual_temperature(air.temperature_k, moist.saturation_mixing_ratio(pressure, air.dewpoint_k))
    excess = moist.virtual_temperature(parcel, held) - around
    return np.where(pressure > source.pressure_hpa * 1.0001, 0.0, excess), parcel


def _crossing(air: Columns, excess: Field, level: NDArray[np.intp]) -> Field:
    """Return the height above ground near a level where buoyancy changes its sign; the level's own if it does not."""
    here = np.clip(level, 0, len(excess) - 2)[None]
    below, above = _at(excess, here), _at(excess, here + 1)
    part = np.where(below * above < 0, below / np.where(below == above, 1.0, below - above), 0.0)
    low, high = _at(air.above_ground_m, here), _at(air.above_ground_m, here + 1)
    crossing: Field = (low + part * (high - low))[0]
    return crossing


def _at(field: Field, level: NDArray[np.intp]) -> Field:
    return np.take_along_axis(field, level, axis=0)


def _height_of(air: Columns, pressure_hpa: Field) -> Field:
    """Return the height above ground of a pressure that differs from column to column."""
    level = first_above(-air.pressure_hpa, -pressure_hpa)
    low, high = np.log(_at(air.pressure_hpa, level - 1)), np.log(_at(air.pressure_hpa, level))
    part = np.clip((low - np.log(pressure_hpa)) / (low - high), 0, 1)
    bottom, top = _at(air.above_ground_m, level - 1), _at(air.above_ground_m, level)
    height: Field = (bottom + part * (top - bottom))[0]
    return height


def _below(air: Columns, energy: Field, height_m: float) -> Field:
    """Return the part of layered energy that lies below a height."""
    bottom, top = air.above_ground_m[:-1], air.above_ground_m[1:]
    part = np.clip((height_m - bottom) / (top - bottom), 0, 1)
    return np.asarray(np.sum(energy * part, axis=0))


def _layer_mean(field: Field, pressure: Field, top: Field) -> Field:
    """Return the mean by mass from the ground to a pressure."""
    lower, upper = np.maximum(pressure[:-1], top), np.maximum(pressure[1:], top)
    mass = lower - upper
    span = np.maximum(pressure[:-1] - pressure[1:], 1e-9)
    at_upper = field[:-1] + (field[1:] - field[:-1]) * (pressure[:-1] - upper) / span
    mean: Field = np.sum(0.5 * (field[:-1] + at_upper) * mass, axis=0) / np.sum(mass, axis=0)
    return mean
