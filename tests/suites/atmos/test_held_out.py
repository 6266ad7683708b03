"""A third of the templates occurs in the test split alone."""

from __future__ import annotations

from collections import Counter

import pytest

from mesocosm.suite import split_seed
from mesocosm.suites.atmos import suite
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.held_out import HELD_OUT
from mesocosm.suites.atmos.release.sets import records


def test_every_name_is_of_a_template() -> None:
    assert set(catalogue()) >= HELD_OUT


def test_about_a_third_is_held_out() -> None:
    assert len(HELD_OUT) / len(catalogue()) == pytest.approx(1 / 3, abs=0.02)


def test_no_category_is_held_out_as_a_whole_and_none_that_has_several_is_left_out() -> None:
    every = Counter(one.category for one in catalogue().values())
    held = Counter(catalogue()[name].category for name in HELD_OUT)
    for name, count in every.items():
        assert held[name] < count
        assert held[name] >= 1 or count == 1


@pytest.mark.parametrize("split", ["train", "validation"])
def test_items_to_train_on_come_from_the_others(split: str) -> None:
    for item, reference in suite.cases(split_seed(split, 0), 3):
        assert item.data.template not in HELD_OUT
        assert suite.facts(item, reference).strata == {"template": "in training"}


@pytest.mark.parametrize("split", ["train", "validation"])
def test_a_set_to_train_on_has_none_of_them_and_no_question_of_the_test(split: str) -> None:
    found = list(records("mcq10", 0, split))
    assert not {str(one["id"]).removeprefix("MCQ_").rpartition("_")[0] for one in found} & HELD_OUT
    assert {one["split"] for one in found} == {split}
    assert not {one["problem"] for one in found} & {one["problem"] for one in records("mcq10", 0)}


def test_an_item_of_the_test_says_whether_its_template_is_held_out() -> None:
    strata = {
        item.data.template: suite.facts(item, reference).strata["template"] for item, reference in suite.cases(0, 6)
    }
    assert strata == {name: "held out of training" if name in HELD_OUT else "in training" for name in strata}
