"""The radius changes steadily for a second: the moving ball is turned, and the pull of the string does work."""

import math

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("ball_on_string")
def ball_on_string(p, taken):
    ball = p["brass" if "brass" in taken else "wood"] / 1000
    load = p["heavy" if "heavy" in taken else "light"] / 1000
    start, rate = p["radius"] / 100, (1 if "out" in taken else -1) * p["shift"] / 100
    first = math.sqrt(G * start * load / ball) / start

    def change(t, y):
        radius = start + rate * t
        return [-2 * rate * y[0] / radius, -ball * y[0] ** 2 * radius * rate]

    last, work = solve_ivp(change, (0, 1), [first, 0.0], rtol=1e-9, atol=1e-12).y[:, -1]
    return {"w2": last, "w1": first, "W": work}
