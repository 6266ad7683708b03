"""Items from a seed: a scenario, its question, and four lettered options."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm import seeding
from mesocosm.questions.forks import Taken, mistakes
from mesocosm.questions.letters import place_letters
from mesocosm.questions.options import Question
from mesocosm.questions.template_order import template_in_turn, training_word
from mesocosm.questions.truth import question_facts
from mesocosm.suite import item_id
from mesocosm.suite.facts import Facts
from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.catalogue import catalogue
from mesocosm.suites.phreeqc.catalogue import scenario as scenario_called
from mesocosm.suites.phreeqc.held_out import HELD_OUT
from mesocosm.suites.phreeqc.options import make_question
from mesocosm.suites.phreeqc.records import Data, Truth
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario
from mesocosm.types import Item, Reference


def make(seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Make item number `index`: scenarios take turns, letters are drawn for each item alone."""
    scenario = catalogue()[template_in_turn("phreeqc", suite.card.kinds, HELD_OUT, seed, index)]
    question = make_question(scenario, seeding.generator("phreeqc", seed, index, scenario.name))
    letters = place_letters("phreeqc", seed, index, question.values, question.asked)
    return _item(seed, index, scenario, question, letters)


def _item(
    seed: int, index: int, scenario: Scenario, question: Question[Parameters], letters: dict[str, Taken]
) -> tuple[Item[Data], Reference[Truth]]:
    name = item_id("phreeqc", seed, index)
    printed = {letter: scenario.format_value(question.values[taken]) for letter, taken in letters.items()}
    unit = f" {scenario.unit}" if scenario.unit else ""
    lines = "\n".join(f"{letter}) {value}{unit}" for letter, value in printed.items())
    text = scenario.ask(question.parameters, question.asked)
    prompt = suite.prompt("task").format(database=scenario.database, question=text, options=lines)
    item = Item[Data](
        id=name,
        suite="phreeqc",
        prompt=prompt,
        seed=seed,
        data=Data(scenario=scenario.name, options=printed, database=scenario.database),
        tags=(scenario.topic, scenario.name),
    )
    hidden = Truth(
        asked=tuple(sorted(question.asked)),
        mistakes={letter: tuple(mistakes(question.asked, taken)) for letter, taken in letters.items()},
        parameters=dict(question.parameters),
        value=question.truth,
    )
    answer = next(letter for letter, taken in letters.items() if taken == question.asked)
    return item, Reference[Truth](item=name, answer=answer, hidden=hidden)


def facts(item: Item[Data], reference: Reference[Truth], options: Mapping[str, str]) -> Facts:
    """Return the item's facts: the scenario is the cluster, its topic the category; a wrong letter a named mistake."""
    made_from = scenario_called(item.data.scenario)
    return question_facts(
        reference,
        dict(made_from.forks),
        printed=item.data.options,
        cluster=made_from.name,
        category=made_from.topic,
        strata={"scenario": training_word(made_from.name, HELD_OUT)},
    )
