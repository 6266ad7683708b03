"""The heat of the air slab by slab, and the depth of sea that holds as much, searched."""

import numpy as np
from metpy.units import units
from scipy.integrate import quad
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import CP, SEA, SEA_HEAT, G
from mesocosm.suites.atmos.second.numerics import either


@second("atmosphere_ocean_heat_depth")
def atmosphere_ocean_heat_depth(p, taken):
    levels = np.linspace(p["level"] if "layer" in taken else 0, p["surface"], 5001) * units.hPa
    slabs = np.diff(levels) / (G * units("m/s^2"))
    heat = (slabs * CP * units("J/kg/K") * p["air"] * units.K).sum()
    if "moist" in taken:
        heat = heat + 2.5e6 * units("J/kg") * p["vapour"] * units("kg/m^2")
    per_ocean = heat.to("J/m^2").magnitude * (100 / p["share"] if "share" in taken else 1)
    warming = either(p, taken, "autumn", "spring")
    depth = brentq(lambda h: quad(lambda z: SEA * SEA_HEAT * warming, 0, h)[0] - per_ocean, 0, 1000)
    return {"h": depth, "E": heat.to("MJ/m^2").magnitude, "p": quad(lambda z: SEA * G, 0, depth)[0] / 100}
