"""The discharge at which Bernoulli's sum is the same in pipe and throat."""

import numpy as np
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("venturi_speed")
def venturi_speed(p, taken):
    wide, narrow = (np.pi * (d / 2000) ** 2 for d in (p["pipe"], p["throat"]))
    drop = 1000 * p["evening" if "evening" in taken else "morning"]
    rise = p["rise"] if "upright" in taken else 0

    def misfit(q):
        return drop + 500 * (q / wide) ** 2 - 500 * (q / narrow) ** 2 - 1000 * G * rise

    q = brentq(misfit, 1e-6, 5)
    return {"V": q / (narrow if "throat" in taken else wide), "Q": 1000 * q}
