"""Go along the plate until the Reynolds number is reached; the thickness from Blasius' equation."""

import numpy as np
from metpy.units import units
from scipy.integrate import solve_bvp
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("laminar_turbulent_transition")
def laminar_turbulent_transition(p, taken):
    nu = (p["tropical" if "tropical" in taken else "polar"] * units("mm^2/s")).to("m^2/s").magnitude
    limit = p["rough" if "scratched" in taken else "smooth"]
    relative = abs(p["speed"] - p["current"] * (-1 if "against" in taken else 1))
    distance = brentq(lambda x: relative * x / nu - limit, 0, 100)
    eta = np.linspace(0, 10, 200)
    guess = np.array([eta, np.ones_like(eta), np.exp(-eta)])
    blasius = solve_bvp(
        lambda _, f: np.array([f[1], f[2], -f[0] * f[2] / 2]),
        lambda wall, far: np.array([wall[0], wall[1], far[1] - 1]),
        eta,
        guess,
        tol=1e-6,
    )
    edge = brentq(lambda e: blasius.sol(e)[1] - 0.99, 1, 9)
    return {"x": 100 * distance, "d": 1000 * edge * distance / np.sqrt(limit)}
