"""Sunlight summed over the half sphere, and the temperature that radiates it, searched."""

import math

from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import SUN
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import balance


@second("planet_equilibrium_temperature")
def planet_equilibrium_temperature(p, taken):
    light = SUN * either(p, taken, "dwarf", "bright") / either(p, taken, "far", "near") ** 2
    falls, _ = quad(lambda angle: light * math.cos(angle) * 2 * math.pi * math.sin(angle), 0, math.pi / 2)
    power = falls * (1 - either(p, taken, "icy", "rocky"))
    emissivity = p["unusual"] if "unusual" in taken else 1
    return {"T": balance(power, 4 * math.pi * emissivity), "F": power / (4 * math.pi)}
