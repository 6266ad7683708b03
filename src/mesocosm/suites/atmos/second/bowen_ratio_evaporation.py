"""The one diffusivity of heat and vapour that closes the energy budget over a metre of air."""

from metpy.units import units
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("bowen_ratio_evaporation")
def bowen_ratio_evaporation(p, taken):
    warmer = p["stubble" if "stubble" in taken else "meadow"]
    moister = 287.0 / 461.5 * p["vapour"] / (100 * p["pressure"])
    available = p["cloudy" if "cloudy" in taken else "clear"] + p["soil"] * (1 if "releasing" in taken else -1)
    density, latent = 1.2, 2.5e6
    sensible_flux = density * 1004 * warmer
    latent_flux = density * latent * moister
    k = brentq(lambda k: available - k * (sensible_flux + latent_flux), 0, 100)
    depth = (k * density * moister * units("kg/m^2/s") / (1000 * units("kg/m^3"))).to("mm/hour").magnitude
    return {"E": depth, "B": sensible_flux / latent_flux, "LE": k * latent_flux}
