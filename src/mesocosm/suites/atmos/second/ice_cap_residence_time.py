"""How long marked ice takes to thin out to 1/e while new ice replaces it."""

import numpy as np
from metpy.units import units
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second


@second("ice_cap_residence_time")
def ice_cap_residence_time(p, taken):
    area = p["area"] * units("km^2")
    mass = (917 * units("kg/m^3") * p["gravity" if "gravity" in taken else "radar"] * units.m * area).to("kg").magnitude
    snow = (
        p["snow"] * units.m * p["density"] * units("kg/m^3")
        if "stakes" in taken
        else p["water"] * 1000 * units("kg/m^2")
    )
    fed = area * p["share"] / 100 if "upper" in taken else area
    gain = (snow * fed).to("kg").magnitude

    def thinned(_, marked):
        return marked[0] - np.exp(-1)

    thinned.terminal = True
    fade = solve_ivp(lambda _, marked: -gain / mass * marked, (0, 1e5), [1.0], events=thinned, rtol=1e-8, max_step=20)
    return {"t": fade.t_events[0][0], "F": gain, "M": mass}
