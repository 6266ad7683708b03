"""Each stone runs on its inertial circle; the speed is found at which their centres pass at the right distance."""

import math

from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("coriolis_miss")
def coriolis_miss(p, taken):
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    apart = (p["large" if "large" in taken else "small"] + (p["gap"] if "gap" in taken else 0)) / 100

    def meeting(speed):
        return math.asin(p["distance"] / 2 * f / speed) / f

    speed = brentq(lambda v: 2 * v / f * (1 - math.cos(f * meeting(v))) - apart, 0.05, 50)
    return {"V": speed, "t": meeting(speed)}
