"""Knowledge against reasoning."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import answers, episode

from mesocosm.stats.kinds import kind_split, newcombe
from mesocosm.stats.proportion import wilson


def mixed(knows: list[bool], reasons: list[bool]):
    return [
        episode(f"{kind}-{item}", right, kind=kind)
        for kind, own in (("knowledge", knows), ("reasoning", reasons))
        for item, right in enumerate(own)
    ]


def test_by_hand():
    # Three of four against one of four; an item of no kind counts nowhere.
    found = kind_split([*mixed([True, True, True, False], [True, False, False, False]), episode("x", True)])
    assert (found.knowledge.right, found.knowledge.n) == (3, 4)
    assert (found.reasoning.right, found.reasoning.n) == (1, 4)
    assert found.difference == found.clustered.item_mean == 0.5
    assert found.clustered.items == 8


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


def test_a_kind_without_items_is_no_data():
    found = kind_split(mixed([True, False], []))
    assert found.reasoning.n == 0
    assert all(math.isnan(value) for value in (found.difference, found.low, found.high, found.clustered.item_mean))


def test_no_kinds_at_all():
    assert kind_split(answers(True, False)).knowledge.n == 0


@given(st.lists(st.booleans(), min_size=1, max_size=9), st.lists(st.booleans(), min_size=1, max_size=9))
def test_the_interval_holds_the_difference_and_mirrors(one, other):
    first, second = wilson(sum(one), len(one)), wilson(sum(other), len(other))
    low, high = newcombe(first, second)
    # One ulp: a bound at 0 or 1 is the share itself, subtracted and added again.
    assert low - 1e-12 <= first.share - second.share <= high + 1e-12
    assert newcombe(second, first) == pytest.approx((-high, -low))
