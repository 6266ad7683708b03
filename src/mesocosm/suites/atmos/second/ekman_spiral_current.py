"""The balance of Coriolis force and friction solved on a grid of depths, as one complex velocity."""

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.linalg import solve_banded

from mesocosm.suites.atmos.second.book import second


@second("ekman_spiral_current")
def ekman_spiral_current(p, taken):
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    stress = p["air"] * p["drag"] * p["second" if "windy" in taken else "first"] ** 2 / 1025
    step, count, viscosity = 0.1, 6001, p["viscosity"]
    bands = np.zeros((3, count), complex)
    bands[0, 1:] = bands[2, :-1] = viscosity / step**2
    bands[1] = -2 * viscosity / step**2 - 1j * f
    bands[0, 1] *= 2  # the surface's mirror point: stress / viscosity is the gradient there
    right = np.zeros(count, complex)
    right[0] = -2 * stress / step
    current = solve_banded((1, 1), bands, right)
    meter = p["lower" if "lower" in taken else "upper"]
    opposite = np.flatnonzero(np.unwrap(np.angle(current[:3000])) - np.angle(current[0]) <= -np.pi)[0] * step
    return {
        "v": 100 * abs(current[round(meter / step)]),
        "V": abs((current[0] / 2 + current[1:].sum()) * step),
        "d": opposite,
    }
