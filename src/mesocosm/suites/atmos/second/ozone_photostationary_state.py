"""The reactions run until ozone no longer changes, with molecules per cubic centimetre."""

import numpy as np
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second


@second("ozone_photostationary_state")
def ozone_photostationary_state(p, taken):
    kelvin = p["winter" if "winter" in taken else "summer"] + 273.15
    air = p["pressure"] / 1013.25 * 2.6868e19 * 273.15 / kelvin
    dioxide = p["dioxide"] * 1e-9 * air
    oxide = p["kerbside" if "kerbside" in taken else "park"] * 1e-9 * air
    rate = 1e-12 * p["factor"] / np.exp(p["activation"] / kelvin)
    light = p["hazy" if "hazy" in taken else "clear"]
    run = solve_ivp(
        lambda t, ozone: (light * dioxide - rate * oxide * ozone * air) / air, (0, 2e4), [0.0], "LSODA", rtol=1e-8
    )
    ozone = run.y[0, -1]
    return {"O3": 1e9 * ozone, "k": rate, "tau": 1 / (rate * ozone * air)}
