"""Sunlight by a scalar product, and the temperature that radiates it, searched."""

import numpy as np

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import SUN
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import balance


@second("sunlit_plate_temperature")
def sunlit_plate_temperature(p, taken):
    sun, normal = np.array([1.0, 0.0]), np.array([1.0, 0.0])
    if "tilted" in taken:
        angle = np.deg2rad(p["tilt"])
        normal = np.array([np.cos(angle), np.sin(angle)])
    gained = SUN * either(p, taken, "near", "far") ** -2.0 * float(sun @ normal)
    gained -= gained * either(p, taken, "white", "dark")
    return {"T": balance(gained, 1 if "insulated" in taken else 2), "F": gained}
