"""The convolution by numpy, and the volume as the sum of the hydrograph."""

import numpy as np
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("unit_hydrograph_convolution")
def unit_hydrograph_convolution(p, taken):
    rain = np.array([p["r1"], p["r2"], p["r3"]]) - p["loss"] * p["step"] * ("losses" in taken)
    unit = np.array([p[f"u{number}"] for number in range(1, 6)])
    direct = np.convolve(rain[::-1] if "reversed" in taken else rain, unit)
    seconds = p["step"] * 3600
    return {
        "Q": direct[4 if "falling" in taken else 3] + p["base"] * ("base" in taken),
        "V": direct.sum() * seconds,
        "A": (unit.sum() * seconds * units("m^3/mm")).to("km^2").magnitude,
    }
