"""The fall followed in the rotating frame with the Coriolis force as a cross product."""

import math

import numpy as np
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import OMEGA, G
from mesocosm.suites.atmos.second.numerics import either


@second("falling_body_deflection")
def falling_body_deflection(p, taken):
    latitude = math.radians(p["latitude"]) if "northern" in taken else 0.0
    axis = OMEGA * np.array([0.0, math.cos(latitude), math.sin(latitude)])
    height = either(p, taken, "tall", "low")
    end = p["balcony"] if "balcony" in taken else 0.0

    def motion(t, state):
        velocity = state[3:]
        return [*velocity, *(np.array([0.0, 0.0, -G]) - 2 * np.cross(axis, velocity))]

    def there(t, state):
        return state[2] - end

    there.terminal = True
    first = [0.0, 0.0, height, 0.0, 0.0, -p["throw"] if "thrown" in taken else 0.0]
    path = solve_ivp(motion, (0, 20), first, events=there, rtol=1e-9, atol=1e-12)
    return {"d": path.y[0, -1] * 1000, "t": path.t[-1]}
