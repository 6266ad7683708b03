"""The wind summed along the curve in small steps."""

import math

import numpy as np

from mesocosm.suites.atmos.second.book import second

SQUARE = ([1, 1, -1, -1, 1], [-1, 1, 1, -1, -1])


@second("circulation_in_shear")
def circulation_in_shear(p, taken):
    half = p["side"] / 2
    turn = np.linspace(0, 2 * math.pi, 40001)
    x, y = half * np.cos(turn), half * np.sin(turn)
    area = math.pi * half**2
    if "circle" not in taken:
        x, y = (np.interp(turn, np.linspace(0, 2 * math.pi, 5), corners) * half for corners in SQUARE)
        area = p["side"] ** 2
    westerly = 20 - p["second" if "second" in taken else "first"] * (y[1:] + y[:-1]) / 2000
    southerly = 5 + (1 if "grows" in taken else -1) * p["across"] * (x[1:] + x[:-1]) / 2000
    circulation = 1000 * np.sum(westerly * np.diff(x) + southerly * np.diff(y))
    return {"C": circulation, "z": circulation / (area * 1e6)}
