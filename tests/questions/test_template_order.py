"""Which template an item comes from, in each split."""

from __future__ import annotations

import pytest

from mesocosm.questions.template_order import template_in_turn, training_word
from mesocosm.suite import SPLITS, split_seed

NAMES = ("drift", "flood", "frost", "storm")
HELD_OUT = frozenset({"frost"})


def turns(split: str, count: int) -> list[str]:
    seed = split_seed(split, 3)
    return [template_in_turn("lab", NAMES, HELD_OUT, seed, index) for index in range(count)]


def test_the_test_split_has_every_template_once_before_any_twice() -> None:
    drawn = turns("test", 8)
    assert sorted(drawn[:4]) == sorted(drawn[4:]) == sorted(NAMES)


@pytest.mark.parametrize("split", [split for split in SPLITS if split != "test"])
def test_the_other_splits_have_those_that_are_not_held_out(split: str) -> None:
    drawn = turns(split, 6)
    assert sorted(drawn[:3]) == sorted(drawn[3:]) == ["drift", "flood", "storm"]


def test_a_template_is_called_by_where_it_is_met() -> None:
    assert [training_word(name, HELD_OUT) for name in ("frost", "flood")] == ["held out of training", "in training"]
