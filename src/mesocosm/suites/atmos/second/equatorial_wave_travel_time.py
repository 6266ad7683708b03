"""Speeds from the full dispersion relation of equatorial waves, at a very long wavelength."""

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import DAY, RADIUS, G


@second("equatorial_wave_travel_time")
def equatorial_wave_travel_time(p, taken):
    gravity = G * p["salty" if "salty" in taken else "fresh"] / p["abyss"]
    c = np.sqrt(gravity * p["deep" if "deep" in taken else "shallow"])
    beta = (coriolis_parameter(0.1 * units.degree) / (np.deg2rad(0.1) * RADIUS * units.m)).to("1/m/s").magnitude
    k = 2 * np.pi / 1e9

    def rest(mode, omega):
        return omega**2 / c**2 - k**2 - beta * k / omega - (2 * mode + 1) * beta / c

    if "rossby" in taken:
        speed, distance = brentq(lambda omega: rest(1, omega), -2 * c * k, -0.01 * c * k) / k, -p["west"]
    else:
        speed, distance = brentq(lambda omega: rest(-1, omega), 0.5 * c * k, 2 * c * k) / k, p["east"]
    days = 1000 * distance / (speed + (p["drift"] if "drift" in taken else 0)) / DAY
    left = solve_ivp(lambda t, a: -a / p["damping"], (0, days), [1.0], rtol=1e-8).y[0, -1]
    return {"t": days, "L": np.sqrt(c / beta) / 1000, "A": left}
