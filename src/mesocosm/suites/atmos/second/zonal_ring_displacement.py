"""Search the latitude, and the height, where angular momentum allows the easterly wind."""

import numpy as np
from scipy.constants import degree
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("zonal_ring_displacement")
def zonal_ring_displacement(p, taken):
    latitude = p["north" if "northern" in taken else "south"]
    wanted = p["strong" if "strong" in taken else "weak"]
    start = p["westerly"] if "westerly" in taken else 0.0

    def momentum(angle, height, u):
        arm = (C["earth_radius"] + height) * np.cos(angle * degree)
        return arm * u + C["earth_rotation"] * arm**2

    conserved = momentum(latitude, 0, start)
    new = brentq(lambda angle: momentum(angle, 0, -wanted) - conserved, 0, latitude)
    height = brentq(lambda z: momentum(latitude, z, -wanted) - conserved, 0, 1e6)
    return {"y": C["earth_radius"] * (latitude - new) * degree / 1000, "z": height / 1000}
