"""Add up continuity in thin layers; MetPy turns pascals per second into metres per second."""

import numpy as np
from metpy.calc import vertical_velocity
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("kinematic_vertical_velocity")
def kinematic_vertical_velocity(p, taken):
    temperature = p["temperature"] * units.K
    edges = np.concatenate([np.linspace(p["ground"], p["middle"], 201), np.linspace(p["middle"], p["top"], 201)])
    middle = (edges[1:] + edges[:-1]) / 2
    above = p["upper"] if "divergent" in taken else -p["upper"]
    divergence = np.where(middle > p["middle"], -p["night" if "night" in taken else "day"], above) * 1e-6
    omega = -np.sum(divergence * np.diff(edges * 100))
    if "slope" in taken:
        density = p["ground"] * 100 / (C["r_dry"] * p["temperature"])
        omega -= density * C["g"] * p["wind"] * p["slope"] / 1000
    w = vertical_velocity(omega * units("Pa/s"), p["top"] * units.hPa, temperature)
    return {"w": w.to("cm/s").magnitude, "omega": -omega}
