"""Integrate thermal wind from far away to the equator; then cool a column until it is steady."""

import numpy as np
from scipy.constants import day, degree
from scipy.integrate import quad
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C
from mesocosm.suites.atmos.second.numerics import slope
from mesocosm.suites.atmos.second.physics import coriolis


@second("qbo_residual_ascent")
def qbo_residual_ascent(p, taken):
    width = 1000 * p["wide" if "wide" in taken else "narrow"]
    shear = p["strong" if "strong" in taken else "weak"] / 1000
    relaxation = p["dusty" if "dusty" in taken else "clean"] * day
    beta = slope(coriolis, 0, 0.1) / (C["earth_radius"] * degree)
    scale = 1000 * p["scale"]
    anomaly, _ = quad(lambda y: beta * y * shear * np.exp(-((y / width) ** 2) / 2), 0, 12 * width, points=[width])
    anomaly *= scale / C["r_dry"]
    static_stability = p["stability"] ** 2 * scale / C["r_dry"]
    heating = anomaly / relaxation
    ascent = brentq(lambda w: heating - w * static_stability, -1, 1, xtol=1e-12)
    return {"w": 1000 * ascent + (p["upwelling"] if "total" in taken else 0), "T": anomaly}
