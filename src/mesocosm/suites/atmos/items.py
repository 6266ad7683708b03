"""Items from a seed: a template, its question, and four lettered options."""

from __future__ import annotations

from mesocosm import seeding
from mesocosm.suites.atmos import suite
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.choices import Question, make_question
from mesocosm.suites.atmos.template import Part, Template
from mesocosm.suites.forks import mistakes
from mesocosm.suites.letters import place_letters
from mesocosm.suites.suite import item_id
from mesocosm.types import Item, Reference


def make(seed: int, index: int) -> tuple[Item, Reference]:
    """Item number `index`: templates and letters take turns, so that both are balanced in any run of items."""
    names = list(catalogue())
    round_number, place = divmod(index, len(names))
    order = seeding.generator("atmos", seed, "order", round_number).permutation(len(names))
    name = names[order[place]]
    return make_of(name, seed, index)


def make_of(name: str, seed: int, index: int) -> tuple[Item, Reference]:
    """An item of one template."""
    template = catalogue()[name]
    question = make_question(template, seeding.generator("atmos", seed, index, name))
    letters = place_letters("atmos", seed, index, question.values, question.asked)
    symbol, part = next(iter(template.parts.items()))
    printed = {letter: part.printed(question.values[taken]) for letter, taken in letters.items()}
    item = Item(
        id=item_id("atmos", seed, index),
        suite="atmos",
        prompt=suite.prompt("task").format(question=question_text(template, question), options=_lines(printed, part)),
        seed=seed,
        data={"template": name, "options": dict(printed)},
        tags=(template.category, name, template.kind),
    )
    hidden = {
        "asked": sorted(question.asked),
        "mistakes": {letter: mistakes(question.asked, taken) for letter, taken in letters.items()},
        "printed": dict(question.printed),
        "value": question.truth,
        "symbol": symbol,
    }
    answer = next(letter for letter, taken in letters.items() if taken == question.asked)
    return item, Reference.model_validate({"item": item.id, "answer": answer, "hidden": hidden})


def question_text(template: Template, question: Question) -> str:
    """The situation and what is asked."""
    part = next(iter(template.parts.values()))
    return f"{template.ask(question.printed, question.asked)} Find {part.name}{in_unit(part)}."


def in_unit(part: Part) -> str:
    """`, in m/s`, or nothing for a pure number."""
    return f", in {spelt(part.unit)}" if part.unit else ""


def spelt(unit: str) -> str:
    """A unit as people write it."""
    powers = {"**2": "²", "**3": "³", "**4": "⁴", "degC": "°C", "degree": "°", "delta_": "", "*": " "}
    for pints, ours in powers.items():
        unit = unit.replace(pints, ours)
    return unit


def _lines(printed: dict[str, str], part: Part) -> str:
    unit = f" {spelt(part.unit)}" if part.unit else ""
    return "\n".join(f"{letter}) {value}{unit}" for letter, value in printed.items())
