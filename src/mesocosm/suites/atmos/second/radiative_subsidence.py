"""The slope of potential temperature by differences, with the density by MetPy."""

from metpy.calc import density, potential_temperature
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import DAY, G
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import kelvin


@second("radiative_subsidence")
def radiative_subsidence(p, taken):
    here, at = kelvin(p["temperature"]), p["pressure"] * units.hPa
    lapse = either(p, taken, "steep", "stable") / 1000
    rho = density(at, here * units.K, 0).to("kg/m^3").magnitude

    def theta(z):
        """Potential temperature of the surroundings a little above or below."""
        pressure = at.to("Pa").magnitude - rho * G * z
        return potential_temperature(pressure * units.Pa, (here - lapse * z) * units.K).to("K").magnitude

    cooling = either(p, taken, "winter", "summer")
    cooling += p["drizzle"] * ("drizzle" in taken) - p["wind"] * ("wind" in taken)
    slope = (theta(5.0) - theta(-5.0)) / 10
    w = cooling * theta(0) / here / slope / DAY
    return {"w": w * 1000, "omega": rho * G * w * DAY / 100}
