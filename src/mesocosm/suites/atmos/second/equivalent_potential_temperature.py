"""Vapour falls out milligram by milligram, each of which warms the air a little."""

from metpy.calc import potential_temperature
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("equivalent_potential_temperature")
def equivalent_potential_temperature(p, taken):
    kelvin = p["temperature"] + 273.15
    before = potential_temperature(p["pressure"] * units.hPa, kelvin * units.K).magnitude
    grams = p["sea" if "sea" in taken else "inland"] * (p["share"] / 100 if "partly" in taken else 1)
    heat = 2834 if "snow" in taken else 2500
    after = before
    for _ in range(1000):
        after += after / kelvin * heat * grams / 1000 / 1004
    return {"D": after - before, "b": before, "e": after}
