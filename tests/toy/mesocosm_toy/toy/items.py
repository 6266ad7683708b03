"""Items from a seed: a sphere whose anomaly is well above the meter's noise and inside the area."""

from __future__ import annotations

import math

from mesocosm import seeding
from mesocosm.suite import item_id
from mesocosm.types import Item, Reference
from mesocosm_toy.ground import MICROGAL, G
from mesocosm_toy.toy import suite
from mesocosm_toy.toy.records import Truth

DEPTH_M = (50.0, 350.0)
PEAK_MICROGAL = (100.0, 2000.0)
OFFSET_M = 250.0
TOLERANCE = 0.10


def make(seed: int, index: int) -> tuple[Item, Reference[Truth]]:
    """Make one sphere: depth uniform, peak anomaly log-uniform, place within 250 m of the middle."""
    draw = seeding.generator("toy", seed, index)
    depth = round(float(draw.uniform(*DEPTH_M)), 1)
    lowest, highest = (math.log(value) for value in PEAK_MICROGAL)
    peak = math.exp(float(draw.uniform(lowest, highest)))
    x, y = (round(float(draw.uniform(-OFFSET_M, OFFSET_M)), 1) for _ in range(2))
    mass = float(f"{peak / MICROGAL * depth**2 / G:.4g}")
    name = item_id("toy", seed, index)
    item = Item(id=name, suite="toy", prompt=suite.prompt("task"), seed=seed)
    truth = {"depth_m": depth, "excess_mass_kg": mass}
    tolerances = dict.fromkeys(truth, TOLERANCE)
    return item, Reference[Truth](item=name, answer=dict(truth), tolerances=tolerances, hidden=Truth(x_m=x, y_m=y))
