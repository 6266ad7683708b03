"""Named mistakes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import OFFERED, answers, episode

from mesocosm.report.analyses.diagnosis import MOST_ONCE, Row, _lines, analyse, diagnosis, table


def chosen(*letters: str):
    return [
        episode(item, letter == "A", label="A", predicted=letter, meaning=OFFERED)
        for item, letter in enumerate(letters)
    ]


def test_by_hand():
    # Wrong choices: B, D, D. wrong_unit in all three, twice with ideal_gas; ideal_gas in the two D.
    other = episode("x", True, label="A", predicted="A", meaning={"A": (), "B": ("wrong_step",)})
    found = diagnosis([*chosen("A", "B", "D", "D", ""), other])
    assert (found.wrong, found.both, found.offered) == (3, 2, 6)
    unit, gas, step = found.mistakes
    assert (unit.mistake, unit.chosen, unit.both, unit.share) == ("wrong_unit", 3, 2, 1.0)
    assert (gas.mistake, gas.chosen, gas.both, gas.share) == ("ideal_gas", 2, 2, 2 / 3)
    assert (unit.rate.right, unit.rate.n) == (3, 5)  # offered in five episodes, the unanswered one too
    assert (step.chosen, step.rate.n) == (0, 1)
    # Each is in two of the three wrong options: 3 · 2/3.
    assert unit.by_chance == gas.by_chance == 2.0


def test_a_sentence_is_that_of_the_first_episode_that_has_one():
    known = [
        episode(0, True, label="A", predicted="A", meaning=OFFERED, sentences={"wrong_unit": ""}),
        episode(
            1, True, label="A", predicted="A", meaning={"A": (), "B": ("other",)}, sentences={"wrong_unit": "feet"}
        ),
        episode(2, True, label="A", predicted="A", meaning=OFFERED, sentences={"wrong_unit": "miles"}),
    ]
    assert {row.mistake: row.sentence for row in diagnosis(known).mistakes} == {
        "ideal_gas": "",
        "other": "",
        "wrong_unit": "feet",
    }


def test_a_mistake_that_one_option_names_twice_counts_once():
    twice = {"A": (), "B": ("wrong_unit", "wrong_unit"), "C": ("wrong_unit",), "D": ("ideal_gas",)}
    [unit, gas] = diagnosis([episode(0, False, label="A", predicted="B", meaning=twice)]).mistakes
    assert (unit.mistake, unit.chosen, unit.both, unit.rate.n) == ("wrong_unit", 1, 1, 1)
    assert unit.by_chance == 2 / 3  # two of three wrong options lead to it
    assert (gas.chosen, gas.by_chance) == (0, 1 / 3)


def test_items_that_name_no_mistakes():
    found = diagnosis(answers(True, False))
    assert (found.wrong, found.offered, found.mistakes) == (0, 0, ())


@pytest.mark.parametrize("count", [MOST_ONCE, MOST_ONCE + 1])
def test_mistakes_made_once_are_named_until_they_are_many(count):
    once = [
        episode(number, False, label="A", predicted="B", meaning={"A": (), "B": (f"mistake_{number}",)})
        for number in range(count)
    ]
    rows = [cells[1] for cells in _lines(Row(run="mine", diagnosis=diagnosis(once)))]
    assert rows == (
        [f"mistake_{number}" for number in range(count)] if count == MOST_ONCE else [f"{count} others, once each"]
    )


def test_broken_episodes_offer_nothing():
    found = diagnosis([episode(0, None, meaning=OFFERED), *chosen("A")])
    assert found.offered == 1
    assert math.isnan(found.mistakes[0].share)


@given(st.lists(st.sampled_from(["A", "B", "C", "D", ""])))
def test_counts_add_up(letters):
    found = diagnosis(chosen(*letters))
    assert found.wrong == sum(letter in "BCD" for letter in letters if letter)
    # A choice of two mistakes counts under each.
    assert sum(one.chosen for one in found.mistakes) == found.wrong + found.both
    assert sum(one.both for one in found.mistakes) == 2 * found.both


def test_a_mistake_stands_with_its_sentence():
    from rich.console import Console

    made = episode(0, False, label="A", predicted="B", meaning=OFFERED, sentences={"wrong_unit": "took bar for pascal"})
    console = Console(width=200, record=True)
    console.print(table(analyse([made])))
    assert "wrong_unit: took bar for pascal" in console.export_text()
