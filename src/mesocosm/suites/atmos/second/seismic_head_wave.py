"""Fermat: the shortest time of a way down, along and up."""

import numpy as np
from scipy.optimize import brentq, minimize

from mesocosm.suites.atmos.second.book import second


@second("seismic_head_wave")
def seismic_head_wave(p, taken):
    wave = "s" if "shear" in taken else "p"
    crust, mantle = p[f"crust_{wave}"], p[f"mantle_{wave}"]
    thickness = p["mountains" if "mountains" in taken else "plains"]

    def legs(distance, ways):
        slanted = np.hypot(thickness, ways[0]) + np.hypot(thickness, ways[1])
        return slanted / crust + (distance - ways[0] - ways[1]) / mantle

    def shortest(distance):
        return minimize(lambda ways: legs(distance, ways), [thickness, thickness], method="Nelder-Mead", tol=1e-9)

    distance = p["far" if "far" in taken else "near"]
    best = shortest(distance)
    crossover = brentq(lambda x: shortest(x).fun - x / crust, thickness, 2000, xtol=1e-4)
    return {"t": best.fun, "x": crossover, "i": np.rad2deg(np.arctan(best.x[0] / thickness))}
