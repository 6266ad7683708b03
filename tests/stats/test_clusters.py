"""Accuracy cluster by cluster."""

import math

from tests.stats.making import episode

from mesocosm.stats.clusters import all_correct, all_wrong, cluster_accuracy, cluster_grid


def run(cells: dict[str, tuple[bool | None, ...]]):
    return [episode(f"{name}-{at}", one, cluster=name) for name, own in cells.items() for at, one in enumerate(own)]


FIRST = run({"halite": (True, True), "calcite": (True, False, False, False), "gypsum": (False, None)})
SECOND = run({"halite": (False, True), "calcite": (True, True, True, True), "gypsum": (None, None)})


def test_accuracy_of_each_cluster():
    assert cluster_accuracy(FIRST) == {"calcite": 0.25, "gypsum": 0.0, "halite": 1.0}


def test_solved_and_missed_completely():
    assert (all_correct(FIRST), all_wrong(FIRST)) == (["halite"], ["gypsum"])


def test_the_grid_by_hand():
    calcite, gypsum, halite = cluster_grid({"one": FIRST, "two": SECOND})
    assert (calcite.items, calcite.low, calcite.high, calcite.mean, calcite.spread) == (4, 0.25, 1.0, 0.625, 0.75)
    assert (halite.accuracy, halite.mean, halite.spread) == ({"one": 1.0, "two": 0.5}, 0.75, 0.5)
    assert math.isnan(gypsum.accuracy["two"])  # every episode broke there
    assert (gypsum.items, gypsum.low, gypsum.spread) == (1, 0.0, 0.0)
