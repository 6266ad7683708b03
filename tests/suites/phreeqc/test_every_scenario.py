"""Properties of every scenario: both ways of every fork are stated, matter, and give valid questions."""

from __future__ import annotations

import itertools

import pytest

from mesocosm import seeding
from mesocosm.questions.forks import MISSED, PLAIN, Taken, four_sets, mistakes, with_mistakes
from mesocosm.suites.phreeqc.catalogue import catalogue
from mesocosm.suites.phreeqc.options import CLOSEST, Unfit, evaluate, make_question
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario

pytest.importorskip("phreeqc", reason="install mesocosm[phreeqc]")

each_scenario = pytest.mark.parametrize("scenario", catalogue().values(), ids=lambda one: one.name)


def drawn(scenario: Scenario, number: int) -> tuple[Parameters, list[Taken]]:
    draw = seeding.generator("every", scenario.name, number)
    return scenario.draw(draw), four_sets(sorted(scenario.forks), draw)


@each_scenario
def test_three_seeds_give_fit_questions(scenario: Scenario) -> None:
    """Three seeds; `benchmarks/phreeqc_items.py` looks at twenty."""
    for seed in range(3):
        question = make_question(scenario, seeding.generator("fit", scenario.name, seed))
        assert question.asked in question.values
        assert all(scenario.low <= value <= scenario.high for value in question.values.values())
        shown = [float(scenario.format_value(value)) for value in question.values.values()]
        for one, other in itertools.combinations(shown, 2):
            assert abs(one - other) >= CLOSEST * max(abs(one), abs(other))
        assert "{" not in scenario.ask(question.parameters, question.asked)


@each_scenario
def test_questions_differ_between_seeds(scenario: Scenario) -> None:
    asked = {scenario.ask(drawn(scenario, number)[0], PLAIN) for number in range(4)}
    assert len(asked) == 4


@each_scenario
def test_every_fork_is_stated_in_the_question(scenario: Scenario) -> None:
    for number in range(6):
        parameters, sets = drawn(scenario, number)
        for fork in scenario.forks:
            assert scenario.ask(parameters, sets[0]) != scenario.ask(parameters, sets[0] ^ {fork}), fork


@each_scenario
def test_every_fork_moves_the_value(scenario: Scenario) -> None:
    unmoved = set(scenario.forks)
    for number in range(12):
        parameters, sets = drawn(scenario, number)
        unmoved -= {fork for fork in unmoved if moves(scenario, parameters, sets[0], fork)}
        if not unmoved:
            return
    pytest.fail(f"no effect of {sorted(unmoved)}")


def moves(scenario: Scenario, parameters: Parameters, taken: Taken, fork: str) -> bool:
    try:
        one, other = (evaluate(scenario, parameters, forks) for forks in (taken, taken ^ {fork}))
    except Unfit:
        return False
    return abs(one - other) >= CLOSEST * max(abs(one), abs(other))


@each_scenario
def test_forks_are_named_and_enough(scenario: Scenario) -> None:
    parameters = scenario.draw(seeding.generator("names", scenario.name))
    assert len(scenario.forks) >= 4
    assert not any(fork.startswith(MISSED) for fork in scenario.forks)
    assert scenario.deck(parameters, frozenset({"no such fork"})) == scenario.deck(parameters, PLAIN)


@each_scenario
def test_a_mistake_leads_from_what_is_asked_to_what_was_done(scenario: Scenario) -> None:
    asked, *others = drawn(scenario, 0)[1]
    for done in others:
        assert set(mistakes(asked, done)) <= set(scenario.mistakes)
        assert with_mistakes(asked, frozenset(mistakes(asked, done))) == done


def test_which_value_is_asked_for_is_drawn_after_the_values() -> None:
    """Each of the four is asked for a quarter of the time: 80 questions, 20 each, four standard deviations are 15."""
    scenario = catalogue()["calcite_open"]
    places = []
    for seed in range(80):
        question = make_question(scenario, seeding.generator("asked", seed))
        places.append(list(question.values).index(question.asked))
    assert all(5 <= places.count(place) <= 35 for place in range(4))
