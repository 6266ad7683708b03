"""The thickness of many thin layers, by MetPy."""

import math

import numpy as np
from metpy.calc import thickness_hydrostatic
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import kelvin


@second("layer_thickness")
def layer_thickness(p, taken):
    ground, top = either(p, taken, "plateau", "coast"), either(p, taken, "high", "middle")
    temperature = either(p, taken, "summer", "winter")
    levels = np.geomspace(ground, top, 200) * units.hPa
    thickness = thickness_hydrostatic(levels, np.full(200, kelvin(temperature)) * units.K).to("km").magnitude
    way = thickness
    if "slant" in taken:
        way = math.hypot(thickness, thickness / math.tan(math.radians(p["slope"])))
    return {"s": way, "Z": thickness, "H": thickness / math.log(ground / top)}
