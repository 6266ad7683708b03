"""Mass on each square metre, one quantity after the other."""

from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("precipitation_volume")
def precipitation_volume(p, taken):
    mass = p["rain"] * units.inch * 1000 * units("kg/m^3")
    if "snow" in taken:
        mass += p["snow"] * units.cm * p["density"] * units("kg/m^3")
    intercepted = mass * (p["canopy"] if "net" in taken else 0.0) * units.percent
    volume = (
        (mass - intercepted) * p["whole" if "whole" in taken else "upper"] * units("km^2") / (1 * units("kg/litre"))
    )
    return {
        "V": volume.to("m^3").magnitude,
        "h": (mass - intercepted).to("kg/m^2").magnitude,
        "Q": (volume / (p["days"] * units.day)).to("m^3/s").magnitude,
    }
