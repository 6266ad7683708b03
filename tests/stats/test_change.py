"""Kept, gained, lost."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import answers, episode

from mesocosm.stats.change import change, mcnemar, tally
from mesocosm.stats.episode import right_items

OUTCOMES = st.lists(st.sampled_from([True, False, None]), max_size=30)


def test_the_four_cells_by_hand():
    baseline = answers(True, True, True, False, False, True)
    run = answers(True, False, True, True, False, None)
    found = change(run, baseline)  # the last item broke in the run and is not common
    assert (found.n, found.kept, found.gained, found.lost, found.both_wrong) == (5, 2, 1, 1, 1)
    assert found.retention == pytest.approx(2 / 3)
    assert found.difference == 0.0
    assert found.p_value == 1.0  # one gained, one lost: the most even outcome there is


def test_no_common_item_is_nan():
    found = change([episode(0)], [episode(1)])
    assert found.n == 0
    assert all(math.isnan(value) for value in (found.retention, found.difference, found.p_value))


def test_retention_of_a_baseline_with_nothing_right_is_nan():
    assert math.isnan(tally(kept=0, gained=3, lost=0, both_wrong=1).retention)


def test_mcnemar_by_hand():
    # 1 of 6 at one half, two-sided: 2 · (C(6,0) + C(6,1)) / 2⁶ = 14/64.
    assert mcnemar(5, 1) == pytest.approx(14 / 64)
    assert mcnemar(1, 5) == pytest.approx(14 / 64)
    assert mcnemar(0, 0) == 1.0


@given(OUTCOMES, OUTCOMES)
def test_kept_and_lost_are_what_the_baseline_has_right(run, baseline):
    now, before = answers(*run), answers(*baseline)
    found = change(now, before)
    common = right_items(now).keys() & right_items(before).keys()
    assert found.kept + found.lost == sum(right_items(before)[item] for item in common)
    assert found.kept + found.gained == sum(right_items(now)[item] for item in common)
    assert found.kept + found.gained + found.lost + found.both_wrong == found.n == len(common)
    back = change(before, now)
    assert (back.kept, back.gained, back.lost) == (found.kept, found.lost, found.gained)
