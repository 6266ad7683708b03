"""The options of a lettered question as a table for people: what each stands for, and which was chosen."""

from __future__ import annotations

from mesocosm.suite.blocks import TableBlock
from mesocosm.suite.facts import Facts
from mesocosm.trace.schema import Trace


def options_table(facts: Facts, trace: Trace) -> TableBlock:
    """A row for each letter, with its value, the truth or the mistakes that lead to it."""
    chosen = trace.answer.value if trace.answer.accepted else None
    rows = (
        (letter, value, _meaning(facts, letter), "chosen" * (letter == chosen))
        for letter, value in facts.printed.items()
    )
    return TableBlock(title="Options", headings=("option", "value", "what leads to it", "answer"), rows=tuple(rows))


def _meaning(facts: Facts, letter: str) -> str:
    if letter == facts.label:
        return "the truth"
    return "; ".join(facts.mistakes[name].sentence for name in facts.options[letter])
