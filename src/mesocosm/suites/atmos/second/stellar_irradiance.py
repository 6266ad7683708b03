"""Planck's law over all wavelengths, and the radiance over the disc of the star in the sky."""

import math

from scipy import constants
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second


@second("stellar_irradiance")
def stellar_irradiance(p, taken):
    temperature = p["new" if "new" in taken else "old"]
    h, c, k = constants.h, constants.c, constants.k

    def planck(micron):
        length = micron * 1e-6
        return 2 * h * c**2 / length**5 / math.expm1(h * c / (length * k * temperature)) * 1e-6

    radiance = quad(planck, 0.05, 5)[0] + quad(planck, 5, 1000, limit=200)[0]
    edge = math.asin(p["radius"] / (1000 * p["outer" if "outer" in taken else "inner"]))
    arriving = quad(lambda angle: radiance * math.cos(angle) * 2 * math.pi * math.sin(angle), 0, edge)[0]
    absorbed = 100 - p["albedo"] if "absorbed" in taken else 100
    return {"E": arriving * absorbed / 100, "M": math.pi * radiance}
