"""The energy's root above the critical depth, by root finding."""

from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("flow_over_channel_step")
def flow_over_channel_step(p, taken):
    before = p["afternoon" if "afternoon" in taken else "morning"]
    discharge = before * p["depth"] * p["width"]
    q = discharge / p["narrow" if "narrow" in taken else "width"]
    bed = p["step"] * (-1 if "down" in taken else 1)
    energy = p["depth"] + before**2 / (2 * G) - bed
    critical = (q**2 / G) ** (1 / 3)
    depth = brentq(lambda y: y + q**2 / (2 * G * y**2) - energy, critical, 10)
    return {"V": q / depth, "y": depth}
