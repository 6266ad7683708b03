"""The density of an exponential atmosphere, integrated from the ground."""

import math

from metpy.units import units
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G
from mesocosm.suites.atmos.second.numerics import either


@second("column_air_mass")
def column_air_mass(p, taken):
    ground, scale = either(p, taken, "high", "low") * 100, 8000.0
    top = scale * math.log(ground / (p["level"] * 100)) if "layer" in taken else 60 * scale
    column, _ = quad(lambda z: ground / (G * scale) * math.exp(-z / scale), 0, top, limit=400)
    column *= p["nitrogen"] / 100 if "nitrogen" in taken else 1
    area = either(p, taken, "basin", "island") * units("km^2")
    return {"m": (column * units("kg/m^2") * area).to("kg").magnitude, "c": column}
