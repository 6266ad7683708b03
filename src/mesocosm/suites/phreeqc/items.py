"""Items from a seed: a scenario, its question, and four lettered options."""

from __future__ import annotations

from mesocosm import seeding
from mesocosm.questions.forks import Taken, mistakes
from mesocosm.questions.letters import place_letters
from mesocosm.suite import item_id
from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.catalogue import catalogue
from mesocosm.suites.phreeqc.options import Question, make_question
from mesocosm.suites.phreeqc.scenario import Scenario
from mesocosm.types import Item, Reference


def make(seed: int, index: int) -> tuple[Item, Reference]:
    """Item number `index`: scenarios and letters take turns, so that both are balanced in any run of items."""
    names = list(catalogue())
    round_number, place = divmod(index, len(names))
    order = seeding.generator("phreeqc", seed, "order", round_number).permutation(len(names))
    scenario = catalogue()[names[order[place]]]
    question = make_question(scenario, seeding.generator("phreeqc", seed, index, scenario.name))
    letters = place_letters("phreeqc", seed, index, question.values, question.asked)
    return _item(seed, index, scenario, question, letters)


def _item(
    seed: int, index: int, scenario: Scenario, question: Question, letters: dict[str, Taken]
) -> tuple[Item, Reference]:
    name = item_id("phreeqc", seed, index)
    printed = {letter: scenario.printed(question.values[taken]) for letter, taken in letters.items()}
    unit = f" {scenario.unit}" if scenario.unit else ""
    lines = "\n".join(f"{letter}) {value}{unit}" for letter, value in printed.items())
    text = scenario.ask(question.parameters, question.asked)
    prompt = suite.prompt("task").format(database=scenario.database, question=text, options=lines)
    item = Item(
        id=name,
        suite="phreeqc",
        prompt=prompt,
        seed=seed,
        data={"scenario": scenario.name, "options": dict(printed), "database": scenario.database},
        tags=(scenario.topic, scenario.name),
    )
    hidden = {
        "asked": sorted(question.asked),
        "mistakes": {letter: mistakes(question.asked, taken) for letter, taken in letters.items()},
        "parameters": dict(question.parameters),
        "value": question.truth,
    }
    answer = next(letter for letter, taken in letters.items() if taken == question.asked)
    return item, Reference.model_validate({"item": name, "answer": answer, "hidden": hidden})
