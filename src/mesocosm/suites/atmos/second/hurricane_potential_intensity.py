"""The wind at which the engine's work makes good what friction takes."""

from metpy.units import units
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("hurricane_potential_intensity")
def hurricane_potential_intensity(p, taken):
    warm, cold = p["sea"] + 273.15, p["outflow"] + 273.15
    vapour = (p["saturated"] - p["dry" if "dry" in taken else "moist"]) * units("g/kg") * (2.5e6 * units("J/kg"))
    enthalpy = (vapour + 1004 * units("J/kg/K") * p["cooler"] * units.K).to("J/kg").magnitude
    enthalpy_coefficient = 1e-3 * p["rough" if "rough" in taken else "smooth"]
    recycled = 1.0 if "dissipative" in taken else 0.0

    def surplus(wind):
        friction = 1e-3 * wind**3
        heat = enthalpy_coefficient * wind * enthalpy + recycled * friction
        return (1 - cold / warm) * heat - friction

    wind = brentq(surplus, 5, 400)
    factor = wind**2 / enthalpy / p["rough" if "rough" in taken else "smooth"]
    return {"V": wind, "k": enthalpy / 1000, "e": factor}
