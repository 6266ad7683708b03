"""What a report shows of an episode: the sphere as it is and as it was found."""

from __future__ import annotations

from mesocosm.scoring.numeric import within
from mesocosm.suite.blocks import AnswerBlock, AnswerField
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference
from mesocosm_toy.toy.records import Truth


def view(item: Item, reference: Reference[Truth], trace: Trace) -> tuple[AnswerBlock]:
    """Show both numbers beside the truth."""
    truth, given = reference.answer, trace.answer.value if trace.answer.accepted else None
    assert isinstance(truth, dict)
    found = given if isinstance(given, dict) else {}
    return (AnswerBlock(fields=tuple(_field(name, found.get(name), truth[name], reference) for name in truth)),)


def _field(name: str, found: object, truth: object, reference: Reference[Truth]) -> AnswerField:
    tolerance = reference.tolerances[name]
    number = float(found) if isinstance(found, int | float) else float("nan")
    assert isinstance(truth, int | float)
    is_right = within(number, float(truth), tolerance=tolerance)
    return AnswerField(
        name=name,
        answer="none" if found is None else f"{number:.6g}",
        truth=f"{truth:.6g}",
        verdict="right" if is_right else "wrong",
        tolerance=f"± {tolerance:.0%}",
    )
