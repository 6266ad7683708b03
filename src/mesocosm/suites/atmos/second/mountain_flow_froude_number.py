"""The buoyancy frequency by MetPy, from the potential temperature of a shallow layer about its middle."""

import numpy as np
from metpy.calc import brunt_vaisala_frequency
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("mountain_flow_froude_number")
def mountain_flow_froude_number(p, taken):
    height = np.linspace(-50, 50, 5)
    kelvin = p["temperature"] + 273.15 - p["upper" if "upper" in taken else "lower"] * height / 1000
    pressure = np.concatenate([[0], np.cumsum(-G / 287 * np.diff(height) * 2 / (kelvin[1:] + kelvin[:-1]))])
    theta = kelvin * np.exp(-pressure * 287 / 1004)
    buoyancy = brunt_vaisala_frequency(height * units.m, theta * units.K)[2].to("1/s").magnitude
    wind = p["afternoon" if "afternoon" in taken else "morning"]
    bearing = np.deg2rad(p["angle"] if "oblique" in taken else 0)
    across = wind * np.array([np.sin(bearing), np.cos(bearing)]) @ [0, 1]
    turn = across / buoyancy
    return {
        "Fr": turn / p["east" if "eastern" in taken else "west"],
        "N": buoyancy,
        "lambda": 2 * np.pi * turn / 1000,
    }
