"""Every run on every cluster."""

import math

from tests.stats.making import MINERALS, OTHER_MINERALS

from mesocosm.report.analyses.grid import cluster_grid


def test_the_grid_by_hand():
    calcite, gypsum, halite = cluster_grid({"one": MINERALS, "two": OTHER_MINERALS})
    assert (calcite.items, calcite.low, calcite.high, calcite.mean, calcite.spread) == (4, 0.25, 1.0, 0.625, 0.75)
    assert (halite.accuracy, halite.mean, halite.spread) == ({"one": 1.0, "two": 0.5}, 0.75, 0.5)
    assert math.isnan(gypsum.accuracy["two"])  # every episode broke there
    assert (gypsum.items, gypsum.low, gypsum.spread) == (1, 0.0, 0.0)
