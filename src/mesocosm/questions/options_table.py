"""The options of a lettered question for people: which was chosen, which is right, and what leads to each."""

from __future__ import annotations

from mesocosm.suite.blocks import AnswerBlock, AnswerField, TableBlock
from mesocosm.suite.facts import Facts
from mesocosm.trace.schema import Trace


def options_answer(facts: Facts, trace: Trace) -> AnswerBlock:
    """The option that was chosen beside the right one, with the mistake that leads to it."""
    chosen = _chosen(trace)
    right = chosen == facts.label
    field = AnswerField(
        name="option",
        answer=_option(facts, chosen) if chosen else "none was chosen",
        truth=_option(facts, facts.label),
        verdict="right" if right else "wrong",
        note="" if right or chosen not in facts.options else _meaning(facts, chosen),
    )
    return AnswerBlock(fields=(field,))


def options_table(facts: Facts, trace: Trace) -> TableBlock:
    """A row for each letter, with its value, the truth or the mistakes that lead to it."""
    chosen = _chosen(trace)
    rows = (
        (letter, value, _meaning(facts, letter), "chosen" * (letter == chosen))
        for letter, value in facts.printed.items()
    )
    headings = ("option", "value", "what leads to it", "answer")
    return TableBlock(title="Options", section="detail", headings=headings, rows=tuple(rows))


def _chosen(trace: Trace) -> str:
    return str(trace.answer.value) if trace.answer.accepted else ""


def _option(facts: Facts, letter: str) -> str:
    """The letter, and what its option says."""
    return f"{letter}: {facts.printed[letter]}" if facts.printed.get(letter) else letter


def _meaning(facts: Facts, letter: str) -> str:
    if letter == facts.label:
        return "the truth"
    return "; ".join(facts.mistakes[name].sentence for name in facts.options[letter])
