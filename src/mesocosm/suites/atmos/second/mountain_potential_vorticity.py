"""The vorticity equation along a path on which latitude and depth change steadily."""

import math

from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import EARTH_TURN


@second("mountain_potential_vorticity")
def mountain_potential_vorticity(p, taken):
    start, end = math.radians(p["north" if "northern" in taken else "south"]), math.radians(p["end"])
    depths = [p["lid"], p["lid"] - p["plateau"]]
    first, last = depths[::-1] if "down" in taken else depths

    def change(t, zeta):
        latitude = start + (end - start) * t
        beta = 2 * EARTH_TURN * math.cos(latitude) * (end - start)
        convergence = (last - first) / (first + (last - first) * t)
        return -beta + (zeta + 2 * EARTH_TURN * math.sin(latitude)) * convergence

    spin = (-1 if "anticyclonic" in taken else 1) * p["spin"] * 1e-6
    zeta = solve_ivp(change, (0, 1), [spin], rtol=1e-9, atol=1e-15).y[0, -1]
    return {"a": zeta + coriolis_parameter(p["end"] * units.degree).magnitude, "z": zeta}
