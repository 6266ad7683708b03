"""Swing it: the acceleration comes from the densities of balloon and air at its height."""

import numpy as np
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("balloon_oscillation")
def balloon_oscillation(p, taken):
    temperature = p["temperature"]
    change = p["high" if "upper" in taken else "low"] / 1000 * (1 if "inversion" in taken else -1)
    inertia = 1 + p["added"] / 100 if "added" in taken else 1

    def acceleration(z):
        pressure = np.exp(-C["g"] * z / (C["r_dry"] * temperature))
        inside = temperature * pressure ** (C["r_dry"] / C["cp_dry"])
        outside = temperature + change * z
        return C["g"] * (inside / outside - 1) / inertia

    def crossing(t, y):
        return y[0]

    crossing.direction = 1
    swing = solve_ivp(
        lambda t, y: [y[1], acceleration(y[0])], (0, 4000), [-1, 0], events=crossing, rtol=1e-8, max_step=20
    )
    period = swing.t_events[0][1] - swing.t_events[0][0]
    return {"P": period, "w": p["pull"] * np.max(np.abs(swing.y[1]))}
