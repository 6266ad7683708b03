"""Mass of the planet, then gravity, then the cooling of a kilogram of air lifted by a metre, with units."""

import numpy as np
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("planetary_lapse_rate")
def planetary_lapse_rate(p, taken):
    radius = p["large" if "large" in taken else "small"] * units.km
    mass = 4 / 3 * np.pi * radius**3 * p["density"] * units("kg/m^3")
    gravity = C["gravitation"] * units("m^3/kg/s^2") * mass / radius**2
    if "equator" in taken:
        speed = 2 * np.pi * radius / (p["day"] * units.hour)
        gravity = gravity - speed**2 / radius
    helium = p["share"] * units.g if "mixture" in taken else 0 * units.g
    heat = (100 * units.g - helium) * p["dioxide"] * units("J/kg/K") + helium * p["helium"] * units("J/kg/K")
    cooling = 100 * units.g * gravity / heat
    earth = C["g"] * units("m/s^2") / (C["cp_dry"] * units("J/kg/K"))
    return {"lapse": cooling.to("K/km").magnitude, "ratio": (cooling / earth).to("").magnitude}
