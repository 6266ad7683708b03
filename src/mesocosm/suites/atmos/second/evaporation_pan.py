"""The daily evaporation with which a simulated pan ends at the level seen."""

import numpy as np
from scipy.optimize import brentq
from shapely import Polygon

from mesocosm.suites.atmos.second.book import second


@second("evaporation_pan")
def evaporation_pan(p, taken):
    area = Polygon(
        [(p["diameter"] / 2 * np.cos(a), p["diameter"] / 2 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 2000)]
    ).area
    hand = p["litres"] * 1000 / area * 10 * (-1 if "bailed" in taken else 1)

    def ending(daily):
        level = p["start"] + hand
        for _ in range(int(p["days"])):
            level += (p["rain"] / p["days"] if "rained" in taken else 0) - daily
            level -= p["leak"] if "leaky" in taken else 0
        return level - p["end"]

    pan = brentq(ending, -50, 100)
    rate = p["coefficient"] * pan if "lake" in taken else pan
    return {"E": rate, "h": rate * p["days"]}
