"""Darcy's law behind the front, run in time from a thin wet layer."""

import numpy as np
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second


@second("green_ampt_infiltration")
def green_ampt_infiltration(p, taken):
    conductivity = p["sandy" if "sandy" in taken else "silty"]
    head = p["suction"] + p["pond"] * ("pond" in taken)
    room = p["porosity"] - p["dry" if "dry" in taken else "moist"]

    def rate(front):
        return conductivity * (head + front) / front

    hours = p["flood" if "flood" in taken else "shower"]
    # the square of the front's depth grows smoothly from nothing
    run = solve_ivp(
        lambda t, square: 2 * conductivity * (head + np.sqrt(square)) / room, (0, hours), [0.0], rtol=1e-9, atol=1e-9
    )
    front = np.sqrt(run.y[0, -1])
    return {"F": front * room, "f": rate(front), "z": front}
