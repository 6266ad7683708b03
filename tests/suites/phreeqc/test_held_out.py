"""A third of the scenarios occurs in the test split alone."""

from __future__ import annotations

from collections import Counter

import pytest

from mesocosm.suite import split_seed
from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.catalogue import catalogue
from mesocosm.suites.phreeqc.held_out import HELD_OUT


def test_every_name_is_of_a_scenario() -> None:
    assert set(catalogue()) >= HELD_OUT


def test_about_a_third_is_held_out() -> None:
    assert len(HELD_OUT) / len(catalogue()) == pytest.approx(1 / 3, abs=0.02)


def test_no_topic_is_held_out_as_a_whole_and_none_that_has_several_is_left_out() -> None:
    every = Counter(one.topic for one in catalogue().values())
    held = Counter(catalogue()[name].topic for name in HELD_OUT)
    for name, count in every.items():
        assert held[name] < count
        assert held[name] >= 1 or count == 1


@pytest.mark.parametrize("split", ["train", "validation"])
def test_items_to_train_on_come_from_the_others(split: str) -> None:
    for item, reference in suite.cases(split_seed(split, 0), 3):
        assert item.data.scenario not in HELD_OUT
        assert suite.facts(item, reference).strata == {"scenario": "in training"}


def test_an_item_of_the_test_says_whether_its_scenario_is_held_out() -> None:
    training = {
        item.data.scenario: suite.facts(item, reference).strata["scenario"] for item, reference in suite.cases(0, 6)
    }
    assert training == {name: "held out of training" if name in HELD_OUT else "in training" for name in training}
