"""Sensible, potential and latent transports one by one, as quantities."""

from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("overturning_energy_transport")
def overturning_energy_transport(p, taken):
    mass = p["winter" if "winter" in taken else "summer"] * units("Tg/s")
    air = units.Quantity(p["warm" if "warm" in taken else "cool"], "degC").to("K")
    outflow = units.Quantity(p["outflow"], "degC").to("K")
    top, bottom = p["deep" if "deep" in taken else "shallow"] * units.km, p["bottom"] * units.m
    vapour = 0 * units("g/kg") if "dry" in taken else p["vapour"] * units("g/kg")
    heat, gravity, latent = 1.004 * units("kJ/kg/K"), 9.81 * units("m/s^2"), 2.5 * units("MJ/kg")
    sensible, potential = mass * heat * (outflow - air), mass * gravity * (top - bottom)
    lower = heat * air + gravity * bottom + latent * vapour
    return {
        "F": (sensible + potential - mass * latent * vapour).to("PW").magnitude,
        "h": lower.to("kJ/kg").magnitude,
    }
