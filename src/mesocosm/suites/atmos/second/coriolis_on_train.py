"""The cross product, and the difference of the centripetal accelerations of a turning and a faster turning ring."""

import math

import numpy as np
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import EARTH_TURN, G


def si(value: float, unit: str) -> float:
    return float(units.Quantity(value, unit).to_base_units().magnitude)


@second("coriolis_on_train")
def coriolis_on_train(p, taken):
    latitude = math.radians(p["north" if "northern" in taken else "south"])
    mass = 1000 * p["express" if "express" in taken else "freight"]
    speed = si(p["fast" if "sunday" in taken else "slow"], "km/hour")
    turn = EARTH_TURN * np.array([0, math.cos(latitude), math.sin(latitude)])
    _, north, up = -2 * mass * np.cross(turn, [speed, 0, 0])
    force = up if "upward" in taken else -north
    ring = 6.371e6 * math.cos(latitude)
    faster = ((EARTH_TURN + speed / ring) ** 2 - EARTH_TURN**2) * ring
    return {"F": force, "w": force / mass / G, "E": mass * faster * math.cos(latitude)}
