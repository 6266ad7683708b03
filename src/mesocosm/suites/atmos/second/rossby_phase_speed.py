"""A wave on a grid: how fast it must move for planetary and relative vorticity to balance."""

import math

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.physics import beta_plane


@second("rossby_phase_speed")
def rossby_phase_speed(p, taken):
    beta = beta_plane(p["north" if "higher" in taken else "south"])
    length = p["long" if "longer" in taken else "short"] * 1e3
    width = p["across"] * 1e3 if "bounded" in taken else 1e12
    step = 5e3

    def stream(x, y):
        return math.sin(2 * math.pi * x / length) * math.cos(2 * math.pi * y / width)

    x, y = 0.09 * length, 0.06 * width if "bounded" in taken else 0.0

    def vorticity(x, y):
        around = stream(x + step, y) + stream(x - step, y) + stream(x, y + step) + stream(x, y - step)
        return (around - 4 * stream(x, y)) / step**2

    vorticity_slope = (vorticity(x + step, y) - vorticity(x - step, y)) / (2 * step)
    southerly = (stream(x + step, y) - stream(x - step, y)) / (2 * step)
    speed = -beta * southerly / vorticity_slope + (p["wind"] if "ground" in taken else 0)
    return {"c": speed, "period": length / speed / 86400}
