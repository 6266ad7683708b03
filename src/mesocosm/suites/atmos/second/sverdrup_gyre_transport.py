"""Stommel's gyre solved across the basin; its interior gives the transport, its edge the width."""

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import DAY, RADIUS


@second("sverdrup_gyre_transport")
def sverdrup_gyre_transport(p, taken):
    middle = p["north" if "northern" in taken else "south"]
    f = coriolis_parameter(np.array([middle - 0.1, middle + 0.1]) * units.degree).magnitude
    beta = (f[1] - f[0]) / (np.deg2rad(0.2) * RADIUS)
    stress = np.array([-p["trades"], p["winter" if "winter" in taken else "summer"]])
    curl = np.diff(stress)[0] / (1000 * p["span"])
    width, friction = 1000 * p["wide" if "wide" in taken else "narrow"], p["friction"] / DAY
    # ψ = A + B exp(−βx/r) + s x solves r ψ'' + β ψ' = curl/ρ; no flow through either coast gives A and B
    slope = curl / 1025 / beta
    a, _ = np.linalg.solve([[1, 1], [1, np.exp(-beta * width / friction)]], [0, -slope * width])
    edge = brentq(lambda x: np.exp(-beta * x / friction) - np.exp(-1), 1, 1e6)
    per_width = units.Quantity(curl, "N/m^3") / units.Quantity(1025 * beta, "kg/m^4/s")
    return {"M": abs(a), "V": per_width.to("m^2/s").magnitude, "d": edge / 1000}
