"""The Coriolis force and the curvature turn what moves outwards."""

import math

from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("expanding_ring")
def expanding_ring(p, taken):
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    start = p["radius"] * 1000
    end = brentq(lambda r: (r / start) ** (2 if "area" in taken else 1) - p["factor"], start, 10 * start)
    wind = -p["wind"] if "turning" in taken else 0.0
    wind = -solve_ivp(lambda r, v: -f - v / r, (start, end), [wind], rtol=1e-9).y[0, -1]
    return {"V": wind, "C": 2 * math.pi * end * wind}
