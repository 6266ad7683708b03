"""Search the height above which the optical depth, integrated along the line of sight, is as wanted."""

import numpy as np
from scipy.constants import degree
from scipy.integrate import quad
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("vapour_emission_height")
def vapour_emission_height(p, taken):
    scale = 1000 * p["deep" if "deep" in taken else "shallow"]
    density = p["tropical" if "tropical" in taken else "polar"] / 1000
    absorption = p["strong" if "strong" in taken else "weak"]
    stretch = 1 / np.cos(p["angle"] * degree) if "slant" in taken else 1.0

    def optical_depth(above):
        end = above + 30 * scale
        return quad(lambda z: stretch * absorption * density * np.exp(-z / scale), above, end)[0]

    return {"z": brentq(lambda z: optical_depth(z) - p["opaque"], 0, 40e3) / 1000, "tau": optical_depth(0)}
