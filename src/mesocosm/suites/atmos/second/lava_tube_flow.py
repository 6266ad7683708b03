"""Speed across the section by integrating the shear from the wall, then its mean."""

import numpy as np

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("lava_tube_flow")
def lava_tube_flow(p, taken):
    mu = p["cooled" if "cooled" in taken else "fresh"]
    drive = p["fall"]
    if "sloping" in taken:
        drive += p["density"] * G * np.sin(np.radians(p["slope"]))
    size = p["tube" if "tube" in taken else "gap"]
    s = np.linspace(0, size / 2, 4001)
    shear = (
        drive * s / (2 if "tube" in taken else 1)
    )  # force on a core over its circumference, or on a slab's two faces
    slope = shear / mu
    parts = (slope[1:] + slope[:-1]) / 2 * np.diff(s)
    speed = np.append(np.cumsum(parts[::-1])[::-1], 0)
    weight = s if "tube" in taken else np.ones_like(s)
    mean = np.trapezoid(speed * weight, s) / np.trapezoid(weight, s)
    return {"V": mean, "Re": p["density"] * mean * size / mu}
