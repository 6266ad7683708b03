"""Layer upon layer: the height of a small drop of pressure is the drop over density and gravity."""

import math

from scipy import constants
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second


@second("homogeneous_atmosphere")
def homogeneous_atmosphere(p, taken):
    molar = p["carbonic" if "carbonic" in taken else "nitrogen"] / 1000
    temperature = p["summer" if "summer" in taken else "winter"]
    ground = 1000 * p["pressure"]

    def air(pressure):
        molecules = pressure / (constants.k * temperature)
        return molecules / constants.N_A * molar

    isothermal, top = "isothermal" in taken, p["left"] / 100 * ground
    height = (
        quad(lambda q: 1 / (air(q) * p["gravity"]), top, ground)[0]
        if isothermal
        else ground / air(ground) / p["gravity"]
    )
    below = quad(lambda z: air(ground) * math.exp(-z * air(ground) * p["gravity"] / ground), 0, 1e6, points=[1e4, 5e4])[
        0
    ]
    return {"H": height / 1000, "d": air(ground), "m": below}
