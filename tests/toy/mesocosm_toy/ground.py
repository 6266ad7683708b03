"""The ground of one item: a dense sphere whose place and mass no tool reveals directly."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mesocosm import seeding

G = 6.67430e-11
"""Newtonian constant of gravitation, m3 kg-1 s-2 (CODATA 2018)."""

MICROGAL = 1e8
"""Microgal in one m s-2."""

METER_NOISE = 0.5
"""Standard deviation of one meter reading, microgal."""

HALF_WIDTH = 1.3048
"""Ratio of a sphere's depth to the distance at which its anomaly has fallen to half: 1 / sqrt(2**(2/3) - 1)."""


@dataclass(frozen=True)
class Ground:
    """Place of the sphere's centre, and its excess mass."""

    item: str
    seed: int
    x_m: float
    y_m: float
    depth_m: float
    excess_mass_kg: float

    def anomaly(self, x_m: float, y_m: float) -> float:
        """Return the vertical pull of the sphere at a point of the surface, in microgal: G M z / r**3."""
        distance = math.sqrt((x_m - self.x_m) ** 2 + (y_m - self.y_m) ** 2 + self.depth_m**2)
        return G * self.excess_mass_kg * self.depth_m / distance**3 * MICROGAL

    def reading(self, x_m: float, y_m: float) -> float:
        """Return what a meter shows there: the same on every visit, with its noise, to a tenth of a microgal."""
        draw = seeding.generator("toy", self.seed, self.item, "reading", f"{x_m:.3f}", f"{y_m:.3f}")
        return round(self.anomaly(x_m, y_m) + float(draw.normal(0.0, METER_NOISE)), 1)
