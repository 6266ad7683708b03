"""The ratio of two accelerations, in quantities with units."""

from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import coriolis


@second("hurricane_rossby_number")
def hurricane_rossby_number(p, taken):
    f = coriolis(p["north"] if "northern" in taken else p["south"]) / units.s
    radius = either(p, taken, "wide", "tight") * units.km
    wind = (either(p, taken, "mature", "young") - p["motion"] * ("relative" in taken)) * units("m/s")
    inertia, turning = wind * wind / radius, f * wind
    return {
        "Ro": (inertia / turning).to("").magnitude,
        "dz": (turning / (G * units("m/s^2")) * radius).to("m").magnitude,
    }
