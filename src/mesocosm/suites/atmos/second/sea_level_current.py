"""The weight of the water over a level, summed by the millimetre on both sides."""

import numpy as np

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import coriolis


@second("sea_level_current")
def sea_level_current(p, taken):
    rise = either(p, taken, "autumn", "spring") / 100
    level = 500.0 if "deep" in taken else 20.0

    def pressure(surface, boundary, air):
        """Weight of the water over a fixed level, layer by layer."""
        depths = np.arange(-surface, level, 0.001) + 0.0005
        return air + float(np.where(depths < boundary, p["light"], p["dense"]).sum() * 0.001 * G)

    air = p["air"] * 100 if "air" in taken else 0.0
    difference = pressure(rise, 100 + p["tilt"], 101325.0 + air) - pressure(0.0, 100.0, 101325.0)
    density_here = p["dense" if "deep" in taken else "light"]
    f = coriolis(p["north"] if "northern" in taken else p["south"])
    return {"v": difference / (p["width"] * 1000) / density_here / f, "dp": difference}
