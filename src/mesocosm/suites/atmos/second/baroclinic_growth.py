"""Edge waves at ground and lid as a matrix; the wavenumber whose fastest mode grows most."""

import math

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.optimize import minimize_scalar

from mesocosm.suites.atmos.second.book import second


@second("baroclinic_growth")
def baroclinic_growth(p, taken):
    height = p["high" if "high" in taken else "low"] * 1e3
    wind = p["winter" if "winter" in taken else "summer"]
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).to("1/s").magnitude
    deformation = p["moist" if "saturated" in taken else "dry"] * height / f

    def growth(a):
        """The growth for a = k N H / f: the wind at each wall carries its temperature, which drives both flows."""
        slope = a * np.array([[0, 1], [math.sinh(a), math.cosh(a)]])
        value = np.array([[1, 0], [math.cosh(a), math.sinh(a)]])
        carried = np.diag([0, wind]) @ slope - wind * value
        return max(np.linalg.eigvals(np.linalg.solve(slope, carried)).imag) * a / deformation

    fastest = minimize_scalar(lambda a: -growth(a), bounds=(0.5, 2.3), method="bounded", options={"xatol": 1e-9})
    return {"sigma": -fastest.fun * 86400, "L": 2 * math.pi * deformation / fastest.x / 1e3}
