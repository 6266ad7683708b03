"""Clausius and Clapeyron's equation, integrated while the inflow warms."""

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import STIFF


@second("warming_and_heavy_rain")
def warming_and_heavy_rain(p, taken):
    inflow = p["inflow"] + 273.15
    end = inflow + p["strong" if "strong" in taken else "weak"]
    pressure = solve_ivp(lambda kelvin, e: 2.5e6 * e / (461.5 * kelvin**2), (inflow, end), [1.0], **STIFF).y[0, -1]
    vapour = pressure * p["after"] / p["before"] if "drier" in taken else pressure
    ascent = 100 + p["ascent"] if "faster" in taken else 100
    return {"P": p["hills" if "hills" in taken else "plain"] * vapour * ascent / 100, "e": 100 * (pressure - 1)}
