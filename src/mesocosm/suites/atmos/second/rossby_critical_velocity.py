"""Search the wind at which the vertical wavenumber of the stationary wave vanishes."""

import numpy as np
from scipy.constants import degree
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C
from mesocosm.suites.atmos.second.numerics import slope
from mesocosm.suites.atmos.second.physics import coriolis


@second("rossby_critical_velocity")
def rossby_critical_velocity(p, taken):
    latitude = p["north" if "northern" in taken else "south"]
    stability = p["stratosphere" if "stratosphere" in taken else "troposphere"]
    beta = slope(coriolis, latitude, 0.5) / (C["earth_radius"] * degree)
    circumference = 2 * np.pi * C["earth_radius"] * np.sin((90 - latitude) * degree)
    wavelength = circumference / p["shorter" if "shorter" in taken else "longer"]
    across = 2 * p["width"] * 1000 if "channel" in taken else np.inf
    total = (2 * np.pi / wavelength) ** 2 + (2 * np.pi / across) ** 2

    def vertical_squared(wind):
        return stability**2 / coriolis(latitude) ** 2 * (beta / wind - total) - 1 / (4 * (1000 * p["scale"]) ** 2)

    return {"U": brentq(vertical_squared, 0.1, 1000), "L": wavelength / 1000}
