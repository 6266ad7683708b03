"""What a report shows of an episode: the options, each with the mistakes that lead to it."""

from __future__ import annotations

from mesocosm.questions.options_table import options_answer, options_table
from mesocosm.suite.blocks import Block
from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.records import Data, Truth
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[Block, ...]:
    """The option that was chosen beside the right one, then all of them."""
    facts = suite.facts(item, reference)
    return options_answer(facts, trace), options_table(facts, trace)
