"""The sphere is let go and falls until it no longer gains speed."""

import math

import numpy as np
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import STIFF


@second("small_drop_fall_speed")
def small_drop_fall_speed(p, taken):
    d = p["large" if "larger" in taken else "small"] * 1e-6
    volume, density = math.pi / 6 * d**3, p["graupel"] if "graupel" in taken else 1000.0
    mu = 1.8e-5

    def acceleration(_, speed):
        re = p["air"] * speed * d / mu
        factor = 1 if "stokes" in taken else 1 + 0.15 * np.abs(re) ** 0.687
        return (volume * 9.81 * (density - p["air"]) - 3 * math.pi * mu * d * speed * factor) / (volume * density)

    speed = solve_ivp(acceleration, (0, 3), [0.0], method="LSODA", **STIFF).y[0, -1]
    wind = p["updraught"] if "updraught" in taken else 0.0
    return {"v": speed - wind, "Re": p["air"] * speed * d / mu}
