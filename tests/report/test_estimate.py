"""The cost of a run, computed by hand from the openings and the budgets."""

import json

import pytest

from mesocosm.episode.briefing import brief
from mesocosm.report.estimate import Bounds, count, estimate, estimate_table, opening_tokens, span


def test_the_bounds_of_one_item_by_hand(toy, toy_case):
    """40 steps; replies of 150 tokens and results of 500 (assumed): 40 o + 40 · 39 / 2 · 650."""
    found = estimate(toy, items=1)
    with toy.world(*toy_case) as world:
        opening = (len(world.system) + 2 + len(world.prompt) + len(json.dumps(brief(world).tools))) / 4
        assert opening_tokens(brief(world)) == pytest.approx(opening, abs=1)  # letters beyond ASCII
    assert found.item_read.low == pytest.approx(found.opening, rel=1e-12)  # one turn
    assert found.item_read.high == pytest.approx(40 * found.opening + 780 * 650, rel=1e-12)
    assert (found.item_written.low, found.item_written.high) == (30, 40 * 150)
    assert found.context.high == pytest.approx(found.opening + 39 * 650, rel=1e-12)
    assert not found.is_measured


def test_items_epochs_and_models_multiply(toy):
    one, all_of_them = estimate(toy, items=1), estimate(toy, items=1, epochs=3, models=2)
    assert all_of_them.episodes == 6
    assert all_of_them.read.high == pytest.approx(6 * one.read.high, rel=1e-12)


def test_a_limit_of_tokens_bounds_what_is_spent(toy):
    found = estimate(toy, items=1, episode_tokens=10_000)
    assert found.item_read.high + found.item_written.high == pytest.approx(10_000, rel=1e-12)


def test_the_longest_replies_that_a_run_allows_are_in_the_upper_bound(toy):
    """40 turns of 2,000 tokens for each of 3 items."""
    found = estimate(toy, items=3, reply_tokens=2_000)
    assert found.written.high == 40 * 2_000 * 3
    assert found.item_read.high == pytest.approx(40 * found.opening + 780 * (2_000 + 500), rel=1e-12)
    assert found.written.low == 30 * 3
    assert estimate(toy, items=1, reply_tokens=10).item_written.low == 10


def test_the_sentence_says_on_what_its_times_rest(toy):
    sentence = estimate(toy, items=1).sentence(speed=50.0)
    assert sentence.startswith("1 episode reads ")
    assert "if the server writes 50 tokens a second on each of 1 connection (bounds" in sentence
    several = estimate(toy, items=2, connections=4).sentence(speed=25.8394)
    assert several.startswith("2 episodes read ")
    assert "writes 25.8 tokens a second on each of 4 connections" in several


def test_without_a_speed_there_are_no_times(toy):
    text = text_of(estimate_table([estimate(toy, items=1, reply_tokens=400)], speed=None))
    assert "No times, since it is not known how fast the server writes." in text
    assert "A reply has 30 to 400 tokens, the most that the run allows." in text
    assert "50 tokens" not in text
    assert " min" not in text


def test_hours_and_price_by_hand(toy):
    found = estimate(toy, items=4, connections=2, price_in=2.0, price_out=10.0)
    assert found.price.high == pytest.approx((found.read.high * 2 + found.written.high * 10) / 1e6, rel=1e-12)
    low, high = found.hours(speed=100)
    assert low == pytest.approx(4 * 30 / 200 / 3600, rel=1e-12)
    assert high == pytest.approx((found.written.high + found.read.high / 20) / 200 / 3600, rel=1e-12)


def text_of(table):
    from rich.console import Console

    console = Console(width=200, record=True)
    console.print(table)
    return " ".join(console.export_text().split())


def test_the_table_says_that_bounds_are_no_forecast(toy):
    text = text_of(estimate_table([estimate(toy, items=1)], speed=50))
    assert "if the server writes 50 tokens a second" in text
    assert "bounds, not a forecast" in text
    assert "assumed, not measured: toy" in text


@pytest.mark.parametrize(("tokens", "expected"), [(320, "320"), (4_100, "4.1 k"), (6_940_000, "6.9 M"), (2e9, "2.0 G")])
def test_tokens_as_people_read_them(tokens, expected):
    assert count(tokens) == expected
    assert span(Bounds(low=0, high=tokens)) == f"0 – {expected}"
