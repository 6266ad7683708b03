"""The heat index of the United States' National Weather Service, with its two adjustments."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mesocosm.simulators.simulator.columns import Floats

FITTED_C = (27.0, 50.0)
"""Range of air temperatures to which the regression was fitted (Steadman 1979, table 2, used by Rothfusz)."""


def outside(temperature_c: Floats) -> NDArray[np.bool_]:
    """Return where the air is colder or hotter than the fitted range of the heat index."""
    return np.asarray((temperature_c < FITTED_C[0]) | (temperature_c > FITTED_C[1]))


def heat_index_c(temperature_c: Floats, relative_humidity_percent: Floats) -> Floats:
    """Compute the heat index in °C.

    Rothfusz (1990), NWS Technical Attachment SR 90-23, as the Weather Prediction Center publishes it: a simple formula,
    averaged with the temperature; where that gives 80 °F or more, the regression with its adjustments for dry and for
    humid air; the air temperature itself at 40 °F and below.
    """
    t = temperature_c * 1.8 + 32
    rh = relative_humidity_percent
    simple = (0.5 * (t + 61 + (t - 68) * 1.2 + rh * 0.094) + t) / 2
    index = np.where(simple >= 80, _regression(t, rh) - _dry(t, rh) + _humid(t, rh), simple)
    result: Floats = (np.where(t <= 40, t, index) - 32) / 1.8
    return result


def _regression(t: Floats, rh: Floats) -> Floats:
    linear = -42.379 + 2.04901523 * t + 10.14333127 * rh - 0.22475541 * t * rh
    square = -6.83783e-3 * t**2 - 5.481717e-2 * rh**2
    mixed: Floats = 1.22874e-3 * t**2 * rh + 8.5282e-4 * t * rh**2 - 1.99e-6 * t**2 * rh**2
    return linear + square + mixed


def _dry(t: Floats, rh: Floats) -> Floats:
    """Return the reduction below 13 % humidity, from 80 to 112 °F."""
    amount = (13 - rh) / 4 * np.sqrt(np.maximum(17 - np.abs(t - 95), 0) / 17)
    return np.where((rh < 13) & (t >= 80) & (t <= 112), amount, 0.0)


def _humid(t: Floats, rh: Floats) -> Floats:
    """Return the addition above 85 % humidity, from 80 to 87 °F."""
    return np.where((rh > 85) & (t >= 80) & (t <= 87), (rh - 85) / 10 * (87 - t) / 5, 0.0)
