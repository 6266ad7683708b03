"""Planck's law, integrated over the band."""

import math

from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second


@second("thermal_band_emission")
def thermal_band_emission(p, taken):
    kelvin = 273.15 + p["noon" if "day" in taken else "night"]
    h, c, k = 6.62607015e-34, 2.99792458e8, 1.380649e-23

    def exitance(wavelength):
        return 2 * math.pi * h * c**2 / wavelength**5 / math.expm1(h * c / (wavelength * k * kelvin))

    lower, upper = p["second" if "late" in taken else "first"], p["wide" if "wide" in taken else "narrow"]
    band = quad(exitance, lower * 1e-6, upper * 1e-6)[0]
    whole = sum(quad(exitance, a * 1e-6, b * 1e-6, limit=200)[0] for a, b in ((1, 20), (20, 100), (100, 3000)))
    return {"M": band * (p["emissivity"] if "sand" in taken else 1), "share": band / whole}
