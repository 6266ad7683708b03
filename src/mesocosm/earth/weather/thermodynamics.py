"""Moist air in plain arrays: kelvin, hectopascal, kg/kg.

The same choices as MetPy 1.7, so that both can be compared number by number: vapour pressure over liquid water after
Ambaum (2020, doi:10.1002/qj.3899, Eq. 13), the condensation level after Romps (2017, doi:10.1175/JAS-D-17-0102.1) with
the same vapour pressure, pseudoadiabats after Bakhshaii and Stull (2013, doi:10.1175/JAMC-D-12-062.1, Eq. 5), and
equivalent potential temperature after Bolton (1980, Monthly Weather Review 108, 1046-1053, Eq. 39).

Why beside MetPy: its functions check and convert units at every call, and integrate a pseudoadiabat for every parcel.
These take and return plain arrays of any shape, and the pseudoadiabats are integrated once, into a table.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


R_DRY, R_VAPOUR = 287.0474910, 461.5231157
"""Gas constants, J/(kg K)."""
CP_DRY, CP_VAPOUR, CP_LIQUID = 1004.6662184, 1860.0780119, 4219.4
"""Heat capacities, J/(kg K)."""
LATENT_HEAT = 2.50084e6
"""Latent heat of vaporisation at the triple point, J/kg."""
FREEZING, TRIPLE_POINT = 273.15, 273.16
"""K."""
VAPOUR_PRESSURE_0C = 6.112
"""hPa."""
EPSILON = R_DRY / R_VAPOUR
KAPPA = R_DRY / CP_DRY


def saturation_vapour_pressure(temperature: FloatArray) -> FloatArray:
    """Compute e₀ (T₀/T)^((c_pl - c_pv)/R_v) exp((L₀/T₀ - L/T)/R_v) over liquid water, hPa, from temperature in K.

    Ambaum (2020), Eq. 13, with L = L₀ - (c_pl - c_pv)(T - T₀) and the heats at constant pressure of liquid and vapour.
    As in MetPy, e₀ is 6.112 hPa at T₀ = 273.16 K, which is 0.07 % below the accepted value at the triple point.
    """
    latent = LATENT_HEAT - (CP_LIQUID - CP_VAPOUR) * (temperature - TRIPLE_POINT)
    power = (CP_LIQUID - CP_VAPOUR) / R_VAPOUR
    growth = (LATENT_HEAT / TRIPLE_POINT - latent / temperature) / R_VAPOUR
    return np.asarray(VAPOUR_PRESSURE_0C * (TRIPLE_POINT / temperature) ** power * np.exp(growth))


def dewpoint_of(vapour_pressure: FloatArray) -> FloatArray:
    """Compute the temperature, K, at which vapour of this pressure, hPa, saturates.

    Newton's method on `saturation_vapour_pressure`, starting from Bolton's (1980) Eq. 11.
    """
    logarithm = np.log(vapour_pressure / 6.112)
    temperature = FREEZING + 243.5 * logarithm / (17.67 - logarithm)
    for _ in range(3):
        latent = LATENT_HEAT - (CP_LIQUID - CP_VAPOUR) * (temperature - TRIPLE_POINT)
        slope = latent / (R_VAPOUR * temperature**2)
        temperature = temperature - np.log(saturation_vapour_pressure(temperature) / vapour_pressure) / slope
    return np.asarray(temperature)


def mixing_ratio(vapour_pressure: FloatArray, pressure: FloatArray) -> FloatArray:
    """Compute vapour per dry air, kg/kg: ε e / (p - e), both pressures in one unit."""
    return EPSILON * vapour_pressure / (pressure - vapour_pressure)


def saturation_mixing_ratio(pressure: FloatArray, temperature: FloatArray) -> FloatArray:
    """Compute vapour per dry air, kg/kg, of saturated air at a pressure (hPa) and temperature (K).

    With the dew point instead of the temperature, it is the mixing ratio of the air.
    """
    return mixing_ratio(saturation_vapour_pressure(temperature), pressure)


def virtual_temperature(temperature: FloatArray, ratio: FloatArray) -> FloatArray:
    """Compute the temperature of dry air of equal density, K: T (r + ε) / (ε (1 + r)), mixing ratio r in kg/kg."""
    return temperature * (ratio + EPSILON) / (EPSILON * (1 + ratio))


def potential_temperature(pressure: FloatArray, temperature: FloatArray) -> FloatArray:
    """Compute the temperature after dry descent to 1000 hPa, K: T (1000 / p)^κ, with p in hPa."""
    return np.asarray(temperature * (1000.0 / pressure) ** KAPPA)


def equivalent_potential_temperature(pressure: FloatArray, temperature: FloatArray, dewpoint: FloatArray) -> FloatArray:
    """Compute Bolton (1980), Eq. 39, K, from hPa and K; the condensation temperature by his Eq. 15."""
    vapour = saturation_vapour_pressure(dewpoint)
    ratio = mixing_ratio(vapour, pressure)
    at_lcl = 56 + 1 / (1 / (dewpoint - 56) + np.log(temperature / dewpoint) / 800)
    dry = potential_temperature(pressure - vapour, temperature) * (temperature / at_lcl) ** (0.28 * ratio)
    return np.asarray(dry * np.exp(ratio * (1 + 0.448 * ratio) * (3036.0 / at_lcl - 1.78)))


def condensation_level(pressure: FloatArray, temperature: FloatArray, dewpoint: FloatArray) -> FloatArray:
    """Compute the pressure at which lifted air condenses, hPa, from hPa and K: Romps (2017), Eq. 22, by Lambert's W."""
    from scipy.special import lambertw

    vapour = saturation_vapour_pressure(dewpoint)
    specific = EPSILON * vapour / (pressure - (1 - EPSILON) * vapour)
    gas = R_DRY + specific * (R_VAPOUR - R_DRY)
    ratio = (CP_DRY + specific * (CP_VAPOUR - CP_DRY)) / gas
    humidity = vapour / saturation_vapour_pressure(temperature)
    a = ratio + (CP_LIQUID - CP_VAPOUR) / R_VAPOUR
    c = -(LATENT_HEAT + (CP_LIQUID - CP_VAPOUR) * TRIPLE_POINT) / (R_VAPOUR * temperature) / a
    warmth = c / lambertw(humidity ** (1 / a) * c * np.exp(c), k=-1).real
    return np.asarray(pressure * np.minimum(warmth, 1.0) ** ratio)


class Pseudoadiabats(NamedTuple):
    """Temperatures along pseudoadiabats: a row per pressure, a column per adiabat."""

    log_pressure: FloatArray
    """Logarithm of pressure, evenly falling."""
    label: FloatArray
    """Temperature at 1000 hPa, K, evenly rising."""
    temperature: FloatArray


@cache
def pseudoadiabats() -> Pseudoadiabats:
    """Return the table of all lifted parcels; interpolation between its nodes loses less than 0.01 K."""
    label = np.arange(203.15, 323.65, 0.5)
    step = 0.01
    down, up = int(np.ceil(np.log(1.11) / step)), int(np.ceil(np.log(1000.0 / 45.0) / step))
    lower = _integrate(label, step, down)
    upper = _integrate(label, -step, up)
    log_pressure = np.log(1000.0) - step * np.arange(-down, up + 1)
    return Pseudoadiabats(log_pressure, label, np.vstack([lower[:0:-1], upper]))


def _integrate(label: FloatArray, step: float, count: int) -> FloatArray:
    """Integrate temperatures from 1000 hPa in steps of log-pressure, by the classical Runge-Kutta method."""
    rows, log_pressure, now = [label], np.log(1000.0), label
    for _ in range(count):
        first = _slope(log_pressure, now)
        second = _slope(log_pressure + step / 2, now + step / 2 * first)
        third = _slope(log_pressure + step / 2, now + step / 2 * second)
        fourth = _slope(log_pressure + step, now + step * third)
        now = now + step / 6 * (first + 2 * second + 2 * third + fourth)
        log_pressure += step
        rows.append(now)
    return np.array(rows)


def _slope(log_pressure: float, temperature: FloatArray) -> FloatArray:
    """Return dT / d ln p along a pseudoadiabat, K: Bakhshaii and Stull (2013), Eq. 5."""
    ratio = saturation_mixing_ratio(np.exp(log_pressure), temperature)
    gain = R_DRY * temperature + LATENT_HEAT * ratio
    return np.asarray(gain / (CP_DRY + LATENT_HEAT**2 * ratio * EPSILON / (R_DRY * temperature**2)))


def adiabat_through(pressure: FloatArray, temperature: FloatArray) -> FloatArray:
    """Return the label (temperature at 1000 hPa, K) of the pseudoadiabat through each point, given in hPa and K."""
    table = pseudoadiabats()
    row, part = _place(np.log(pressure), table.log_pressure)
    curves = table.temperature[row] * (1 - part[..., None]) + table.temperature[row + 1] * part[..., None]
    after = np.clip(np.sum(curves < temperature[..., None], axis=-1), 1, len(table.label) - 1)
    low = np.take_along_axis(curves, after[..., None] - 1, axis=-1)[..., 0]
    high = np.take_along_axis(curves, after[..., None], axis=-1)[..., 0]
    share = (temperature - low) / (high - low)
    return np.asarray(table.label[after - 1] + share * (table.label[1] - table.label[0]))


def along_adiabat(label: FloatArray, pressure: FloatArray) -> FloatArray:
    """Return the temperature on pseudoadiabats, K, by label (K) and pressure (hPa); the two broadcast."""
    table = pseudoadiabats()
    row, down = _place(np.log(pressure), table.log_pressure)
    column, right = _place(label, table.label)
    near, far = table.temperature[row, column], table.temperature[row, column + 1]
    near_above, far_above = table.temperature[row + 1, column], table.temperature[row + 1, column + 1]
    below, above = near + (far - near) * right, near_above + (far_above - near_above) * right
    return np.asarray(below + (above - below) * down)


def _place(value: FloatArray, nodes: FloatArray) -> tuple[NDArray[np.intp], FloatArray]:
    """Return the node before each value on an even axis, and the fraction towards the next."""
    at = (np.asarray(value) - nodes[0]) / (nodes[1] - nodes[0])
    node = np.clip(np.floor(np.nan_to_num(at)), 0, len(nodes) - 2).astype(np.intp)
    return node, at - node


def wet_bulb(pressure: FloatArray, temperature: FloatArray, dewpoint: FloatArray) -> FloatArray:
    """Compute the temperature, K, after lifting to condensation and saturated descent (Normand), from hPa and K."""
    lcl = condensation_level(pressure, temperature, dewpoint)
    return along_adiabat(adiabat_through(lcl, temperature * (lcl / pressure) ** KAPPA), pressure)
