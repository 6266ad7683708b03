"""A search for the temperature difference that gives MetPy's thicknesses their difference."""

import numpy as np
from metpy.calc import thickness_hydrostatic
from metpy.units import units
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import coriolis


@second("thickness_contours")
def thickness_contours(p, taken):
    bottom, top = (p["middle"], p["top"]) if "upper" in taken else (p["ground"], p["middle"])
    levels = np.geomspace(bottom, top, 100) * units.hPa
    wanted = either(p, taken, "coarse", "fine") * either(p, taken, "eastern", "western")

    def thickness(temperature):
        return thickness_hydrostatic(levels, np.full(100, temperature) * units.K).to("m").magnitude

    vapour = wanted * p["moist"] / 100 if "moist" in taken else 0
    difference = brentq(lambda dt: thickness(250 + dt / 2) - thickness(250 - dt / 2) + vapour - wanted, 0, 200)
    tilt = wanted / (p["distance"] * 1000)
    return {"dT": difference, "VT": G * tilt / coriolis(p["latitude"])}
