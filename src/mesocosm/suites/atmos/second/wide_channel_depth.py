"""Chézy's formula with C = y^(1/6)/n, by root finding."""

import numpy as np
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("wide_channel_depth")
def wide_channel_depth(p, taken):
    n = p["plants" if "overgrown" in taken else "bare"]
    discharge = p["flood" if "flood" in taken else "mean"]
    width = p["delta" if "delta" in taken else "gorge"]
    slope = p["straight" if "straightened" in taken else "winding"] / 1000

    def speed(y):
        return y ** (1 / 6) / n * np.sqrt(y * slope)

    y = brentq(lambda y: width * y * speed(y) - discharge, 0.01, 50)
    return {"y": y, "V": speed(y)}
