"""The dry adiabat and the density by MetPy."""

from metpy.calc import density, dry_lapse
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import kelvin


@second("lifted_air_density")
def lifted_air_density(p, taken):
    start = kelvin(either(p, taken, "warm", "cold")) * units.K
    pressure = (either(p, taken, "high", "middle") + p["excess"] * ("balloon" in taken)) * units.hPa
    end = start if "isothermal" in taken else dry_lapse(pressure, start, p["ground"] * units.hPa)
    return {"rho": density(pressure, end, 0).to("kg/m^3").magnitude, "T": end.to("K").magnitude}
