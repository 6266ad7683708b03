"""Accuracy by category."""

import math

from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import answers, episode

from mesocosm.report.analyses.category import category_accuracy


def test_by_hand():
    # Ice: one of two right, and one that broke; air: none of one; one item has no category.
    found = category_accuracy(
        [
            episode(0, True, category="ice"),
            episode(1, False, category="ice"),
            episode(2, None, category="ice"),
            episode(3, False, category="air"),
            episode(4, True),
        ]
    )
    assert [(one.category, one.accuracy.right, one.accuracy.n) for one in found] == [("air", 0, 1), ("ice", 1, 2)]


def test_epochs_do_not_multiply_items():
    [ice] = category_accuracy(
        [episode(0, right, category="ice", epoch=epoch) for epoch, right in ((1, True), (2, False))]
    )
    assert (ice.accuracy.right, ice.accuracy.n) == (0.5, 1)


def test_a_category_that_broke_is_no_data():
    [ice] = category_accuracy([episode(0, None, category="ice")])
    assert ice.accuracy.n == 0
    assert math.isnan(ice.accuracy.share)


def test_no_categories():
    assert category_accuracy(answers(True, False)) == ()


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["ice", "air", ""]))))
def test_every_item_is_in_one_category(drawn):
    found = category_accuracy(episode(item, right, category=name) for item, (right, name) in enumerate(drawn))
    assert sum(one.accuracy.n for one in found) == sum(bool(name) for _, name in drawn)
