"""Mass budget and circulation edge by edge, with units."""

import numpy as np
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("annulus_convergence")
def annulus_convergence(p, taken):
    inner, outer = p["inner"] * units.km, p["outer"] * units.km
    thickness = p["deep" if "deep" in taken else "shallow"] * units.m
    speed = units("m/s")
    area = np.pi * outer**2 - np.pi * inner**2
    mean = p["mean"] * units("kg/m^3")
    top = p["top"] * units("kg/m^3") if "thin" in taken else mean
    through_outer = 2 * np.pi * outer * thickness * mean * p["night" if "night" in taken else "day"] * speed
    through_inner = 2 * np.pi * inner * thickness * mean * p["eye"] * speed
    gained = through_outer + through_inner if "outwards" in taken else through_outer - through_inner
    circulation = 2 * np.pi * outer * p["slow"] * speed - 2 * np.pi * inner * p["fast"] * speed
    return {
        "w": (gained / (area * top)).to("cm/s").magnitude,
        "zeta": (circulation / area).to("1/s").magnitude,
    }
