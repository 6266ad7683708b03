"""The flow in litres, and the Reynolds number as 4 Q / (π D ν)."""

import math

from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("pipe_reynolds_number")
def pipe_reynolds_number(p, taken):
    diameter = p["steel" if "steel" in taken else "copper"] * units.mm
    viscosity = p["summer" if "summer" in taken else "winter"] * units("mm^2/s")
    flow = p["night" if "night" in taken else "day"] * units("m/s") * math.pi * (p["main"] * units.mm / 2) ** 2
    flow = (flow - flow * p["share"] / 100 if "open" in taken else flow).to("liter/s")
    reynolds = 4 * flow / (math.pi * diameter * viscosity)
    speed = reynolds * viscosity / diameter
    return {"Re": reynolds.to("").magnitude, "V": speed.to("m/s").magnitude, "Q": flow.magnitude}
