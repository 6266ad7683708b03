"""Integrate hydrostatic balance upwards."""

import numpy as np
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("log_pressure_height")
def log_pressure_height(p, taken):

    def pressure(z):
        thinning, _ = quad(lambda s: C["g"] / (C["r_dry"] * (p["ground"] - p["rate"] * s / 1000)), 0, 1000 * z)
        return 1000 * np.exp(-thinning)

    level = pressure(p["upper" if "upper" in taken else "lower"])
    base = pressure(p["station"]) if "station" in taken else 1000.0
    scale = p["warm" if "warm" in taken else "cold"]
    return {"dz": scale * np.log(1000 / level) - scale * np.log(1000 / base), "p": level}
