"""The headline: a weighted mean with the interval of that very number."""

import math

from mesocosm.report.results import SampleRow, make_row
from mesocosm.stats.headline import headline


def test_weights_decide_the_mean():
    # (3 * 1 + 1 * 0) / 4 by hand
    assert headline({"a": 1.0, "b": 0.0}, {"a": 3.0, "b": 1.0}).value == 0.75


def test_the_order_of_the_items_does_not_matter():
    scores = {f"item-{number}": number % 3 / 2 for number in range(9)}
    weights = {item: 1.0 + len(item) for item in scores}
    assert headline(scores, weights) == headline(dict(reversed(scores.items())), weights)


def test_one_item_tells_no_interval():
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
