"""The slope of the frequency, by differences."""

import math

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.physics import beta_plane


@second("rossby_group_speed")
def rossby_group_speed(p, taken):
    beta = beta_plane(p["north" if "higher" in taken else "south"])
    wind = p["winter" if "winter" in taken else "summer"]
    across = 2 * math.pi / (p["across"] * 1e3) if "bounded" in taken else 0.0
    k = 2 * math.pi / (p["long" if "longer" in taken else "short"] * 1e3)

    def frequency(k):
        return k * (wind - beta / (k**2 + across**2))

    speed = (frequency(1.0001 * k) - frequency(0.9999 * k)) / (0.0002 * k)
    return {"cg": speed, "t": p["away"] * 1e3 / speed / 86400}
