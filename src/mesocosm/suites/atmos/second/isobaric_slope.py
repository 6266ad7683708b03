"""Components of the wind for an aircraft that heads north-east, and the gradient of the height from both."""

import math

import numpy as np
from metpy.calc import coriolis_parameter, wind_components
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("isobaric_slope")
def isobaric_slope(p, taken):
    heading, drift = 45, p["second" if "second" in taken else "first"]
    air = wind_components(p["air"] * units("m/s"), (heading + 180) * units.degree)
    ground = wind_components(p["ground"] * units("m/s"), (heading + drift + 180) * units.degree)
    u, v = (one.magnitude - other.magnitude for one, other in zip(ground, air, strict=True))
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    slope = np.array([f * v / G, -f * u / G])
    along = abs(slope @ [math.sin(math.radians(heading)), math.cos(math.radians(heading))])
    return {"s": 1000 * (along if "heading" in taken else np.linalg.norm(slope)), "V": math.hypot(u, v)}
