"""The barometric integral by quadrature, differenced over the warming; its maximum searched."""

import math

from scipy.integrate import quad
from scipy.optimize import minimize_scalar

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import AIR, G
from mesocosm.suites.atmos.second.numerics import either


@second("warming_pressure_change")
def warming_pressure_change(p, taken):
    ground = either(p, taken, "plateau", "plain")
    surface, lapse = either(p, taken, "hot", "cold"), p["lapse"] / 1000

    def pressure(z, warming):
        weight, _ = quad(lambda s: G / (AIR * (surface + warming - lapse * s)), 0, z)
        return ground * math.exp(-weight)

    def rise(z):
        return (pressure(z, 0.01) - pressure(z, -0.01)) / 0.02

    largest = minimize_scalar(lambda z: -rise(z), bounds=(1000, 20000), method="bounded", options={"xatol": 1}).x
    height = p["height"] * 1000 if "given" in taken else largest
    return {"dp": rise(height) * either(p, taken, "late", "early"), "z": largest / 1000}
