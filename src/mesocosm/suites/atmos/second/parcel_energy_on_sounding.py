"""The excess as a curve over the logarithm of pressure, summed up."""

import math

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("parcel_energy_on_sounding")
def parcel_energy_on_sounding(p, taken):
    peak = p["evening" if "evening" in taken else "noon"] + (p["virtual"] if "virtual" in taken else 0)
    top = p["high" if "high" in taken else "low"]
    middle = (p["free"] + top) / 2
    heights = -np.log([p["free"], middle, top])
    fine = np.linspace(heights[0], heights[-1], 50_001)
    energy = 287.0 * np.trapezoid(np.interp(fine, heights, [0, peak, 0]), fine)
    if "ground" in taken:
        below = np.linspace(p["free"], p["surface"], 50_001)
        energy -= 287.0 * np.trapezoid(p["lid"] / below, below)
    return {"E": energy, "w": math.sqrt(2 * energy)}
