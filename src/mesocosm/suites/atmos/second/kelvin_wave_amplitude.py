"""The largest values of the wave that satisfies the equations by differences; its phase read off over height."""

import numpy as np

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C
from mesocosm.suites.atmos.second.physics import kelvin_wave


@second("kelvin_wave_amplitude")
def kelvin_wave_amplitude(p, taken):
    mean = p["mean"] if "westerly" in taken else -p["mean"]
    length = 1000 * p["long" if "long" in taken else "short"]
    stability = p["stratosphere" if "stratosphere" in taken else "troposphere"]
    wind, geopotential, _, vertical = kelvin_wave(length, p["speed"], mean, p["amplitude"], stability)
    x = np.linspace(0, length, 200)
    crests = np.unwrap(np.angle([wind(0, z, 0) + 1j * wind(0.75 * length, z, 0) for z in np.linspace(0, 1000, 50)]))
    return {
        "w": 1000 * np.max(vertical(x, 0, 0)),
        "Z": np.max(geopotential(x, 0, 0)) / C["g"],
        "Lz": 2 * np.pi / abs(crests[-1] - crests[0]),
    }
