"""Pressures by integrating the hydrostatic equation, the descent by MetPy's dry adiabat."""

from metpy.calc import dry_lapse, potential_temperature
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import AIR, G
from mesocosm.suites.atmos.second.numerics import either, integrate_path
from mesocosm.suites.atmos.second.physics import kelvin


@second("isothermal_air_descent")
def isothermal_air_descent(p, taken):
    around = kelvin(p["temperature"])

    def pressure(km):
        return integrate_path(lambda z, q: -q * G / (AIR * around), 0, km * 1000, [1000.0])[0]

    start = pressure(either(p, taken, "high", "middle"))
    end = pressure(either(p, taken, "low", "raised"))
    parcel = dry_lapse(end * units.hPa, around * units.K, start * units.hPa).to("K").magnitude
    parcel = float(parcel) - (p["snow"] if "snow" in taken else 0)
    share = p["share"] / 100 if "mixed" in taken else 1
    mixture = share * parcel + (1 - share) * around
    theta = potential_temperature(start * units.hPa, around * units.K)
    return {"dT": mixture - around, "theta": theta.to("K").magnitude}
