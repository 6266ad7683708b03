"""Items from a seed: a template, its question, four lettered options, and the questions of the open format."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm import seeding
from mesocosm.questions.forks import mistakes, named_mistakes
from mesocosm.questions.letters import place_letters
from mesocosm.questions.options import Question
from mesocosm.questions.template_order import template_in_turn, training_word
from mesocosm.questions.truth import question_facts
from mesocosm.suite import item_id
from mesocosm.suite.facts import Facts
from mesocosm.suites.atmos import suite
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.catalogue import template as template_called
from mesocosm.suites.atmos.held_out import HELD_OUT
from mesocosm.suites.atmos.open_questions import in_unit, spell_unit, sub_questions
from mesocosm.suites.atmos.options import make_question
from mesocosm.suites.atmos.records import Data, Truth
from mesocosm.suites.atmos.template import Part, Printed, Template
from mesocosm.types import Item, Reference


def make(seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Item number `index`: templates take turns, and letters are drawn for each item separately."""
    return make_of(template_in_turn("atmos", suite.card.kinds, HELD_OUT, seed, index), seed, index)


def make_of(name: str, seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """An item of one template."""
    template = catalogue()[name]
    question = make_question(template, seeding.generator("atmos", seed, index, name))
    letters = place_letters("atmos", seed, index, question.values, question.asked)
    symbol, part = next(iter(template.parts.items()))
    printed = {letter: part.format_value(question.values[taken]) for letter, taken in letters.items()}
    subs = sub_questions(
        template, question.parameters, question.asked, seeding.generator("atmos", seed, index, name, "open")
    )
    item = Item[Data](
        id=item_id("atmos", seed, index),
        suite="atmos",
        prompt=suite.prompt("task").format(question=question_text(template, question), options=_lines(printed, part)),
        seed=seed,
        data=Data(
            template=name,
            options=printed,
            situation=template.describe(question.parameters, question.asked),
            asks={sub.label: sub.asks for sub in subs},
        ),
        tags=(template.category, name, template.kind),
    )
    hidden = Truth(
        asked=tuple(sorted(question.asked)),
        mistakes={letter: tuple(mistakes(question.asked, taken)) for letter, taken in letters.items()},
        kinds={
            mistake: fork.kind
            for name, fork in template.forks.items()
            if fork.kind is not None
            for mistake in named_mistakes({name: fork})
        },
        printed=dict(question.parameters),
        value=question.truth,
        symbol=symbol,
        subs=subs,
    )
    answer = next(letter for letter, taken in letters.items() if taken == question.asked)
    return item, Reference[Truth](item=item.id, answer=answer, hidden=hidden)


def word(item: Item[Data], options: Mapping[str, str]) -> str:
    """The task: to choose one of four values or, in the open format, to answer all sub-questions."""
    if options["format"] == "choice":
        return item.prompt
    asks = item.data.asks
    return suite.prompt("open").format(situation=item.data.situation, asks=asked_lines(asks), labels=", ".join(asks))


def facts(item: Item[Data], reference: Reference[Truth], options: Mapping[str, str]) -> Facts:
    """The facts of an item: its template is the cluster, and letters count only if the format has options."""
    made_from = template_called(item.data.template)
    return question_facts(
        reference,
        dict(made_from.forks),
        printed=item.data.options,
        cluster=item.data.template,
        category=made_from.category,
        kind=made_from.kind,
        strata={"template": training_word(item.data.template, HELD_OUT)},
        lettered=options["format"] == "choice",
    )


def asked_lines(asks: Mapping[str, str]) -> str:
    """Sub-questions with their labels."""
    return "\n".join(f"({label}) {text}" for label, text in asks.items())


def question_text(template: Template, question: Question[Printed]) -> str:
    """The situation and the closing question."""
    part = next(iter(template.parts.values()))
    return f"{template.describe(question.parameters, question.asked)} Find {part.name}{in_unit(part)}."


def _lines(printed: dict[str, str], part: Part) -> str:
    unit = f" {spell_unit(part.unit)}" if part.unit else ""
    return "\n".join(f"{letter}) {value}{unit}" for letter, value in printed.items())
