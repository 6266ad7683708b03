"""The wave that keeps pace, by its dispersion relation, and Fr² = (wave length) / (2π hull length)."""

import numpy as np
from metpy.units import units
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("vessel_froude_number")
def vessel_froude_number(p, taken):
    current = p["ebb" if "ebb" in taken else "flood"] * units.knot
    speed = p["ground"] * units.knot - current * (-1 if "upstream" in taken else 1)
    speed = speed.to("m/s").magnitude
    k = brentq(lambda k: np.sqrt(G / k * np.tanh(k * 1e4)) - speed, 1e-3, 1e3)
    length = 2 * np.pi / k
    return {"Fr": np.sqrt(length / (2 * np.pi * p["ferry" if "ferry" in taken else "launch"])), "L": length}
