"""A pressure field that sinks steadily; how fast, is found from what the ship reads an hour apart."""

import math

import numpy as np
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("pressure_tendency_from_ship")
def pressure_tendency_from_ship(p, taken):
    slope, angle = p["gradient"] / 100, math.radians(p["angle"] if "oblique" in taken else 0)
    if "rising" not in taken:
        angle = math.pi - angle
    place = p["speed"] * np.array([math.cos(angle), math.sin(angle)])

    def pressure(fall, x, hours):
        return 1000 + slope * x[0] - fall * hours

    read = p["evening" if "evening" in taken else "morning"]
    fall = brentq(lambda b: pressure(b, np.zeros(2), 0) - pressure(b, place, 1) - read, -20, 20)
    return {"B": fall, "A": abs(pressure(fall, place, 1) - pressure(fall, np.zeros(2), 1))}
