"""The path followed on the rotating plane, with friction against the motion."""

import math

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import either, integrate_path
from mesocosm.suites.atmos.second.physics import coriolis


@second("sliding_puck_deflection")
def sliding_puck_deflection(p, taken):
    f = coriolis(p["north"] if "northern" in taken else p["south"])
    distance, time = either(p, taken, "far", "near"), either(p, taken, "slow", "quick")
    start, brake = (2 * distance / time, 2 * distance / time**2) if "rough" in taken else (distance / time, 0.0)

    def motion(t, state):
        _, _, u, v = state
        speed = math.hypot(u, v)
        return [u, v, f * v - brake * u / speed, -f * u - brake * v / speed]

    # Just before it is at rest: then its motion has no direction.
    end = integrate_path(motion, 0, time * (1 - 1e-6), [0.0, 0.0, start, 0.0])
    return {"d": -end[1] * 100, "a": -motion(0, [0, 0, start, 0])[3] * 1000}
