"""Vectors: isobars run eastwards, low pressure lies north; the speed is differenced over a second."""

import numpy as np
from scipy.constants import degree

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import slope
from mesocosm.suites.atmos.second.physics import coriolis


@second("ageostrophic_acceleration")
def ageostrophic_acceleration(p, taken):
    f = coriolis(p["north" if "northern" in taken else "south"])
    geostrophic = np.array([p["evening" if "evening" in taken else "morning"], 0.0])
    angle = p["ground" if "ground" in taken else "top"] * degree
    wind = p["wind"] * np.array([np.cos(angle), np.sin(angle)])
    ageostrophic = wind - geostrophic
    force = f * np.array([ageostrophic[1], -ageostrophic[0]])
    if "drag" in taken:
        force = force - p["drag"] * 1e-6 * wind
    gain = slope(lambda t: np.linalg.norm(wind + force * t), 0, 1)
    return {"a": gain, "Va": np.linalg.norm(ageostrophic)}
