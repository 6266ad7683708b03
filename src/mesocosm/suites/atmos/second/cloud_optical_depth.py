"""Optical depth from the liquid water path and the effective radius, in grams and centimetres."""

import math

from mesocosm.suites.atmos.second.book import second


@second("cloud_optical_depth")
def cloud_optical_depth(p, taken):
    number = p["polluted" if "polluted" in taken else "clean"]
    water = p["morning" if "morning" in taken else "afternoon"] * 1e-6
    radius = (water / number / (4 / 3 * math.pi)) ** (1 / 3)
    radius *= p["spread"] ** (-1 / 3) if "spread" in taken else 1
    path = water * p["deep" if "deep" in taken else "shallow"] * 100
    tau = 1.5 * path / radius
    g = p["asymmetry"]
    return {"tau": tau, "r": radius * 1e4, "A": 1 - 1 / (1 + math.sqrt(0.75) * (1 - g) * tau)}
