"""Fluxes of vapour and heat, solved together at every radius, and the radius stepped in time."""

import math

import numpy as np
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.physics import bolton


@second("droplet_growth")
def droplet_growth(p, taken):
    celsius = p["high" if "upper" in taken else "low"]
    kelvin = celsius + 273.15
    saturated = bolton(celsius) / (461.5 * kelvin)
    change = saturated * (2.5e6 / (461.5 * kelvin**2) - 1 / kelvin)
    excess = p["edge" if "edge" in taken else "core"] / 100
    diffusivity = p["diffusivity"] * 1e-6

    def condensation(radius):
        """Mass gained per second; the unknowns are that and how much warmer the droplet is."""
        around = 4 * math.pi * radius
        fluxes = [[1, around * diffusivity * change], [2.5e6, -around * p["conductivity"]]]
        if "cool" in taken:
            fluxes[1] = [0, 1]
        return np.linalg.solve(fluxes, [around * diffusivity * saturated * excess, 0])[0]

    def faster(_, radius):
        return condensation(radius[0]) / (4 * math.pi * radius[0] ** 2 * 1000)

    def grown(_, radius):
        return radius[0] - p["end"] * 1e-6

    grown.terminal = True
    start = p["large" if "large" in taken else "small"] * 1e-6
    path = solve_ivp(faster, (0, 1e4), [start], events=grown, rtol=1e-8, atol=1e-14)
    return {"t": path.t[-1], "G": start * faster(0, [start]) / excess * 1e12}
