"""Differences of the sphere's potential; the plateau as a very wide disc, integrated ring by ring."""

import numpy as np
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C
from mesocosm.suites.atmos.second.numerics import slope


@second("gravity_with_height")
def gravity_with_height(p, taken):
    radius, gravity = C["earth_radius"], C["g"]
    if "other" in taken:
        radius, gravity = 1000 * p["radius"], p["gravity"]
    height = 1000 * p["high" if "high" in taken else "low"]
    product = gravity * radius**2
    loss = gravity - slope(lambda r: -product / r, radius + height, 100.0)
    if "plateau" in taken:
        edge = 1e4 * height
        discs, _ = quad(lambda z: 1 - z / np.hypot(z, edge), 0, height)
        loss -= 2 * np.pi * C["gravitation"] * p["rock"] * discs
    return {"dg": 1000 * loss, "share": 100 * loss / gravity}
