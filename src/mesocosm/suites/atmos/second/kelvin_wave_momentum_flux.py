"""The mean of u' w' over a wavelength."""

import numpy as np

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C
from mesocosm.suites.atmos.second.physics import kelvin_wave


@second("kelvin_wave_momentum_flux")
def kelvin_wave_momentum_flux(p, taken):
    mean = -p["mean"] if "doppler" in taken else 0.0
    length = 1000 * p["long" if "long" in taken else "short"]
    amplitude = p["second" if "second_year" in taken else "first"]
    wind, _, thickness, vertical = kelvin_wave(length, p["speed"], mean, amplitude, p["stability"])
    pressure = 100 * p["upper" if "upper" in taken else "lower"]
    density = pressure / (C["r_dry"] * p["temperature"])
    x = np.linspace(0, length, 200, endpoint=False)
    scale_height = C["r_dry"] * p["temperature"] / C["g"]
    return {
        "F": 1000 * density * np.mean(wind(x, 0, 0) * vertical(x, 0, 0)),
        "T": np.max(thickness(x, 0, 0)) * scale_height / C["r_dry"],
    }
