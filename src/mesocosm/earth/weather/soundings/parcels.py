"""Lifted parcels: their paths, the energy they gain and the levels that bound it.

Air rises dry-adiabatically to its condensation level and pseudoadiabatically above it; buoyancy is the difference of
virtual temperatures (Doswell and Rasmussen 1994), as in MetPy 1.7 and SHARPpy. Of the layers a parcel crosses, the one
with the greatest net energy counts: LFC and EL are its bounds, CAPE its energy, CIN every negative area from the start
of the parcel up to its LFC. With a single buoyant layer, the usual case, all definitions agree on this; a shallow
buoyant layer under a cap does not hide the cap.

MetPy's `cape_cin` lifts one parcel per call and integrates its pseudoadiabat anew; here many are lifted at once and
read their pseudoadiabats from a table, which the effective inflow layer (dozens of parcels per sounding) and fields of
columns need. See `drawing` for the ratio.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.soundings.profile import FloatArray, Profile
from mesocosm.earth.weather.thermodynamics import (
    EPSILON,
    FREEZING,
    KAPPA,
    R_DRY,
    adiabat_through,
    along_adiabat,
    condensation_level,
    dewpoint_of,
    equivalent_potential_temperature,
    potential_temperature,
    saturation_mixing_ratio,
    virtual_temperature,
)

FINE, COARSE = 0.0025, 0.01
"""Steps of log-pressure: 20 m and 80 m of air."""
MIXED_DEPTH_HPA, UNSTABLE_DEPTH_HPA = 100.0, 300.0


@dataclass(frozen=True, eq=False)
class Column:
    """A profile on even steps of log-pressure, from the ground up."""

    step: float
    pressure: FloatArray
    temperature: FloatArray
    virtual: FloatArray
    height_agl: FloatArray

    def height_at(self, pressure: float) -> float:
        """Return metres above ground."""
        return float(np.interp(-np.log(pressure), -np.log(self.pressure), self.height_agl))


class Parcels(NamedTuple):
    """Starting points of parcels: hPa, K, K, one entry each."""

    pressure: FloatArray
    temperature: FloatArray
    dewpoint: FloatArray


@dataclass(frozen=True, eq=False)
class Ascent:
    """The ascent of one parcel. Missing levels are NaN."""

    start_hpa: float
    lcl_hpa: float
    lfc_hpa: float
    el_hpa: float
    cape: float
    """J/kg, at least 0."""
    cin: float
    """J/kg, at most 0; 0 without CAPE."""
    virtual: FloatArray
    """Virtual temperature in K at the column's levels; NaN below the start."""


def column_of(profile: Profile, step: float = FINE) -> Column:
    """Interpolate a tidy profile to even steps; dew points that are missing high up mean dry air."""
    known = -np.log(profile.pressure_hpa)
    even = np.arange(known[0], known[-1] + step / 2, step)
    pressure = np.exp(-even)
    temperature = np.interp(even, known, profile.temperature_c) + FREEZING
    dewpoint = np.interp(even, known, profile.dewpoint_c) + FREEZING
    ratio = np.nan_to_num(saturation_mixing_ratio(pressure, dewpoint))
    height = np.interp(even, known, profile.height_m - profile.height_m[0])
    return Column(step, pressure, temperature, virtual_temperature(temperature, ratio), height)


def surface_parcel(profile: Profile) -> Parcels:
    """Return the air at the lowest level."""
    return levels_as_parcels(profile, np.array([0]))


def mixed_parcel(profile: Profile) -> Parcels:
    """Mix the lowest 100 hPa: mean potential temperature and mixing ratio, from the ground."""
    ground = profile.pressure_hpa[0]
    pressure = np.linspace(ground, ground - MIXED_DEPTH_HPA, 101)
    known, even = -np.log(profile.pressure_hpa), -np.log(pressure)
    temperature = np.interp(even, known, profile.temperature_c) + FREEZING
    dewpoint = np.interp(even, known, profile.dewpoint_c) + FREEZING
    theta = np.trapezoid(potential_temperature(pressure, temperature), pressure) / -MIXED_DEPTH_HPA
    ratio = np.trapezoid(saturation_mixing_ratio(pressure, dewpoint), pressure) / -MIXED_DEPTH_HPA
    vapour = ratio * ground / (ratio + EPSILON)
    warmth = theta * (ground / 1000.0) ** KAPPA
    return Parcels(np.array([ground]), np.array([warmth]), dewpoint_of(np.array([vapour])))


def unstable_parcel(profile: Profile) -> Parcels:
    """Return the level of greatest equivalent potential temperature in the lowest 300 hPa."""
    low = profile.pressure_hpa >= profile.pressure_hpa[0] - UNSTABLE_DEPTH_HPA
    warmth, dew = profile.temperature_c[low] + FREEZING, profile.dewpoint_c[low] + FREEZING
    theta_e = equivalent_potential_temperature(profile.pressure_hpa[low], warmth, dew)
    return levels_as_parcels(profile, np.array([int(np.nanargmax(theta_e))]))


def levels_as_parcels(profile: Profile, levels: NDArray[np.intp]) -> Parcels:
    """Return the air at some of the levels."""
    return Parcels(
        profile.pressure_hpa[levels], profile.temperature_c[levels] + FREEZING, profile.dewpoint_c[levels] + FREEZING
    )


def lift(column: Column, parcels: Parcels) -> list[Ascent]:
    """Lift all parcels through the column."""
    lcl = condensation_level(*parcels)
    virtual = _virtual_paths(column.pressure, parcels, lcl)
    energies = _energies(column, virtual, parcels.pressure)
    above = column.pressure[:-1] <= lcl[:, None]
    gained = np.cumsum(np.where(above, energies, 0.0), axis=1)
    gained = np.concatenate([np.zeros((len(lcl), 1)), gained], axis=1)
    bounds = np.stack(greatest_gain(gained.T), axis=1)
    return [
        _ascent(column, *parcel)
        for parcel in zip(parcels.pressure, lcl, virtual, energies, gained, bounds, strict=True)
    ]


def _ascent(
    column: Column,
    start: float,
    lcl: float,
    virtual: FloatArray,
    energies: FloatArray,
    gained: FloatArray,
    bounds: NDArray[np.intp],
) -> Ascent:
    """Return the ascent with the layer of greatest gain between two levels."""
    bottom, top = bounds
    cape = float(gained[top] - gained[bottom])
    none = float("nan")
    if cape <= 0:
        return Ascent(start, lcl, none, none, 0.0, 0.0, virtual)
    still_rising = top == len(gained) - 1
    at_once = np.log(lcl / column.pressure[bottom]) <= column.step  # buoyant from the condensation level on
    return Ascent(
        start_hpa=start,
        lcl_hpa=float(lcl),
        lfc_hpa=float(lcl if at_once else column.pressure[bottom]),
        el_hpa=none if still_rising else float(column.pressure[top]),
        cape=cape,
        cin=float(np.minimum(energies[:bottom], 0.0).sum()),
        virtual=virtual,
    )


def lifted_air(
    pressure: FloatArray, start: FloatArray, temperature: FloatArray, dewpoint: FloatArray, lcl: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Compute temperature (K) and mixing ratio (kg/kg) of lifted air at pressures; all arguments broadcast.

    Below its condensation level T = T₀ (p / p₀)^κ at its own mixing ratio, above it the pseudoadiabat, saturated.

    Args:
        pressure: Pressures of the result, hPa; levels come first or last, as the other arguments leave room.
        start: Pressure it starts from, hPa.
        temperature: At the start, K.
        dewpoint: At the start, K.
        lcl: Its condensation level, hPa.
    """
    label = adiabat_through(lcl, temperature * (lcl / start) ** KAPPA)
    saturated = pressure < lcl
    moist = along_adiabat(label, np.minimum(pressure, lcl))
    warmth = np.where(saturated, moist, temperature * (pressure / start) ** KAPPA)
    ratio = np.where(saturated, saturation_mixing_ratio(pressure, moist), saturation_mixing_ratio(start, dewpoint))
    return warmth, ratio


def greatest_gain(gained: FloatArray) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return bottom and top, as level numbers, of the layer in which an ascent gains most.

    Args:
        gained: Energy since the start, J/kg, at every level; levels along the first axis.
    """
    top = np.argmax(gained - np.minimum.accumulate(gained, axis=0), axis=0)
    level = np.arange(len(gained)).reshape(-1, *[1] * (gained.ndim - 1))
    # The last of equally low levels: where nothing is gained or lost, the layer has not begun.
    bottom = len(gained) - 1 - np.argmin(np.where(level <= top, gained, np.inf)[::-1], axis=0)
    return bottom, top


def _virtual_paths(pressure: FloatArray, parcels: Parcels, lcl: FloatArray) -> FloatArray:
    """Return virtual temperatures, one row per parcel; NaN below its start."""
    start, warmth, dew = (values[:, None] for values in parcels)
    path = virtual_temperature(*lifted_air(pressure, start, warmth, dew, lcl[:, None]))
    return np.where(pressure <= start * (1 + 1e-9), path, np.nan)


def _energies(column: Column, virtual: FloatArray, start: FloatArray) -> FloatArray:
    """Return the energy gained from level to level, J/kg; 0 below the start."""
    excess = np.nan_to_num(virtual - column.virtual)
    return np.asarray(R_DRY * column.step * (excess[:, 1:] + excess[:, :-1]) / 2)
