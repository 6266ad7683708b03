"""The surface temperature that closes the energy balance, with saturation linear about the air's temperature."""

from metpy.units import units
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.physics import bolton


@second("penman_monteith_evaporation")
def penman_monteith_evaporation(p, taken):
    energy = p["sunny" if "sunny" in taken else "overcast"] - p["ground"]
    air, pressure = p["temperature"], 100 * p["pressure"]
    slope = (bolton(air + 0.01) - bolton(air - 0.01)) / 0.02
    vapour = bolton(air) * p["dry" if "dry" in taken else "humid"] / 100
    resistance = p["aerodynamic"] + p["parched" if "stressed" in taken else "irrigated"]
    density = 0.028964 * pressure / (8.314 * (air + 273.15))

    def latent(surface):
        inside = bolton(air) + slope * (surface - air)
        return 2.5e6 * density * 287 / 461.5 / pressure * (inside - vapour) / resistance

    def sensible(surface):
        return density * 1004 * (surface - air) / p["aerodynamic"]

    surface = brentq(lambda t: energy - latent(t) - sensible(t), air - 40, air + 60)
    evaporation = (latent(surface) * units("W/m^2") / (2.5e6 * units("J/kg") * 1000 * units("kg/m^3"))).to("mm/hour")
    return {"E": evaporation.magnitude, "L": latent(surface), "D": slope}
