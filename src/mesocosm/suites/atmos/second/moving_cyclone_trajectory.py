"""Follow the air for a minute either way and see how its wind turns."""

import numpy as np
from scipy.constants import degree, hour
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import slope


@second("moving_cyclone_trajectory")
def moving_cyclone_trajectory(p, taken):
    motion = p["second" if "second_day" in taken else "first"]
    radius = 1000 * p["outer" if "outer" in taken else "inner"]
    bearing = p["behind" if "behind" in taken else "ahead"] * degree

    def wind(t, place):
        x, y = place[0] - motion * t, place[1]
        return p["wind"] * np.array([-y, x]) / np.hypot(x, y)

    start = radius * np.array([np.sin(bearing), -np.cos(bearing)])

    def direction(t):
        if t == 0:
            return bearing
        end = solve_ivp(wind, (0, t), start, rtol=1e-10, atol=1e-6).y[:, -1]
        return np.arctan2(*wind(t, end)[::-1])

    turn = slope(direction, 0, 60)
    return {"R": p["wind"] / turn / 1000, "turn": turn / degree * hour}
