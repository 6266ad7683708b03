"""Pass@k against counting, self-consistency and consumed attempts against hand-worked cases."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.stats.passk import (
    Attempt,
    attempts_used,
    majority_is_right,
    over_consumed,
    pass_at,
    pass_rates,
    passed_within,
)


@given(st.integers(1, 7), st.data())
def test_pass_at_k_is_the_share_of_draws_with_a_right_one(n, data):
    right, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, n))
    attempts = [place < right for place in range(n)]
    draws = [any(drawn) for drawn in itertools.combinations(attempts, k)]
    assert pass_at(k, n=n, right=right) == pytest.approx(sum(draws) / len(draws), abs=1e-12)


def test_pass_at_more_than_was_tried_is_not_known():
    assert math.isnan(pass_at(4, n=3, right=3))


def test_a_count_of_right_ones_beyond_n_is_refused():
    with pytest.raises(ValueError, match=r"right must lie in \[0, 3\]"):
        pass_at(1, n=3, right=4)


@pytest.mark.parametrize(
    ("attempts", "k", "expected"), [((False, True), 3, 1.0), ((False, True), 1, 0.0), ((False,) * 3, 3, 0.0)]
)
def test_stopping_at_the_first_right_attempt(attempts, k, expected):
    assert passed_within(k, attempts) == expected


def test_an_item_given_up_early_is_not_known():
    assert math.isnan(passed_within(3, (False, False)))


def tries(pattern, readings=None):
    return [
        Attempt(right=sign == "+", reading=reading) for sign, reading in zip(pattern, readings or pattern, strict=True)
    ]


def test_rates_over_items():
    # a: 2 of 3 right, b: none, c: all. Pass@1 = (2/3 + 0 + 1)/3, Pass@2 = (1 + 0 + 1)/3.
    attempts = {"a": tries("++-"), "b": tries("---"), "c": tries("+++")}
    rates = pass_rates(attempts, (1, 2, 3))
    assert rates[1].value == pytest.approx(5 / 9)
    assert rates[2].value == rates[3].value == pytest.approx(2 / 3)
    assert rates[1].low <= rates[1].value <= rates[1].high


def test_items_with_too_few_attempts_are_left_out():
    assert pass_rates({"a": tries("+-"), "b": tries("-")}, (2,))[2].value == 1.0


def test_the_majority_votes():
    assert majority_is_right(tries("++-", "xxy"))
    assert not majority_is_right(tries("+--", "xyy"))
    assert majority_is_right(tries("+-", "xy"))  # a tie: the first
    assert not majority_is_right(tries("-+", "yx"))
    assert not majority_is_right([Attempt(right=False), Attempt(right=False)])
    assert majority_is_right(
        [Attempt(right=False), Attempt(right=False), Attempt(right=True, reading="x")]
    )  # silence has no vote


def test_attempts_after_the_first_right_one_are_not_consumed():
    assert [attempt.right for attempt in attempts_used(tries("--++"))] == [False, False, True]
    assert len(attempts_used(tries("---"))) == 3
    assert len(attempts_used(tries("+++"))) == 1


def test_diagnostics_over_consumed_attempts():
    attempts = {
        # Two consumed, 4 + 2 calls, one of them illegal; the third attempt is not used.
        "a": [
            Attempt(right=False, calls=4, illegal=1, any_order=True),
            Attempt(right=True, calls=2, exact=True, in_order=True, any_order=True),
            Attempt(right=True, calls=9, illegal=9),
        ],
        # Never right, no call at all: no rate of illegal calls, and a ratio of 0.
        "b": [Attempt(right=False), Attempt(right=False)],
    }
    diagnostics = over_consumed(attempts, {"a": 2, "b": 3})
    assert diagnostics.items == 2
    assert diagnostics.illegal_rate == pytest.approx(1 / 6)
    assert diagnostics.call_ratio == pytest.approx((6 / 2 + 0 / 3) / 2)
    assert diagnostics.exact == diagnostics.in_order == pytest.approx((1 / 2 + 0) / 2)
    assert diagnostics.any_order == pytest.approx((1 + 0) / 2)
    assert diagnostics.attempts == 2.0


def test_no_items_are_no_data():
    diagnostics = over_consumed({}, {})
    assert diagnostics.items == 0
    assert math.isnan(diagnostics.illegal_rate)
