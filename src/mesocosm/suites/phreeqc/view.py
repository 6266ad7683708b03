"""What a report shows of an episode: the options, each with the mistakes that lead to it."""

from __future__ import annotations

from mesocosm.questions.options_table import option_words, options_answer, options_table
from mesocosm.suite.blocks import Block
from mesocosm.suite.second_way import once_per_item, or_reason
from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.records import Data, Truth
from mesocosm.suites.phreeqc.second import OTHER_AUTHORS, SECOND_DATABASES, second
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference

second_letter = once_per_item(or_reason(second))
"""Return the letter of the second way, cached: the engine runs for it once, not for every agent."""


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[Block, ...]:
    """Return the option that was chosen beside the right one, then all of them."""
    facts = suite.facts(item, reference)
    letter = second_letter(item)
    how = f" ({_how(item.data.scenario)})" if letter in facts.options else ""
    return options_answer(facts, trace, option_words(facts, letter) + how), options_table(facts, trace)


def _how(scenario: str) -> str:
    """Say how strong the second way is: another database tells more than the same input run again."""
    database = SECOND_DATABASES.get(scenario)
    if database is None:
        return "PHREEQC run again with the same input, which repeats the run and is no independent check"
    return f"PHREEQC run again, and run with another database, {database}: that value lies within {OTHER_AUTHORS:.0%}"
