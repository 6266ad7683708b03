"""Drift as the mean of what a particle feels on its small orbit, from the linear velocities by differences."""

import numpy as np
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("shoaling_wave_stokes_drift")
def shoaling_wave_stokes_drift(p, taken):
    omega = 2 * np.pi / p["long" if "long" in taken else "short"]
    depth = p["inner" if "inner" in taken else "outer"]

    def wavenumber(frequency, water):
        return brentq(lambda k: G * k * np.tanh(k * water) - frequency**2, 1e-4, 5, xtol=1e-15)

    def group(water):
        return 0.002 * omega / (wavenumber(1.001 * omega, water) - wavenumber(0.999 * omega, water))

    k = wavenumber(omega, depth)
    height = p["second" if "second" in taken else "first"] * np.sqrt(group(5000.0) / group(depth))
    middle = -p["lower" if "lower" in taken else "upper"]
    time = np.linspace(0, 2 * np.pi / omega, 400, endpoint=False)
    scale = height / 2 * omega / np.sinh(k * depth)

    def u(x, z):
        return scale * np.cosh(k * (z + depth)) * np.cos(k * x - omega * time)

    away_x = -scale / omega * np.cosh(k * (middle + depth)) * np.sin(-omega * time)
    away_z = scale / omega * np.sinh(k * (middle + depth)) * np.cos(-omega * time)
    along = (u(0.01, middle) - u(-0.01, middle)) / 0.02
    upwards = (u(0, middle + 0.01) - u(0, middle - 0.01)) / 0.02
    return {"u": 100 * np.mean(along * away_x + upwards * away_z), "lambda": 2 * np.pi / k, "H": height}
