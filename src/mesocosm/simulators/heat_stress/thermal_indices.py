"""UTCI and WBGT by thermofeel: plain arithmetic on checked numbers; it runs in process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from mesocosm.simulators.heat_stress.inputs import Index
from mesocosm.simulators.simulator.columns import Floats

ZERO_C = 273.15
DIGITS = 6
"""Decimals of a degree; the last bits depend on the machine."""

LOWEST_WIND, HIGHEST_WIND = 0.5, 17.0
HIGHEST_VAPOUR_HPA = 50.0
"""Range to which the UTCI polynomial was fitted (Bröde et al. 2012, section 2.4), with the two constants below."""
TEMPERATURE_C = (-50.0, 50.0)
RADIANT_EXCESS_K = (-30.0, 70.0)


def thermal_indices(indices: Iterable[Index], columns: Mapping[str, Floats]) -> dict[Index, Floats]:
    """Return each requested index in °C; NaN where it is not defined."""
    compute: dict[str, Any] = {"utci": _utci, "wbgt_liljegren": _wbgt_liljegren, "wbgt_simple": _wbgt_simple}
    return {index: compute[index](**columns).round(DIGITS) for index in indices}


def _utci(
    temperature_c: Any,
    mean_radiant_temperature_c: Any,
    wind_speed_10m_m_s: Any,
    relative_humidity_percent: Any,
    **_: Any,
) -> Any:
    import thermofeel

    kelvin = temperature_c + ZERO_C
    vapour = thermofeel.calculate_saturation_vapour_pressure(kelvin) * relative_humidity_percent / 100
    radiant = mean_radiant_temperature_c + ZERO_C
    utci = thermofeel.calculate_utci(kelvin, wind_speed_10m_m_s, radiant, ehPa=vapour) - ZERO_C
    excess = mean_radiant_temperature_c - temperature_c
    valid = (temperature_c >= TEMPERATURE_C[0]) & (temperature_c <= TEMPERATURE_C[1])
    valid &= (wind_speed_10m_m_s >= LOWEST_WIND) & (wind_speed_10m_m_s <= HIGHEST_WIND)
    valid &= (excess >= RADIANT_EXCESS_K[0]) & (excess <= RADIANT_EXCESS_K[1]) & (vapour <= HIGHEST_VAPOUR_HPA)
    return np.where(valid, utci, np.nan)


def _wbgt_liljegren(
    temperature_c: Any,
    relative_humidity_percent: Any,
    pressure_hpa: Any,
    wind_speed_10m_m_s: Any,
    shortwave_w_m2: Any,
    direct_fraction: Any,
    cos_solar_zenith: Any,
    **_: Any,
) -> Any:
    import thermofeel

    kelvin = temperature_c + ZERO_C
    wind = wind_speed_10m_m_s
    sun = (shortwave_w_m2, direct_fraction, cos_solar_zenith)
    return thermofeel.calculate_wbgt_liljegren(kelvin, relative_humidity_percent, pressure_hpa, wind, *sun) - ZERO_C


def _wbgt_simple(temperature_c: Any, relative_humidity_percent: Any, **_: Any) -> Any:
    import thermofeel

    return thermofeel.calculate_wbgt_simple(temperature_c + ZERO_C, relative_humidity_percent) - ZERO_C
