"""The ascent that leaves potential temperature, differenced along the path, unchanged."""

import numpy as np
from scipy.constants import degree, hour
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C
from mesocosm.suites.atmos.second.numerics import slope


@second("adiabatic_vertical_velocity")
def adiabatic_vertical_velocity(p, taken):
    change = p["change"] / hour * (-1 if "cooling" in taken else 1)
    gradient = p["evening" if "evening" in taken else "morning"] / 1e6
    angle = p["angle"] * degree if "oblique" in taken else 0.0
    lapse = p["stable" if "stable" in taken else "ordinary"] / 1000
    here, kappa = 270.0, C["r_dry"] / C["cp_dry"]
    wind = p["wind"] * np.array([np.cos(angle), np.sin(angle)])

    def theta(t, w):
        """The potential temperature where the air is after a time t; the temperature rises against its x axis."""
        temperature = here + change * t - gradient * wind[0] * t - lapse * w * t
        return temperature * np.exp(kappa * C["g"] * w * t / (C["r_dry"] * here))

    w = brentq(lambda w: slope(lambda t: theta(t, w), 0, 100), -1, 1)
    return {"w": 100 * w, "A": gradient * wind[0] * hour}
