"""The storm in drops of a hundredth of a millimetre, each of which partly runs off."""

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("hyetograph_excess")
def hyetograph_excess(p, taken):
    hours = [p["first"], p["second"], p["third"], p["fourth"]][: 4 if "fourth" in taken else 3]
    retention = 25.4 * (1000 / p["clay" if "clay" in taken else "loam"] - 10)
    edges = np.linspace(0, sum(hours), round(sum(hours) * 100) + 1)
    rain = (edges[1:] + edges[:-1]) / 2
    beyond = rain - p["ratio"] * retention
    running = np.where(beyond > 0, 1 - (retention / (np.abs(beyond) + retention)) ** 2, 0)
    counted = rain > (0 if "total" in taken else sum(hours[:-1]))
    drop = edges[1]
    return {"E": np.sum(running[counted]) * drop, "D": np.sum(1 - running[counted]) * drop}
