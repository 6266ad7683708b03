"""Laws that several second solutions share, by MetPy or SciPy where these have them."""

import math

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.constants import convert_temperature
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.constants import RADIUS, SIGMA


def kelvin(celsius):
    return float(convert_temperature(celsius, "Celsius", "Kelvin"))


def coriolis(latitude: float) -> float:
    """The Coriolis parameter at a latitude in degrees, by MetPy."""
    return float(coriolis_parameter(latitude * units.degree).magnitude)


def beta_plane(degrees):
    """Northward change of the Coriolis parameter, by a small step of latitude, per metre."""
    step = 0.01
    north, south = (coriolis_parameter((degrees + side * step) * units.degree) for side in (1, -1))
    return ((north - south).to("1/s").magnitude) / (2 * math.radians(step) * RADIUS)


def balance(absorbed_watts, emitting_area):
    """The temperature at which a black surface emits a power."""
    return brentq(lambda t: SIGMA * t**4 * emitting_area - absorbed_watts, 1.0, 3000.0)


def bolton(celsius):
    """Saturation vapour pressure in Pa, in the Celsius form of the paper."""
    return 611.2 * np.exp(17.67 * celsius / (celsius + 243.5))


def kelvin_wave(length, speed, mean, amplitude, stability):
    """Zonal wind, geopotential and vertical velocity of a Kelvin wave at x, z, t; speed is over the ground.

    The geopotential follows from du/dt = -dΦ/dx, the vertical velocity from d(dΦ/dz)/dt = -N² w, by differences.
    """
    k = 2 * np.pi / length
    m = -stability / (speed - mean)  # phases sink, energy rises

    def wind(x, z, t):
        return amplitude * np.cos(k * (x - speed * t) + m * z)

    def following(function, x, z, t):
        step = 60.0
        return (function(x + mean * step, z, t + step) - function(x - mean * step, z, t - step)) / (2 * step)

    def geopotential(x, z, t):
        """Minus the integral of the acceleration from a quarter of a wavelength before, where both vanish."""
        zero = (np.pi / 2 - m * z) / k + speed * t
        xs = np.linspace(zero, x, 401)
        gradient = -following(wind, xs, z, t)
        return np.trapezoid(gradient, xs, axis=0)

    def thickness(x, z, t):
        return (geopotential(x, z + 5, t) - geopotential(x, z - 5, t)) / 10

    def vertical(x, z, t):
        return -following(thickness, x, z, t) / stability**2

    return wind, geopotential, thickness, vertical
