"""Pairs of runs: differences, what was gained and lost, and when a pair is decided."""

import math

import pytest

from mesocosm.report.comparison import compare_all, find, notes
from mesocosm.report.results import SampleRow, make_row


def row(agent, *scores, weight=1.0, epochs=1):
    samples = [
        SampleRow(
            item=f"i{place:02d}", epoch=epoch, score=score, success=float(score >= 1), steps=1, rejected_calls=0,
            tokens=0, answer="broken" if math.isnan(score) else "valid", end="submitted", weight=weight,
        )
        for place, score in enumerate(scores)
        for epoch in range(1, epochs + 1)
    ]  # fmt: skip
    return make_row(samples, suite="toy", version="1-A", profile="default", agent=agent)


def pair(first, second):
    [one] = compare_all({"a": first, "b": second})
    return one


def test_the_difference_and_the_four_counts_by_hand():
    """Differences 0, 1, -1, 1, 0: mean 0.2; kept 1, gained 2, lost 1, neither 1."""
    one = pair(row("a", 1, 1, 0, 1, 0), row("b", 1, 0, 1, 0, 0))
    assert one.value == pytest.approx(0.2)
    assert (one.items, one.differing) == (5, 3)
    assert (one.change.kept, one.change.gained, one.change.lost, one.change.both_wrong) == (1, 2, 1, 1)
    assert one.low < 0.2 < one.high
    assert one.verdict == "not decided"


def test_ten_items_of_twelve_decide():
    one = pair(row("a", *[1] * 10, 0, 0), row("b", *[0] * 12))
    assert one.low > 0
    assert one.verdict == "ahead"
    assert one.turned().verdict == "behind"


def test_four_items_never_decide():
    """All four differ in the same direction: coins do that with a probability of 2^-3, however narrow the drawn
    interval is.
    """
    one = pair(row("a", 1, 0.9, 0.8, 0.9), row("b", 0, 0, 0, 0))
    assert one.low > 0
    assert one.verdict == "not decided"


def test_many_comparisons_make_it_harder():
    """Seven differing items: 2^-6 = 0.016 is below 0.05, and not below 0.05 / 6."""
    runs = {name: row(name, *[0] * 12) for name in "bcd"}
    comparisons = compare_all({"a": row("a", *[1] * 7, *[0] * 5), **runs})
    assert len(comparisons) == 6
    assert find(comparisons, "a", "b").verdict == "perhaps ahead"
    assert pair(row("a", *[1] * 7, *[0] * 5), runs["b"]).verdict == "ahead"


def test_broken_items_are_left_out_of_a_pair():
    one = pair(row("a", 1, math.nan, 1), row("b", 0, 1, math.nan))
    assert (one.items, one.value) == (1, 1.0)
    assert one.verdict == "not decided"  # one item has no interval


def test_runs_without_a_common_item_are_not_comparable():
    one = pair(row("a", math.nan, 1), row("b", 1, math.nan))
    assert one.verdict == "not comparable"
    assert one.difference == "–"


def test_equal_runs_are_the_same():
    assert pair(row("a", 1, 0), row("b", 1, 0)).verdict == "the same"


def test_turning_round_swaps_gained_and_lost():
    one = pair(row("a", 1, 1, 0), row("b", 0, 0, 1)).turned()
    assert (one.first, one.second) == ("b", "a")
    assert (one.change.gained, one.change.lost) == (1, 2)
    assert one.value == pytest.approx(-1 / 3)


def test_the_number_of_comparisons_is_told():
    text = " ".join(notes(compare_all({name: row(name, 1, 0) for name in "abc"})))
    assert "3 comparisons" in text
    assert "98.33%" in text
