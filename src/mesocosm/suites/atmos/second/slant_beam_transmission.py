"""A ray steps through thin slabs from layer to layer."""

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("slant_beam_transmission")
def slant_beam_transmission(p, taken):
    tilt = np.radians(p["late" if "afternoon" in taken else "noon"])
    layers = [p["gas"], p["haze" if "hazy" in taken else "clean"]] + ([p["sheet"]] if "cirrus" in taken else [])
    slabs = 20_000
    stretch = np.hypot(1.0, np.tan(tilt))
    beam, slant = p["top"], 0.0
    for depth in layers:
        beam *= (1 - depth * stretch / slabs) ** slabs
        slant += depth * stretch
    return {"E": beam / stretch if "flat" in taken else beam, "tau": slant}
