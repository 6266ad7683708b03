"""Water vapour in the air."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def saturation_hpa(celsius: Floats) -> Floats:
    """Compute saturation vapour pressure over water: Bolton (1980, Mon. Wea. Rev. 108, 1046-1053, equation 10)."""
    return np.asarray(6.112 * np.exp(17.67 * celsius / (celsius + 243.5)))


def relative_humidity(temperature_c: Floats, dew_point_c: Floats) -> Floats:
    """Compute relative humidity in percent, by Bolton's vapour pressure (1980)."""
    return np.asarray(np.clip(100.0 * saturation_hpa(dew_point_c) / saturation_hpa(temperature_c), 1.0, 100.0))


def dew_point_c(vapour_hpa: Floats) -> Floats:
    """Compute the temperature at which air with this vapour is saturated: Bolton's equation 10 inverted."""
    ratio = np.log(np.maximum(vapour_hpa, 1e-6) / 6.112)
    return np.asarray(243.5 * ratio / (17.67 - ratio))
