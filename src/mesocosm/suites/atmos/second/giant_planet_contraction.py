"""The energy of shells brought from afar, differenced over the radius."""

import math

from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import DAY, NEWTON, SIGMA, SUN
from mesocosm.suites.atmos.second.numerics import either


@second("giant_planet_contraction")
def giant_planet_contraction(p, taken):
    radius = p["radius"] * 1000
    mass = p["density"] * 4 / 3 * math.pi * radius**3

    def energy(size):
        """Shells brought from afar one by one."""
        rho = mass / (4 / 3 * math.pi * size**3)
        return quad(lambda r: -NEWTON * (4 / 3 * math.pi * rho * r**3) * 4 * math.pi * rho * r, 0, size)[0]

    per_metre = (energy(radius * 1.0005) - energy(radius * 0.9995)) / (0.001 * radius)
    temperature = either(p, taken, "second", "first")
    disk = math.pi * radius**2
    gained = SUN / either(p, taken, "outer", "inner") ** 2 * disk * (1 - either(p, taken, "bright", "dull"))
    power = SIGMA * temperature**4 * 4 * disk - gained
    released = power / (p["share"] / 100) if "kept" in taken else power
    return {"v": released / per_metre * 1000 * 365.25 * DAY, "F": power / (4 * disk), "L": power}
