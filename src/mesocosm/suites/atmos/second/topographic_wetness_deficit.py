"""Steady downslope flow T exp(-D/m) tan β = r a: the recharge that fits the typical point fits the other point."""

import numpy as np
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("topographic_wetness_deficit")
def topographic_wetness_deficit(p, taken):
    m = p["decay"]
    mean = p["dry" if "autumn" in taken else "spring"]
    recharge = np.exp(-mean / m) * np.tan(np.radians(p["slope"])) / p["area"]
    area = p["hollow" if "hollow" in taken else "spur"]
    slope = np.tan(np.radians(p["steep" if "steep" in taken else "gentle"]))
    deficit = brentq(lambda d: np.log(slope / (recharge * area)) - d / m, -2000, 2000)
    return {"D": deficit, "w": (mean - deficit) / m}
