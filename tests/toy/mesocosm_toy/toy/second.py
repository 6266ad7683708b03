"""The sphere by a second way: Newton's law for each of its parts, where `items` uses the closed form.

The profile of a sphere cut into small cubes falls to half at a distance that tells its depth, and its height over the
centre tells the mass.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from mesocosm import seeding
from mesocosm.suite import read_id
from mesocosm.types import Item
from mesocosm_toy.ground import HALF_WIDTH, MICROGAL, G
from mesocosm_toy.toy.items import DEPTH_M, PEAK_MICROGAL

CELLS = 24
"""Cubes along the diameter of the sphere."""
RADIUS = 0.5
"""Radius of the sphere as a share of its depth: from outside, the pull of a homogeneous sphere does not depend on it.
"""


def second(item: Item) -> dict[str, float]:
    """Return depth and excess mass: depth and peak are drawn again, and the sphere that gives them is summed up."""
    draw = seeding.generator("toy", *read_id(item.id, "toy"))
    drawn = round(float(draw.uniform(*DEPTH_M)), 1)
    lowest, highest = (math.log(value) for value in PEAK_MICROGAL)
    peak = math.exp(float(draw.uniform(lowest, highest)))
    depth = HALF_WIDTH * half_width(drawn)
    return {"depth_m": depth, "excess_mass_kg": peak / MICROGAL / pull(drawn, 0.0)}


def half_width(depth_m: float) -> float:
    """Return the distance at which the pull has fallen to half, in m, by bisection."""
    near, far = 0.0, 2 * depth_m
    for _ in range(30):
        middle = (near + far) / 2
        near, far = (middle, far) if pull(depth_m, middle) > pull(depth_m, 0.0) / 2 else (near, middle)
    return near


def pull(depth_m: float, distance_m: float) -> float:
    """Return the vertical pull of one kilogram spread over a sphere, in m s-2, at a distance along the surface."""
    x, y, z = _middles(RADIUS * depth_m)
    across, down = distance_m - x, depth_m + z
    return float(G * np.mean(down / (across**2 + y**2 + down**2) ** 1.5))


def _middles(radius_m: float) -> NDArray[np.float64]:
    """Return the middles of the cubes inside the sphere, as rows x, y and z."""
    line = ((np.arange(CELLS) + 0.5) / CELLS * 2 - 1) * radius_m
    every = np.stack(np.meshgrid(line, line, line)).reshape(3, -1)
    inside: NDArray[np.float64] = every[:, (every**2).sum(axis=0) <= radius_m**2]
    return inside
