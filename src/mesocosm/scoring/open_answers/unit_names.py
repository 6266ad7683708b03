"""The names under which units are known here, each with its definition for pint."""

from __future__ import annotations

PREFIXES = {
    "n": 1e-9,
    "μ": 1e-6,
    "u": 1e-6,
    "m": 1e-3,
    "c": 1e-2,
    "d": 1e-1,
    "h": 1e2,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
    "P": 1e15,
}

METRIC = {
    "m": "1 meter", "g": "1 gram", "s": "1 second", "Pa": "1 pascal", "J": "1 joule", "W": "1 watt", "N": "1 newton",
    "K": "1 kelvin", "V": "1 volt", "A": "1 ampere", "L": "1 liter", "l": "1 liter", "Hz": "1 hertz", "bar": "1 bar",
    "mol": "1 mole", "cal": "1 calorie", "eV": "1 electron_volt", "Wh": "1 watt_hour", "Sv": "1e6 meter**3/second",
    "atm": "1 standard_atmosphere",
}  # fmt: skip
"""Names that take a prefix."""

CUSTOMARY = {
    "min": "1 minute", "hour": "1 hour", "day": "1 day", "week": "1 week", "month": "30.4375 day", "year": "365.25 day",
    "inch": "1 inch", "foot": "1 foot", "yard": "1 yard", "mile": "1 mile", "nmi": "1 nautical_mile", "acre": "1 acre",
    "ha": "1 hectare", "gallon": "1 gallon", "cfs": "1 foot**3/second", "cumec": "1 meter**3/second",
    "cfm": "1 foot**3/minute",
    "gpm": "1 gallon/minute", "gpd": "1 gallon/day", "mgd": "1e6 gallon/day", "Mgal": "1e6 gallon",
    "afy": "1 acre*foot/(365.25 day)",
    "lb": "1 pound", "lbf": "1 force_pound", "slug": "1 slug", "ton": "1 short_ton", "tonne": "1e3 kilogram",
    "oz": "1 ounce",
    "psf": "1 force_pound/foot**2", "psi": "1 force_pound/inch**2", "hp": "1 horsepower", "btu": "1 Btu",
    "mmHg": "1 millimeter_Hg", "inHg": "1 inch_Hg", "torr": "1 torr",
    "mph": "1 mile/hour", "fps": "1 foot/second", "kph": "1 kilometer/hour", "knot": "1 knot", "°": "1 degree",
    "rad": "1 radian", "rev": "1 turn", "rpm": "1 turn/minute", "angstrom": "1 angstrom",
    "darcy": "9.869233e-13 meter**2", "micron": "1e-6 meter",
    "poise": "1 poise", "stokes": "1 stokes", "dyn": "1 dyne", "erg": "1 erg", "ly": "1 calorie/centimeter**2",
    "DU": "4.4615e-4 mole/meter**2", "light-year": "1 light_year", "au": "1 astronomical_unit", "sr": "1 steradian",
}  # fmt: skip
"""Names that take no prefix."""

SCALES = {
    "%": 1e-2, "percent": 1e-2, "‰": 1e-3, "thousand": 1e3, "million": 1e6, "mill": 1e6, "billion": 1e9,
    "trillion": 1e12,
    "ppm": 1e-6, "ppb": 1e-9, "ppt": 1e-12, "ppmv": 1e-6, "ppbv": 1e-9,
}  # fmt: skip
"""Names of bare factors."""


def _spell() -> dict[str, str]:
    """Other spellings of the names above."""
    plurals = {
        "m": "meter metre", "g": "gram gramme", "s": "second sec", "Pa": "pascal", "J": "joule", "W": "watt",
        "N": "newton",
        "K": "kelvin", "L": "liter litre", "Hz": "hertz", "bar": "bar", "mol": "mole", "cal": "calorie", "V": "volt",
        "km": "kilometer kilometre", "cm": "centimeter centimetre", "mm": "millimeter millimetre", "kg": "kilogram",
        "micron": "micrometer micrometre micron", "kPa": "kilopascal", "hPa": "hectopascal", "MPa": "megapascal",
        "mbar": "millibar", "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt", "kJ": "kilojoule", "MJ": "megajoule",
        "mg": "milligram", "mL": "milliliter millilitre", "kWh": "kilowatt-hour", "nm": "nanometer", "Sv": "sverdrup",
        "min": "minute", "hour": "hour hr", "day": "day", "month": "month mo", "year": "year yr",
        "inch": "inch", "yard": "yard yd", "mile": "mile mi", "acre": "acre ac", "ha": "hectare",
        "gallon": "gallon gal",
        "cfs": "cfs cusec", "cumec": "cumec", "lb": "pound lb lbm", "knot": "knot kn kt", "°": "degree deg",
        "rad": "radian",
        "tonne": "tonne", "ton": "ton", "hp": "horsepower hp", "rev": "revolution", "atm": "atmosphere atm",
        "slug": "slug",
        "angstrom": "angstrom", "mph": "mph", "darcy": "darcy", "week": "week wk",
    }  # fmt: skip
    names = {word + ending: name for name, words in plurals.items() for word in words.split() for ending in ("", "s")}
    return names | {
        "inches": "inch", "feet": "foot", "foot": "foot", "ft": "foot", "in": "inch", "h": "hour", "d": "day",
        "C": "°C",
        "°c": "°C", "°f": "°F", "°K": "K", "F": "°F", "celsius": "°C", "fahrenheit": "°F", "degc": "°C", "degf": "°F",
        "°N": "°", "°S": "°", "°E": "°", "°W": "°", "HP": "hp", "MG": "Mgal", "MGD": "mgd", "CFS": "cfs",
        "GPM": "gpm", "mb": "mbar", "kts": "knot", "Å": "angstrom",
        "PSI": "psi",
        "BTU": "btu", "lbs": "lb", "°C": "°C", "°F": "°F", "dynes": "dyn", "um": "micron",
    }  # fmt: skip


SPELLED = _spell()
