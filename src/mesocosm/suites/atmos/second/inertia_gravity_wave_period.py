"""Eigenvalues of the linear equations of u, v and buoyancy, with pressure taken out by continuity."""

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("inertia_gravity_wave_period")
def inertia_gravity_wave_period(p, taken):
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    n = p["stratosphere" if "stratosphere" in taken else "troposphere"]
    m = 2 * np.pi / (1000 * p["tall" if "tall" in taken else "short"])

    def frequency(k):
        # w = -k u/m; eliminating pressure: (1 + k²/m²) du/dt = f v - (k/m) b
        inertia = 1 + (k / m) ** 2
        matrix = np.array([[0, f / inertia, -k / m / inertia], [-f, 0, 0], [n**2 * k / m, 0, 0]])
        return np.abs(np.linalg.eigvals(matrix).imag).max()

    k = 2 * np.pi / (1000 * p["horizontal"])
    group = (frequency(k * 1.001) - frequency(k * 0.999)) / (0.002 * k)
    return {"P": 2 * np.pi / frequency(k) / 3600, "c": frequency(k) / k, "cg": group}
