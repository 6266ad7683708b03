"""What a report shows of an episode: the options, each with the mistakes that lead to it."""

from __future__ import annotations

from mesocosm.questions.options_table import options_table
from mesocosm.suite.blocks import TableBlock
from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.records import Data, Truth
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[TableBlock]:
    """The options."""
    return (options_table(suite.facts(item, reference), trace),)
