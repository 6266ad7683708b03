"""Shares and their intervals."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from tests.stats.making import answers, counts, episode

from mesocosm.stats.proportion import accuracy, episode_accuracy, newcombe, tokens_per_correct, wilson


def test_wilson_by_hand():
    # 62 of 120, z = 1.95996: p = 0.51667, z²/n = 0.032012, middle 0.53267, reach √(0.24972·0.032012 + 0.000256)
    # = 0.09083; both over 1.032012: 0.51615 ± 0.08802.
    found = wilson(62, 120)
    assert (found.low, found.high) == (pytest.approx(0.4281, abs=5e-5), pytest.approx(0.6042, abs=5e-5))


@given(
    st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.8, 0.95, 0.99])
)
def test_wilson_is_scipys(count, confidence):
    right, n = count
    found = wilson(right, n, confidence=confidence)
    theirs = binomtest(right, n).proportion_ci(confidence_level=confidence, method="wilson")
    # Both are closed forms in double precision; 1e-9 leaves room for rounding only.
    assert found.low == pytest.approx(theirs.low, abs=1e-9)
    assert found.high == pytest.approx(theirs.high, abs=1e-9)
    assert 0 <= found.low <= found.share <= found.high <= 1


def test_no_data_is_nan():
    found = wilson(0, 0)
    assert found.n == 0
    assert all(math.isnan(value) for value in (found.share, found.low, found.high))


def test_more_right_than_there_are_is_refused():
    with pytest.raises(ValueError, match=r"right must lie in \[0, 3\], got 4"):
        wilson(4, 3)


def test_broken_episodes_are_in_no_accuracy():
    found = accuracy(answers(True, None, False, None))
    assert (found.right, found.n, found.share) == (1, 2, 0.5)


def test_repeating_items_does_not_narrow_the_interval():
    once = counts(3, 10)
    twice = [one.model_copy(update={"epoch": epoch}) for one in once for epoch in (1, 2)]
    assert accuracy(twice) == accuracy(once)
    assert episode_accuracy(twice).n == 20


def test_an_item_counts_with_its_share_of_right_epochs():
    # (1/2 + 1) / 2 items, by hand.
    found = accuracy([episode(0, True), episode(0, False, epoch=2), episode(1, True)])
    assert (found.share, found.n) == (0.75, 2)


def test_tokens_per_correct():
    # 100 + 300 + 200 over two right ones; the broken one's 999 do not count.
    spent = zip((True, False, True, None), (100, 300, 200, 999), strict=True)
    assert tokens_per_correct([episode(item, right, tokens=t) for item, (right, t) in enumerate(spent)]) == 300
    assert math.isnan(tokens_per_correct(answers(False, False)))


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_newcombe_as_published(first, second, low, high):
    """Newcombe (1998), Table II, method 10, printed with four digits."""
    assert newcombe(wilson(*first), wilson(*second)) == pytest.approx((low, high), abs=5e-5)


@given(st.lists(st.booleans(), min_size=1, max_size=9), st.lists(st.booleans(), min_size=1, max_size=9))
def test_the_interval_holds_the_difference_and_mirrors(one, other):
    first, second = wilson(sum(one), len(one)), wilson(sum(other), len(other))
    low, high = newcombe(first, second)
    # One ulp: a bound at 0 or 1 is the share itself, subtracted and added again.
    assert low - 1e-12 <= first.share - second.share <= high + 1e-12
    assert newcombe(second, first) == pytest.approx((-high, -low))
