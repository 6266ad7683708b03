"""Sums over drops in millimetres; the slope is found by trying."""

import math

import numpy as np
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("radar_rain_rate")
def radar_rain_rate(p, taken):
    diameters = np.linspace(0, 40, 40_001)
    intercept = p["convective" if "convective" in taken else "steady"]
    decibels = 10 * math.log10(p["second" if "second" in taken else "first"])
    decibels += p["bias"] if "biased" in taken else 0

    def moment(slope, weight):
        return np.trapezoid(intercept * np.exp(-slope * diameters) * weight, diameters)

    slope = brentq(lambda slope: 10 * math.log10(moment(slope, diameters**6)) - decibels, 0.5, 10)
    speeds = p["speed"] * (diameters / p["size"]) ** p["power"]
    speeds *= (p["air"] / p["ground"]) ** -0.4 if "aloft" in taken else 1
    drops = math.pi / 6 * diameters**3
    return {"R": moment(slope, drops * speeds) * 1e-6 * 3600, "W": moment(slope, drops) * 1e-3}
