"""What a report shows of an episode: the options with their mistakes, or the open answers."""

from __future__ import annotations

from mesocosm.questions.options_table import option_words, options_answer, options_table
from mesocosm.suite.blocks import AnswerBlock, AnswerField, Block, FieldVerdict
from mesocosm.suite.second_way import once_per_item, or_reason
from mesocosm.suites.atmos import suite
from mesocosm.suites.atmos.open_questions import SubQuestion, grade
from mesocosm.suites.atmos.records import Data, Truth
from mesocosm.suites.atmos.second import second
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference

VERDICTS: dict[bool | None, FieldVerdict] = {True: "right", False: "wrong", None: "undecided"}
LONGEST = 500
"""The number of characters of an answer that a report shows."""
second_letter = once_per_item(or_reason(second))
"""Takes some milliseconds for an item, and some seconds once if it needs MetPy."""


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[Block, ...]:
    """The options if there were letters to choose from, or else every sub-question with its key."""
    facts = suite.facts(item, reference, trace.start.options if trace.start is not None else None)
    if facts.options:
        return options_answer(facts, trace, option_words(facts, second_letter(item))), options_table(facts, trace)
    return (_open_answers(reference, trace),)


def _open_answers(reference: Reference[Truth], trace: Trace) -> AnswerBlock:
    """Every sub-question with its answer and its key."""
    submitted = trace.answer.value if trace.answer.accepted else None
    answers = submitted if isinstance(submitted, dict) else {}
    return AnswerBlock(fields=tuple(_field(sub, str(answers.get(sub.label, ""))) for sub in reference.hidden.subs))


def _field(sub: SubQuestion, answer: str) -> AnswerField:
    judged = grade(sub, answer)
    return AnswerField(
        name=sub.label,
        about=sub.asks,
        answer=answer[:LONGEST] or "none",
        truth=sub.key,
        verdict=VERDICTS[judged.value],
        note="" if judged.value else judged.reason,
    )
