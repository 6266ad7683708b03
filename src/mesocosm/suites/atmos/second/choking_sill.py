"""The least specific energy, by searching for it."""

import numpy as np
from scipy.optimize import minimize_scalar

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("choking_sill")
def choking_sill(p, taken):
    discharge = p["flood" if "flood" in taken else "ordinary"]
    depth = p["deep" if "deep" in taken else "shallow"]
    q = discharge / p["throat" if "narrow" in taken else "width"]
    least = minimize_scalar(lambda y: y + (q / y) ** 2 / (2 * G), bounds=(0.05, 5), options={"xatol": 1e-10})
    speed = discharge / p["width"] / depth
    wave = np.sqrt(G * depth)
    return {"z": depth + speed**2 / (2 * G) - least.fun, "yc": least.x, "Fr": speed / wave}
