"""Moving south by small steps, each of which brings the change of the Coriolis parameter there."""

import math

from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import EARTH_TURN


@second("absolute_vorticity_conservation")
def absolute_vorticity_conservation(p, taken):
    start, goal = (
        math.radians(p[key]) for key in ("far" if "far" in taken else "near", "low" if "low" in taken else "high")
    )
    spin = (-1 if "anticyclonic" in taken else 1) * p["spin"] * 1e-6
    gained = quad(lambda latitude: -2 * EARTH_TURN * math.cos(latitude), start, goal)[0]
    return {"z": spin + gained, "a": spin + coriolis_parameter(start * units.radian).magnitude}
