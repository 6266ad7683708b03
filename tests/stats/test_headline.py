"""The headline: a weighted mean with its own interval."""

import math

import pytest

from mesocosm.report.results import SampleRow, make_row
from mesocosm.stats.headline import headline, headline_differences


def test_weights_decide_the_mean():
    # (3 * 1 + 1 * 0) / 4 by hand
    assert headline({"a": 1.0, "b": 0.0}, {"a": 3.0, "b": 1.0}).value == 0.75


def test_the_order_of_the_items_does_not_matter():
    scores = {f"item-{number}": number % 3 / 2 for number in range(9)}
    weights = {item: 1.0 + len(item) for item in scores}
    assert headline(scores, weights) == headline(dict(reversed(scores.items())), weights)


def test_one_item_gives_no_interval():
    assert math.isnan(headline({"a": 1.0}, {"a": 1.0}).low)


def row(item: str, score: float, *, broken: bool = False, weight: float = 1.0) -> SampleRow:
    return SampleRow(
        item=item, epoch=1, score=math.nan if broken else score, success=math.nan if broken else score,
        steps=1, rejected_calls=0, tokens=0, answer="broken" if broken else "valid", end="submitted",
        weight=math.nan if broken else weight,
    )  # fmt: skip


def run(*rows: SampleRow):
    return make_row(rows, suite="lab", version="1-A", profile="default", agent="someone")


def test_an_agent_that_breaks_what_it_does_not_know_stands_behind_its_honest_twin():
    breaker = run(row("a", 1.0), row("b", 0.0, broken=True))
    honest = run(row("a", 1.0), row("b", 0.1))
    assert (breaker.score, breaker.lower) == (1.0, 0.5)
    assert honest.lower == 0.55
    assert honest.lower > breaker.lower


def test_a_broken_item_counts_as_much_as_the_heaviest():
    assert run(row("a", 1.0, weight=3.0), row("b", 1.0), row("c", 0.0, broken=True)).lower == 4 / 7


def test_a_run_with_more_than_two_percent_broken_is_not_rankable():
    rows = [row(f"item-{number}", 1.0) for number in range(97)]
    assert run(*rows, row("x", 1.0), row("y", 1.0), row("z", 0.0, broken=True)).rankable
    assert not run(*rows, row("y", 0.0, broken=True), row("z", 0.0, broken=True), row("w", 0.0, broken=True)).rankable


def test_a_paired_difference_is_the_headline_of_the_differences():
    first, second = {"a": 1.0, "b": 0.0, "c": 0.5, "d": 1.0}, {"b": 1.0, "c": 0.0, "d": 0.0, "e": 1.0}
    weights = {"a": 9.0, "b": 1.0, "c": 2.0, "d": 1.0, "e": 9.0}
    [(narrow, wide)] = headline_differences([(first, second)], weights, confidences=(0.95, 0.99))
    alone = headline({"b": -1.0, "c": 0.5, "d": 1.0}, weights)
    assert narrow == alone
    assert narrow.value == pytest.approx(0.25)  # (-1 + 2 x 0.5 + 1) / 4, by hand
    assert wide.low <= narrow.low <= narrow.high <= wide.high


def test_pairs_over_other_items_are_drawn_apart_and_keep_their_order():
    run, short, empty = {"a": 1.0, "b": 0.0, "c": 1.0}, {"a": 0.0, "b": 0.0}, {}
    weights = dict.fromkeys("abc", 1.0)
    found = headline_differences([(run, short), (run, empty), (run, dict.fromkeys("abc", 0.0))], weights)
    assert [one.value for (one,) in found] == [0.5, pytest.approx(math.nan, nan_ok=True), pytest.approx(2 / 3)]
