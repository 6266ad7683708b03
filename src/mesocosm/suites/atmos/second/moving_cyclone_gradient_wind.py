"""Find the wind for which the forces give the curvature that a moving circle leaves over the ground."""

import numpy as np
from metpy.units import units
from scipy.constants import degree
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.physics import coriolis


@second("moving_cyclone_gradient_wind")
def moving_cyclone_gradient_wind(p, taken):
    f = coriolis(p["north" if "northern" in taken else "south"])
    gradient = p["second" if "second_day" in taken else "first"] * units.hPa / (100 * units.km)
    force = (gradient / (p["density"] * units("kg/m^3"))).to("m/s^2").magnitude
    radius = 1000 * p["radius"]
    against = 180 if "north_side" in taken else 0

    def wind(motion):
        def excess(speed):
            curvature = (1 - motion * np.cos(against * degree) / speed) / radius
            return speed**2 * curvature + f * speed - force

        return brentq(excess, 0.5, 200)

    return {"V": wind(p["motion"]), "V0": wind(0.0), "Vg": force / f}
