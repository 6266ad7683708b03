"""Runs repeated."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import answers, episode

from mesocosm.report.analyses.stability import stability


def repeated(*items: tuple[bool | None, ...], **fields):
    return [
        episode(item, right, epoch=epoch, **fields)
        for item, own in enumerate(items)
        for epoch, right in enumerate(own, start=1)
    ]


def test_by_hand():
    found = stability(repeated((True, True), (True, False), (False, False), (True, True)))
    assert found.accuracy == {1: 0.75, 2: 0.5}
    assert found.deviation == pytest.approx(0.25 / math.sqrt(2))  # of two values: their distance over √2
    assert found.spread == 0.25
    assert found.histogram == (1, 1, 2)
    assert (found.overall.always_right, found.overall.always_wrong, found.overall.variance_prone) == (2, 1, 1)
    assert found.overall.share == 0.25


def test_an_item_with_a_broken_episode_is_left_out_of_the_histogram():
    found = stability(repeated((True, None), (True, False), (None, None)))
    assert (found.histogram, found.incomplete) == ((0, 1, 0), 2)


def test_one_epoch_shows_nothing():
    found = stability(answers(True, False))
    assert (found.epochs, found.histogram) == (1, (1, 1))
    assert all(math.isnan(value) for value in (found.deviation, found.spread, found.overall.share))


def test_no_episode_at_all():
    found = stability([])
    assert (found.epochs, found.histogram, found.overall.n) == (0, (), 0)


def test_parts_by_the_largest_listing_and_by_label():
    small = repeated((True, False), label="B", output_characters=5_000)
    large = [one.model_copy(update={"item": "x"}) for one in repeated((True, True), label="A")]
    large[1] = large[1].model_copy(update={"output_characters": 600_000})
    found = stability([*large, *small])
    assert [(one.name, one.share) for one in found.by_size] == [("≤10k", 1.0), (">500k", 0.0)]
    assert [(one.name, one.share) for one in found.by_label] == [("A", 0.0), ("B", 1.0)]


@given(st.lists(st.tuples(*[st.sampled_from([True, False, None])] * 3), min_size=1, max_size=20))
def test_the_histogram_sums_to_the_items(items):
    found = stability(repeated(*items))
    assert sum(found.histogram) == found.overall.n
    assert found.overall.n + found.incomplete == len(items)
    assert found.overall.always_right + found.overall.always_wrong + found.overall.variance_prone == found.overall.n
    assert sum(one.n for one in found.by_size) == sum(one.n for one in found.by_label) == found.overall.n
