"""Mix calm air in, a little at a time."""

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("entraining_updraft")
def entraining_updraft(p, taken):
    length = 1000 * p["length"]
    factor = 2 if "doubling" in taken else np.e
    height = p["upper" if "upper" in taken else "lower"]
    steps = 2000
    gained = factor ** (height / length / steps) - 1
    mass, w = 1.0, p["second" if "second_day" in taken else "first"]
    for _ in range(steps):
        w = (mass * w + mass * gained * 0.0) / (mass + mass * gained)
        mass += mass * gained
    return {"w": w, "m": mass}
