"""Humidities by MetPy, fluxes with units."""

from metpy.calc import mixing_ratio, specific_humidity_from_mixing_ratio
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.physics import bolton


@second("bulk_evaporation_flux")
def bulk_evaporation_flux(p, taken):

    def humidity(vapour):
        return specific_humidity_from_mixing_ratio(mixing_ratio(vapour * units.Pa, p["pressure"] * units.hPa))

    sea = p["warm" if "warm" in taken else "cold"]
    excess = humidity(0.98 * bolton(sea)) - humidity(p["dry" if "dry" in taken else "moist"] / 100 * bolton(p["air"]))
    wind = p["strong" if "strong" in taken else "light"] * units("m/s")
    mass = p["density"] * units("kg/m^3") * p["coefficient"] * wind
    return {
        "E": (mass * excess * 2.5 * units("MJ/kg")).to("W/m^2").magnitude,
        "H": (mass * (sea - p["air"]) * units.delta_degC * 1004 * units("J/kg/K")).to("W/m^2").magnitude,
        "e": (mass * excess / (1000 * units("kg/m^3"))).to("mm/day").magnitude,
    }
