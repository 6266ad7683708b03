"""The balance in quantities with units, with the Coriolis parameter by MetPy."""

from metpy.calc import coriolis_parameter
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("geostrophic_wind")
def geostrophic_wind(p, taken):
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree)
    gradient = p["evening" if "evening" in taken else "morning"] * units.hPa / (p["distance"] * units.km)
    acceleration = gradient / (p["winter" if "winter" in taken else "summer"] * units("kg/m^3"))
    return {"V": (acceleration / f).to("m/s").magnitude, "a": acceleration.to("m/s^2").magnitude}
