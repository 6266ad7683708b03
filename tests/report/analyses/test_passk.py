"""Attempts at items, worked by hand."""

import math

import pytest
from tests.stats.making import episode

from mesocosm.report.analyses.passk import analyse
from mesocosm.report.analyses.strata import strata


def tried(*items, **fields):
    return [
        episode(item, right, epoch=epoch, reading=reading, **fields)
        for item, own in enumerate(items)
        for epoch, (right, reading) in enumerate(own, start=1)
    ]


def test_by_hand():
    # The first item is right once in three, the second always, the third never.
    [row] = analyse(
        tried(
            [(True, "12"), (False, "7"), (False, "7")],
            [(True, "yes")] * 3,
            [(False, "north"), (False, ""), (False, "")],
        )
    ).rows
    assert (row.items, row.attempts) == (3, 3)
    shares = {passed.k: passed.share for passed in row.passed}
    assert shares == pytest.approx({1: (1 / 3 + 1) / 3, 2: (2 / 3 + 1) / 3, 3: 2 / 3})
    assert (row.consistent.right, row.consistent.n) == (1, 3)  # 7 outvotes 12


def test_without_readings_there_is_no_vote():
    [row] = analyse(tried([(True, ""), (True, "")])).rows
    assert row.consistent.n == 0
    assert math.isnan(row.consistent.share)


def test_what_broke_is_no_attempt():
    [row] = analyse(tried([(True, "12"), (None, "")])).rows
    assert row.attempts == 1


def test_items_are_parted_in_every_way():
    episodes = [
        episode(0, True, strata={"size": "small", "colour": "red"}),
        episode(1, False, strata={"size": "small"}),
        episode(2, True, strata={"size": "large"}),
    ]
    counts = {
        own.name: {part.part: (part.accuracy.right, part.accuracy.n) for part in own.parts} for own in strata(episodes)
    }
    assert counts == {"colour": {"red": (1, 1)}, "size": {"large": (1, 1), "small": (1, 2)}}
