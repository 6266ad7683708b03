"""Slow mode of two layers under a free surface; of two ways along the coast the one that decays offshore."""

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("coastal_kelvin_wave")
def coastal_kelvin_wave(p, taken):
    light = G * p["september" if "september" in taken else "june"] / 1000
    upper, lower = p["above"], p["below"] if "shallow" in taken else 1e4 * p["above"]
    # Heights of surface and interface obey h_tt = M h_xx.
    modes = np.array([[G * (upper + lower), light * lower], [G * lower, light * lower]])
    c = np.sqrt(min(np.linalg.eigvals(modes).real))
    f = coriolis_parameter((-1 if "southern" in taken else 1) * p["latitude"] * units.degree).magnitude
    # Coast on the right of +x, y offshore: f u = -p_y with u = p / (sign c), so that p goes as exp(-f y / (sign c)).
    sign = next(sign for sign in (1, -1) if f / (sign * c) > 0)
    way = p["anticlockwise"] if sign > 0 else p["clockwise"]
    return {"t": way * 1000 / c / 3600, "c": c, "R": c / abs(f) / 1000}
