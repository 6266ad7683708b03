"""Intervals over clusters."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stats.making import answers, episode

from mesocosm.stats.bootstrap import (
    MOST_KEPT,
    cluster_bootstrap,
    paired_cluster_bootstrap,
    times_drawn,
    unpaired_cluster_bootstrap,
    weighted_mean_interval,
)

CLUSTERED = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([True, False, None])), max_size=20)


def clustered(pairs, **fields):
    return [episode(item, right, cluster=cluster, **fields) for item, (cluster, right) in enumerate(pairs)]


def test_draws_are_kept_for_the_next_who_asks_and_nobody_can_spoil_them():
    first = times_drawn(5, ("stats", "kept", 0), draws=20)
    assert times_drawn(5, ("stats", "kept", 0), draws=20) is first
    assert (first.sum(axis=1) == 5).all()
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 9


def test_draws_too_many_to_keep_are_the_same_each_time():
    units = MOST_KEPT // 10 + 1
    first, second = (times_drawn(units, ("stats", "kept", 1), draws=10) for _ in range(2))
    assert first is not second
    assert (first == second).all()


def test_means_by_hand():
    # Cluster a: 1 of 2; b: 3 of 3; c: 0 of 1. Clusters: (0.5 + 1 + 0) / 3; items: 4 / 6.
    pairs = [("a", True), ("a", False), ("b", True), ("b", True), ("b", True), ("c", False)]
    found = cluster_bootstrap(clustered(pairs))
    assert (found.clusters, found.items, found.mean) == (3, 6, 0.5)
    assert found.item_mean == pytest.approx(4 / 6)
    assert found.low < found.mean < found.high


def test_two_clusters_by_hand():
    # Drawn twice from {0, 1}: means 0, 1/2, 1 with 1/4, 1/2, 1/4, so that 2.5 % and 97.5 % are 0 and 1.
    found = cluster_bootstrap(clustered([("a", True), ("b", False)]))
    assert (found.low, found.high, found.item_low, found.item_high) == (0, 1, 0, 1)
    half = cluster_bootstrap(clustered([("a", True), ("b", False)]), confidence=0.4)
    assert (half.low, half.high) == (0.5, 0.5)


def test_the_interval_is_scipys():
    """scipy.stats.bootstrap on cluster means, percentile method: another sampler, the same distribution."""
    import numpy as np
    from scipy.stats import bootstrap

    right = [3, 1, 4, 1, 5, 2, 0, 5, 3, 5]
    pairs = [(f"c{at}", item < count) for at, count in enumerate(right) for item in range(5)]
    found = cluster_bootstrap(clustered(pairs))
    theirs = bootstrap(
        (np.array(right) / 5,), np.mean, method="percentile", n_resamples=20_000, rng=np.random.default_rng(1)
    ).confidence_interval
    # The bounds' own sampling error at 10 000 draws is about 0.003.
    assert (found.low, found.high) == (pytest.approx(theirs.low, abs=0.02), pytest.approx(theirs.high, abs=0.02))


def test_a_pair_by_hand():
    # a: 1 - 0 on both items; b: 0 - 1. Clusters: (1 - 1) / 2; items: (1 + 1 - 1) / 3. Item 3 is not common.
    run = clustered([("a", True), ("a", True), ("b", False), ("b", True)])
    baseline = clustered([("a", False), ("a", False), ("b", True)])
    found = paired_cluster_bootstrap(run, baseline)
    assert (found.items, found.mean) == (3, 0)
    assert found.item_mean == pytest.approx(1 / 3)
    assert (found.low, found.high) == (-1, 1)


def test_what_agrees_everywhere_has_no_interval():
    for pairs in ([("a", True), ("a", False)], [("a", True), ("b", True)]):
        found = cluster_bootstrap(clustered(pairs))
        assert math.isnan(found.low)
        assert math.isnan(found.item_high)
    nothing = cluster_bootstrap([episode(0, None)])
    assert nothing.clusters == nothing.items == 0
    assert math.isnan(nothing.mean)


@settings(max_examples=30)
@given(CLUSTERED, st.integers(0, 3), st.randoms(use_true_random=False))
def test_one_seed_one_interval_in_any_order(pairs, seed, shuffler: random.Random):
    found = clustered(pairs)
    mixed = list(found)
    shuffler.shuffle(mixed)
    first, second = (cluster_bootstrap(one, seed=seed, draws=500) for one in (found, mixed))
    assert first.model_dump_json() == second.model_dump_json()  # NaN equals NaN in JSON


def test_another_seed_another_interval():
    pairs = [(f"c{at}", at % 3 == 0) for at in range(7)] + [("c0", False), ("c5", True)]
    bounds = {cluster_bootstrap(clustered(pairs), seed=seed, draws=200).item_low for seed in range(6)}
    assert len(bounds) > 1


def test_two_sides_are_resampled_apart():
    """Two clusters on either side, one right and one wrong: a mean of 0, ½ or 1 with ¼, ½, ¼ on each side.

    The difference is -1 in a sixteenth of the draws and 1 in as many, both more than 2.5 %.
    """
    first, second = (answers(True, False, agent=agent) for agent in ("one", "two"))
    found = unpaired_cluster_bootstrap(first, second)
    assert (found.clusters, found.items, found.item_mean) == (4, 4, 0)
    assert (found.item_low, found.item_high) == (-1, 1)


def test_a_side_that_agrees_or_is_empty_leaves_the_interval_unknown():
    sure = unpaired_cluster_bootstrap(answers(True, True), answers(True, False))
    assert sure.item_mean == 0.5
    assert math.isnan(sure.item_low)
    assert math.isnan(unpaired_cluster_bootstrap(answers(True), []).item_mean)


def test_a_weighted_mean_by_hand():
    # Units of weight 1 and 3: 3/4. Drawn twice: 0, 3/4 or 1 with 1/4, 1/2, 1/4, so that the bounds are 0 and 1.
    assert weighted_mean_interval([0, 1], [1, 3], ("by hand", 0)) == (0.75, 0, 1)
    assert weighted_mean_interval([0, 1], [1, 3], ("by hand", 0), confidence=0.4) == (0.75, 0.75, 0.75)


def test_a_weighted_mean_of_equal_values_or_of_none_has_no_interval():
    for values in ([0.5], [0.5, 0.5]):
        found = weighted_mean_interval(values, [2.0] * len(values), ("by hand", 0))
        assert found.value == 0.5
        assert math.isnan(found.low)
    assert all(math.isnan(value) for value in weighted_mean_interval([], [], ("by hand", 0)))
