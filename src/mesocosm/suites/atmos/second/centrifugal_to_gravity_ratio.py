"""The gradient of the centrifugal potential in three dimensions, and the weight of a pile of thin shells."""

import numpy as np
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second


@second("centrifugal_to_gravity_ratio")
def centrifugal_to_gravity_ratio(p, taken):
    latitude = np.radians(p["plain" if "northern" in taken else "sea"])
    spin = 2 * np.pi / (3600 * p["youth" if "young" in taken else "today"])
    radius = 1000 * p["radius"]
    up = np.array([np.cos(latitude), 0, np.sin(latitude)])

    def potential(place):
        return spin**2 * (place[0] ** 2 + place[1] ** 2) / 2

    step = 10.0
    push = [(potential(radius * up + e) - potential(radius * up - e)) / (2 * step) for e in step * np.eye(3)]
    size = push @ up if "vertical" in taken else np.linalg.norm(push)
    mass = quad(lambda r: 4 * np.pi * r**2 * p["density"], 0, radius)[0]
    attraction = 6.674e-11 * mass / radius**2
    return {"ratio": size / attraction, "a": size, "g": attraction}
