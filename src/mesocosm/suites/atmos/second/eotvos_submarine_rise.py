"""Centripetal acceleration as seen from space, moving less resting, and the rise step by step."""

import numpy as np
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import OMEGA, RADIUS


@second("eotvos_submarine_rise")
def eotvos_submarine_rise(p, taken):
    latitude = np.radians(p["north" if "northern" in taken else "tropics"])
    course = np.radians(p["course"] if "slanting" in taken else 90.0)
    east, north = p["speed"] * np.sin(course), p["speed"] * np.cos(course)
    ground = OMEGA * RADIUS * np.cos(latitude)
    lift = ((ground + east) ** 2 + north**2 - ground**2) / RADIUS

    def surface(_, state):
        return state[0]

    surface.terminal = True
    depth = p["deep" if "deep" in taken else "shallow"]
    rise = solve_ivp(lambda _, s: [s[1], lift], (0, 1e5), [-depth, 0], events=surface, rtol=1e-8, max_step=50)
    return {"t": rise.t_events[0][0], "a": lift, "w": rise.y_events[0][0][1]}
