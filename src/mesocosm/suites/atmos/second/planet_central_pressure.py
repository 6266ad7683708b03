"""Mass and pressure followed inward from the surface."""

import math

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import NEWTON
from mesocosm.suites.atmos.second.numerics import either, integrate_path


@second("planet_central_pressure")
def planet_central_pressure(p, taken):
    radius = either(p, taken, "large", "small") * 1000
    rho = either(p, taken, "heavy", "light")
    rho -= rho * p["pores"] / 100 if "porous" in taken else 0
    mass = rho * 4 / 3 * math.pi * radius**3

    def inward(r, state):
        inside, _ = state
        return [4 * math.pi * r**2 * rho, -NEWTON * inside * rho / r**2]

    end = radius - p["depth"] * 1000 if "depth" in taken else radius / 500
    pressure = integrate_path(inward, radius, end, [mass, 0.0])[1]
    return {"p": pressure / 1e9, "g": NEWTON * mass / radius**2}
