"""Climbs in hydrostatic balance until the dew point meets the temperature."""

import math

from scipy.integrate import quad
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.physics import bolton


@second("cloud_base_height")
def cloud_base_height(p, taken):
    start = p["noon" if "afternoon" in taken else "morning"] - (p["cooling"] if "lake" in taken else 0)
    vapour = bolton(p["wet" if "rained" in taken else "dry"])
    lapse = 9.81 / 1004.0

    def pressure(height):
        return p["pressure"] * math.exp(-quad(lambda z: 9.81 / (287.0 * (start + 273.15 - lapse * z)), 0, height)[0])

    def dew_point(height):
        log = math.log(vapour * pressure(height) / p["pressure"] / 611.2)
        return 243.5 * log / (17.67 - log)

    base = brentq(lambda z: start - lapse * z - dew_point(z), 0, 6000)
    return {
        "z": base + (p["station"] if "sea" in taken else 0),
        "T": start - lapse * base + 273.15,
        "p": pressure(base),
    }
