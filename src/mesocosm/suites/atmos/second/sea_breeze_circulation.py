"""The specific volume integrated over pressure, up over the land and down over the sea."""

from metpy.calc import density
from metpy.units import units
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second


@second("sea_breeze_circulation")
def sea_breeze_circulation(p, taken):
    contrast = p["afternoon" if "afternoon" in taken else "morning"]
    top = p["high" if "deep" in taken else "low"]

    def column(celsius):
        per_pressure = density(1 * units.hPa, celsius * units.degC, 0 * units("")).to("kg/m^3").magnitude
        return quad(lambda hectopascal: 100 / (hectopascal * per_pressure), top, p["ground"])[0]

    growth = column(15 + contrast) - column(15)
    return {"a": growth / (1000 * p["south" if "southern" in taken else "north"]), "C": growth}
