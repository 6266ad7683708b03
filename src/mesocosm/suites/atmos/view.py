"""What a report shows of an episode: the options and the mistakes behind them, or the answers given in the open."""

from __future__ import annotations

from mesocosm.questions.options_table import options_table
from mesocosm.suite.blocks import TableBlock
from mesocosm.suites.atmos import suite
from mesocosm.suites.atmos.records import Data, Truth
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference

LONGEST = 500
"""Characters of an answer that are shown."""


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[TableBlock]:
    """The options where there were letters to choose from, else every sub-question with its key."""
    facts = suite.facts(item, reference, trace.start.options if trace.start is not None else None)
    lettered = bool(facts.options)
    return (options_table(facts, trace) if lettered else _answers_table(reference, trace),)


def _answers_table(reference: Reference[Truth], trace: Trace) -> TableBlock:
    given = trace.answer.value if trace.answer.accepted else None
    answers = given if isinstance(given, dict) else {}
    rows = ((sub.label, sub.asks, sub.key, str(answers.get(sub.label, ""))[:LONGEST]) for sub in reference.hidden.subs)
    return TableBlock(title="Answers", headings=("part", "asked", "truth", "answer"), rows=tuple(rows))
