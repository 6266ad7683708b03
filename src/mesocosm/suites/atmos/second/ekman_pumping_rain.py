"""The Ekman spiral integrated over its height; its depth is where the cross-isobar wind first vanishes."""

import math

from scipy.integrate import quad
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import DAY
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import coriolis


@second("ekman_pumping_rain")
def ekman_pumping_rain(p, taken):
    f = coriolis(p["north"] if "northern" in taken else p["south"])
    viscosity = either(p, taken, "land", "sea")
    vorticity = either(p, taken, "tuesday", "monday") / 3600
    decay = math.sqrt(f / (2 * viscosity))

    def spiral(z):
        """Wind across the isobars, as a part of the geostrophic wind."""
        return math.exp(-decay * z) * math.sin(decay * z)

    transport, _ = quad(spiral, 0, 60 / decay, limit=400)
    w = vorticity * transport
    rain = w * p["density"] * either(p, taken, "wet", "dry") / 1000
    depth = brentq(spiral, 2 / decay, 4 / decay)
    return {"P": rain * DAY, "w": w * 1000, "D": depth}
