"""Friction over Coriolis for a current that varies as cos(z/H); decay from the roots of A² s⁴ + f² = 0."""

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("ekman_number")
def ekman_number(p, taken):
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    a, h = p["gale" if "gale" in taken else "breeze"], p["thick" if "deepened" in taken else "thin"]
    z = 0.3 * h + np.array([-1, 0, 1]) * h / 1000
    u = np.cos(z / h)
    bend = (u[0] - 2 * u[1] + u[2]) / (h / 1000) ** 2
    roots = np.roots([a**2, 0, 0, 0, f**2])
    return {"Ek": abs(a * bend) / (f * u[1]), "D": 1 / max(roots.real)}
