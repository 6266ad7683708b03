"""Fill the turning tank until its volume is right, then squeeze or stretch a small cylinder of water."""

import numpy as np
from metpy.units import units
from scipy.integrate import quad
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("rotating_tank_vorticity")
def rotating_tank_vorticity(p, taken):
    rotation = (p["fast" if "second_run" in taken else "slow"] * units.rpm).to("rad/s").magnitude
    wall, mark = p["radius"] / 100, p["outer" if "outer" in taken else "inner"] / 100

    def surface(r, axis):
        return axis + quad(lambda s: rotation**2 * s / C["g"], 0, r)[0]

    def missing(axis):
        volume = quad(lambda r: 2 * np.pi * r * surface(r, axis), 0, wall)[0]
        return volume - np.pi * wall**2 * p["depth"] / 100

    axis = brentq(missing, -0.2, 0.5) if "at_rest" in taken else p["depth"] / 100
    start, end = (axis, surface(mark, axis)) if "inwards" not in taken else (surface(mark, axis), axis)
    radius = 0.01
    new_radius = radius * np.sqrt(start / end)
    spin = rotation * radius**2 / new_radius**2
    return {"zeta": abs(2 * (spin - rotation)), "h": 100 * surface(mark, axis)}
