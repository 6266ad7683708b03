"""Where the air was a minute ago, how warm it was there, and how it was heated since."""

import math

from metpy.calc import wind_components
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("local_warming")
def local_warming(p, taken):
    u, v = wind_components(p["speed"] * units("m/s"), p["late" if "veered" in taken else "early"] * units.degree)
    cold = math.radians(p["upper" if "upper" in taken else "surface"])

    def temperature(east, north):
        return 290 - p["gradient"] * 1e-6 * (east * math.sin(cold) + north * math.cos(cold))

    before = temperature(-60 * u.magnitude, -60 * v.magnitude)
    brought = (before - temperature(0, 0)) * 60
    return {"T": brought + p["clear" if "clear" in taken else "overcast"], "A": brought}
