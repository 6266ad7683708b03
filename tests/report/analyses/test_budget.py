"""Budgets of tokens."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import episode

from mesocosm.report.analyses.budget import budgets, ladder, token_budget
from mesocosm.stats.proportion import accuracy


@pytest.mark.parametrize(
    ("smallest", "largest", "rungs"),
    [
        (37, 1200, (20, 50, 100, 200, 500, 1000, 2000)),
        (100, 100, (100,)),
        (1, 1, (1,)),
        (6, 9, (5, 10)),
        (999, 1001, (500, 1000, 2000)),
    ],
)
def test_ladders_by_hand(smallest, largest, rungs):
    assert ladder(smallest, largest) == rungs


def test_a_ladder_begins_above_nothing():
    with pytest.raises(ValueError, match="1 <= smallest <= largest, got 0 and 5"):
        ladder(0, 5)


def test_by_hand():
    own = [
        episode(0, True, tokens=80),
        episode(1, True, tokens=150),
        episode(2, False, tokens=60),
        episode(3, None, tokens=7),
    ]
    assert budgets(own) == (50, 100, 200)
    found = token_budget(own, budgets(own))
    assert [(one.tokens, one.within.right, one.within.n) for one in found.rungs] == [
        (50, 0, 3),
        (100, 1, 3),
        (200, 2, 3),
    ]
    assert (found.right, found.right_median, found.wrong, found.wrong_median) == (2, 115, 1, 60)


def test_of_several_epochs_an_item_counts_with_its_share():
    own = [episode(0, True, tokens=80), episode(0, True, tokens=300, epoch=2)]
    assert [one.within.right for one in token_budget(own, (100, 500)).rungs] == [0.5, 1]


def test_nothing_spent_nothing_known():
    assert budgets([episode(0, True), episode(1, None, tokens=9)]) == ()
    found = token_budget([episode(0, None)], (10,))
    assert found.rungs[0].within.n == 0
    assert math.isnan(found.right_median)


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 10**7)), min_size=1))
def test_more_tokens_never_hurt_and_all_give_the_accuracy(drawn):
    own = [episode(item, right, tokens=tokens) for item, (right, tokens) in enumerate(drawn)]
    shares = [one.within.share for one in token_budget(own, budgets(own)).rungs]
    assert shares == sorted(shares)
    assert shares[-1] == accuracy(own).share


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_ladders_hold_both_ends(one, other):
    rungs = ladder(min(one, other), max(one, other))
    assert rungs[0] <= min(one, other)
    assert rungs[-1] >= max(one, other)
    assert all(str(rung)[0] in "125" and not str(rung)[1:].strip("0") for rung in rungs)
