"""Accuracy cluster by cluster."""

from tests.stats.making import MINERALS

from mesocosm.stats.clusters import cluster_accuracy


def test_accuracy_of_each_cluster():
    assert cluster_accuracy(MINERALS) == {"calcite": 0.25, "gypsum": 0.0, "halite": 1.0}
