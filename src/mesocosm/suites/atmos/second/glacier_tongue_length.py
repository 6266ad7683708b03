"""Shear integrated over depth twice, and the melt of a year in water."""

import numpy as np
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("glacier_tongue_length")
def glacier_tongue_length(p, taken):
    thickness = p["second" if "second" in taken else "first"]
    slope = np.deg2rad(p["steep" if "steep" in taken else "gentle"])

    def shear(z):
        return 2 * p["rate"] * (917 * G * (thickness - z) * np.sin(slope) / 1e6) ** 3

    flux, _ = quad(lambda z: quad(shear, 0, z)[0], 0, thickness)
    water = p["bare" if "bare" in taken else "snow"] * p["warm" if "warm" in taken else "cool"] / 1000
    melt = water / 0.917
    return {"L": flux / melt, "u": flux / thickness, "m": melt}
