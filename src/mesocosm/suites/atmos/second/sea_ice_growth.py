"""The time that each layer takes to freeze, added up; the thickness at which it is the time that passed."""

from scipy.integrate import quad
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import DAY


@second("sea_ice_growth")
def sea_ice_growth(p, taken):
    cold = p["strait" if "strait" in taken else "bay"]
    snow = p["snow"] / 100 / p["conductivity"] if "snow" in taken else 0.0
    old = p["old"] / 100 if "old" in taken else 0.0

    def flux(thickness):
        return cold / (thickness / 2.2 + snow)

    def days(thickness):
        return quad(lambda h: 917 * 3.34e5 / flux(h), old, thickness)[0] / DAY if thickness > old else 0.0

    end = p["end" if "end" in taken else "middle"]
    thickness = brentq(lambda h: days(h) - end, old, 10)
    return {"h": thickness, "F": flux(thickness), "r": 1000 * DAY * flux(thickness) / (917 * 3.34e5)}
