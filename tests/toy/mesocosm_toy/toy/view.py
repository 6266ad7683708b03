"""What a report shows of an episode: the sphere as it is and as it was found."""

from __future__ import annotations

from mesocosm.suite.blocks import TableBlock
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference
from mesocosm_toy.toy.records import Truth


def view(item: Item, reference: Reference[Truth], trace: Trace) -> tuple[TableBlock]:
    """Both numbers beside the truth."""
    truth, given = reference.answer, trace.answer.value if trace.answer.accepted else None
    assert isinstance(truth, dict)
    found = given if isinstance(given, dict) else {}
    rows = tuple((name, str(value), str(found.get(name, ""))) for name, value in truth.items())
    return (TableBlock(title="The sphere", headings=("quantity", "truth", "answer"), rows=rows),)
