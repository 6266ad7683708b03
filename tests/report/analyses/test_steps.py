"""Lengths of episodes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import episode

from mesocosm.report.analyses.steps import bucket_name, ceiling_of, failed_steps, step_buckets, steps_taken

MIXED = [
    episode(0, True, steps=5, step_limit=24),
    episode(1, False, steps=7, step_limit=24),
    episode(2, False, steps=24, step_limit=24),
    episode(3, False, steps=25, step_limit=None),
    episode(4, None, steps=9, step_limit=24),
]


def test_buckets_by_hand():
    found = {bucket_name(one): (one.accuracy.right, one.accuracy.n) for one in step_buckets(MIXED)}
    assert found == {
        "0–4": (0, 0), "5–7": (1, 2), "8–11": (0, 0), "12–15": (0, 0), "16–19": (0, 0), "20–24": (0, 1), "25+": (0, 1),
    }  # fmt: skip


def test_failed_episodes_by_hand():
    # Wrong: 7, 24, 25; all counted: 5, 7, 24, 25. Two of the wrong have a budget, one of them used it up.
    found = failed_steps(MIXED)
    assert (found.n, found.median, found.mean, found.overall_median) == (3, 24, pytest.approx(56 / 3), 15.5)
    assert (found.ceiling.right, found.ceiling.n) == (1, 2)


def test_nothing_failed():
    found = failed_steps([episode(0, True, steps=3)])
    assert found.n == 0
    assert math.isnan(found.median)
    assert math.isnan(found.ceiling.share)


def test_lengths_and_ceiling():
    assert steps_taken(MIXED, correct=False) == {7: 1, 24: 1, 25: 1}
    assert ceiling_of(MIXED[:3]) == 24
    assert math.isnan(ceiling_of(MIXED))
    assert math.isnan(ceiling_of([]))


def test_buckets_must_begin_at_zero_and_rise():
    with pytest.raises(ValueError, match=r"begin at 0 and rise, got \(1, 5\)"):
        step_buckets([], firsts=(1, 5))


@given(st.lists(st.integers(0, 60)))
def test_every_episode_is_in_one_bucket(lengths):
    found = step_buckets(episode(item, steps=steps) for item, steps in enumerate(lengths))
    assert sum(one.accuracy.n for one in found) == len(lengths)
