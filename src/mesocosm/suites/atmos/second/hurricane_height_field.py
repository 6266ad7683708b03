"""Integrate the slope of the surface outwards; search where the two forces are equal."""

from scipy.integrate import quad
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C
from mesocosm.suites.atmos.second.physics import coriolis


@second("hurricane_height_field")
def hurricane_height_field(p, taken):
    f = coriolis(p["latitude"])
    strongest = p["second" if "second_day" in taken else "first"]
    core, far = 1000 * p["core"], 1000 * p["far"]
    power = p["western" if "western" in taken else "eastern"]

    def wind(r):
        return strongest * (core / r) ** power

    def steepness(r):
        return (wind(r) ** 2 / r + (0 if "cyclostrophic" in taken else f * wind(r))) / C["g"]

    equal = brentq(lambda r: wind(r) ** 2 / r - f * wind(r), 1e3, 1e7)
    return {"dz": quad(steepness, core, far)[0], "R": equal / 1000}
