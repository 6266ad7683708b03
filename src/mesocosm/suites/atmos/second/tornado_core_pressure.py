"""The pressure gradient integrated inwards."""

from metpy.calc import density
from metpy.units import units
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second


@second("tornado_core_pressure")
def tornado_core_pressure(p, taken):
    top = p["fast" if "second" in taken else "slow"]
    per_pressure = density(1 * units.Pa, p["temperature"] * units.degC, 0 * units("")).to("kg/m^3").magnitude

    def gradient(r, pressure):
        wind = top * (r / p["core"] if r < p["core"] else p["core"] / r)
        return pressure * per_pressure * wind**2 / r

    ends = (p["far"] if "far" in taken else p["core"], p["near"] if "near" in taken else 1e-3)
    low = solve_ivp(gradient, ends, [p["pressure"]], rtol=1e-8, max_step=1).y[0, -1]
    return {"D": p["pressure"] - low, "p": low}
