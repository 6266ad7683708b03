"""Results of a run by item."""

import math

import pytest
from pydantic import ValidationError
from tests.stats.making import answers, episode

from mesocosm.stats.episode import by_item, cluster_of, counted, item_shares, right_items, right_share


def test_broken_episodes_are_not_counted():
    found = answers(True, None, False)
    assert [one.correct for one in counted(found)] == [True, False]
    assert right_share(found) == 0.5
    assert math.isnan(right_share(answers(None)))


def test_items_and_epochs_come_in_order():
    shuffled = [episode(1, epoch=2), episode(0), episode(1, epoch=1)]
    assert [(item, [one.epoch for one in own]) for item, own in by_item(shuffled).items()] == [
        ("lab-s0-0000", [1]),
        ("lab-s0-0001", [1, 2]),
    ]


def test_an_item_is_right_when_more_than_half_of_its_epochs_are():
    # Item 0: 2 of 3; item 1: 1 of 2, which is not more than half; item 2: 1 of 1, the broken one does not count.
    epochs = {0: (True, True, False), 1: (True, False), 2: (None, True)}
    found = [episode(item, right, epoch=at) for item, own in epochs.items() for at, right in enumerate(own, start=1)]
    assert list(right_items(found).values()) == [True, False, True]
    assert list(item_shares(found).values()) == [pytest.approx(2 / 3), 0.5, 1.0]


def test_an_item_without_a_cluster_is_one_of_its_own():
    assert cluster_of(episode(3)) == "lab-s0-0003"
    assert cluster_of(episode(3, cluster="calcite")) == "calcite"


def test_a_record_refuses_what_it_does_not_know():
    with pytest.raises(ValidationError, match="answer"):
        episode(answer="perhaps")
    with pytest.raises(ValidationError, match="epoch"):
        episode(epoch=0)


def test_a_record_survives_json():
    one = episode(0, None, meaning={"A": (), "B": ("wrong_unit",)}, calls=(("execute_phreeqc", True),))
    again = type(one).model_validate_json(one.model_dump_json())
    assert math.isnan(again.score)
    assert again.model_copy(update={"score": 0.0, "seconds": 0.0}) == one.model_copy(
        update={"score": 0.0, "seconds": 0.0}
    )
