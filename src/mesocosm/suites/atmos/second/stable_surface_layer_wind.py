"""The gradient of the wind integrated from the roughness length upwards."""

from metpy.units import units
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second


@second("stable_surface_layer_wind")
def stable_surface_layer_wind(p, taken):
    flux = p["clear" if "clear" in taken else "cloudy"] * units("W/m^2")
    kinematic = (flux / (p["density"] * units("kg/m^3") * 1004 * units("J/kg/K"))).to("K*m/s")
    buoyancy = 9.81 * units("m/s^2") / ((p["temperature"] + 273.15) * units.K) * kinematic
    length = ((p["friction"] * units("m/s")) ** 3 / (0.4 * buoyancy)).to("m").magnitude

    def gradient(z):
        return p["friction"] / (0.4 * z) * (1 + p["slope"] * z / length)

    wind, _ = quad(gradient, p["scrub" if "scrub" in taken else "grass"], p["high" if "upper" in taken else "low"])
    return {"U": wind, "L": length}
