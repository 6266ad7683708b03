"""The top of the Köhler curve, found by searching."""

import math

from scipy.optimize import minimize_scalar

from mesocosm.suites.atmos.second.book import second


@second("droplet_activation")
def droplet_activation(p, taken):
    kelvin = 273.15 + p["warmth"]
    curvature = 2 * p["film" if "film" in taken else "clean"] / (461.5 * 1000 * kelvin) * 1e9
    volume = 4 / 3 * math.pi * p["large" if "larger" in taken else "small"] ** 3
    volume *= 1 - p["core"] if "core" in taken else 1
    solute = p["organic" if "organic" in taken else "sulphate"] * volume / (4 / 3 * math.pi)

    def below(log_radius):
        radius = math.exp(log_radius)
        return solute / radius**3 - curvature / radius

    top = minimize_scalar(below, bounds=(math.log(20), math.log(20_000)), method="bounded", options={"xatol": 1e-10})
    return {"s": -100 * top.fun, "r": math.exp(top.x) / 1000}
