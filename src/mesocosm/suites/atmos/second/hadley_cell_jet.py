"""The eastward momentum equation followed poleward, instead of the conserved angular momentum."""

import math

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import DAY, OMEGA, RADIUS
from mesocosm.suites.atmos.second.numerics import either, integrate_path


@second("hadley_cell_jet")
def hadley_cell_jet(p, taken):
    start = p["belt"] if "summer" in taken else 0.0
    end = either(p, taken, "far", "near")
    first = -p["trades"] if "trades" in taken else 0.0

    def northward(latitude, wind):
        """Coriolis and curvature terms of the eastward momentum equation, for each radian of way."""
        return 2 * OMEGA * math.sin(latitude) * RADIUS + wind * math.tan(latitude)

    wind = integrate_path(northward, math.radians(start), math.radians(end), [first])[0]
    wind *= 1 - p["drag"] / 100 if "drag" in taken else 1
    circle = 360 * RADIUS * math.radians(1) * math.cos(math.radians(end))
    return {"u": wind, "t": circle / wind / DAY}
