"""Sum over thin layers of the current."""

import numpy as np
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("boundary_current_heat_transport")
def boundary_current_heat_transport(p, taken):
    edges = np.linspace(0, p["depth"], 401)
    middle = (edges[1:] + edges[:-1]) / 2
    bottom = p["bottom"] if "sheared" in taken else p["surface"]
    speed = np.interp(middle, [0, p["depth"]], [p["surface"], bottom]) * units("m/s")
    layers = np.diff(edges) * units.m * p["cape" if "cape" in taken else "strait"] * units.km
    volume = (speed * layers).sum()
    cooling = units.Quantity(p["warm"], "degC") - units.Quantity(p["abyss" if "deep" in taken else "interior"], "degC")
    heat = volume * 1025 * units("kg/m^3") * 3990 * units("J/kg/delta_degC") * cooling
    return {"H": heat.to("PW").magnitude, "Q": volume.to("m^3/s").magnitude}
