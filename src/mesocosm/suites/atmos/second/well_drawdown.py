"""Short pulses of pumping, each spreading by diffusion, added up over time."""

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import exp1

from mesocosm.suites.atmos.second.book import second


@second("well_drawdown")
def well_drawdown(p, taken):
    conduct = p["gravel" if "gravel" in taken else "sand"]
    end = p["second" if "later" in taken else "first"]
    pumped = p["pumped"] * 86.4

    def pulses(distance):
        lag = distance**2 * p["storage"] / (4 * conduct)
        # over the logarithm of the pulse's age, which is steep near zero
        return quad(lambda age: np.exp(-lag / np.exp(age)), np.log(lag / 60), np.log(end))[0]

    distance = p["far" if "far" in taken else "near"]
    total = pulses(distance) + (pulses(p["image"]) if "barrier" in taken else 0)
    small = brentq(lambda u: np.log(exp1(u) / pulses(distance)), 1e-7, 2, xtol=1e-14)
    return {"s": pumped * total / (4 * np.pi * conduct), "u": small}
