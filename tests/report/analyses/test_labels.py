"""Answer labels."""

import math

from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import OFFERED, answers, episode

from mesocosm.report.analyses.labels import label_behaviour


def choice(item: int, truth: str, chosen: str):
    return episode(item, truth == chosen, label=truth, predicted=chosen, meaning=OFFERED)


def test_by_hand():
    pairs = [("A", "A"), ("A", "B"), ("B", "B"), ("B", "B"), ("C", "B"), ("C", "")]
    found = label_behaviour(choice(item, *pair) for item, pair in enumerate(pairs))
    assert found.true == {"A": 2, "B": 2, "C": 2, "D": 0}
    assert (found.predicted, found.no_letter) == ({"A": 1, "B": 4, "C": 0, "D": 0}, 1)
    assert [one.share for one in found.accuracy.values()][:3] == [0.5, 1.0, 0.0]
    assert math.isnan(found.accuracy["D"].share)  # no item has it
    assert (found.low, found.high) == (0.0, 1.0)


def test_items_without_letters_have_no_labels():
    found = label_behaviour(answers(True, False))
    assert (found.n, found.true, found.predicted) == (0, {}, {})
    assert math.isnan(found.low)


@given(st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from(["A", "B", "C", "D", ""]))))
def test_every_episode_is_counted_once(pairs):
    found = label_behaviour(choice(item, *pair) for item, pair in enumerate(pairs))
    assert sum(found.predicted.values()) + found.no_letter == sum(found.true.values()) == found.n == len(pairs)
