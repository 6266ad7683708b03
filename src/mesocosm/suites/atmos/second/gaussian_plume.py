"""Probability densities: normal across; folded normal over reflecting ground, sine waves over absorbing ground."""

import numpy as np
from scipy.integrate import quad
from scipy.stats import foldnorm, norm

from mesocosm.suites.atmos.second.book import second


@second("gaussian_plume")
def gaussian_plume(p, taken):
    wind = p["evening" if "evening" in taken else "morning"]
    height = p["stack"] + p["rise"] * ("hot" in taken)
    across = norm(scale=p["across"])
    if "reflection" in taken:
        upwards = foldnorm(height / p["vertical"], scale=p["vertical"]).pdf(p["window"])
    else:

        def mode(k):
            return np.sin(k * p["window"]) * np.sin(k * height) * np.exp(-((k * p["vertical"]) ** 2) / 2)

        upwards = 2 / np.pi * quad(mode, 0, 10 / p["vertical"])[0]
    flow = 1e6 * p["source"] / wind
    return {
        "c": flow * across.pdf(p["beside"] * ("beside" in taken)) * upwards,
        "C": flow * across.pdf(0) * norm(scale=p["vertical"]).pdf(0),
    }
