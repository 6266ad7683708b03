"""The omega equation of one column on a grid of heights."""

import math

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.linalg import solve_banded

from mesocosm.suites.atmos.second.book import second


@second("quasigeostrophic_ascent")
def quasigeostrophic_ascent(p, taken):
    f = coriolis_parameter(p["north" if "higher" in taken else "south"] * units.degree).to("1/s").magnitude
    stability = p["moist" if "saturated" in taken else "dry"] ** 2
    wavenumber = math.hypot(*[2 * math.pi / (p["long" if "long" in taken else "short"] * 1e3)] * 2)
    warming = (p["advection"] + (p["heating"] if "heated" in taken else 0)) / 3600
    heights, step = np.linspace(0, p["lid"] * 1e3, 202, retstep=True)
    inner = heights[1:-1]
    bands = np.zeros((3, inner.size))
    bands[0], bands[2] = f**2 / step**2, f**2 / step**2
    bands[1] = -2 * f**2 / step**2 - stability * wavenumber**2
    forcing = -(wavenumber**2) * 9.81 / p["theta"] * warming * np.sin(math.pi * inner / heights[-1])
    ascent = solve_banded((1, 1), bands, forcing).max()
    return {"w": 100 * ascent, "left": 3600 * (warming - p["theta"] / 9.81 * stability * ascent)}
