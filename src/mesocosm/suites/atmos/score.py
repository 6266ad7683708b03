"""One where the letter is right; both profiles agree, since the answer is handed in and not searched for in prose."""

from __future__ import annotations

from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference, Score


def score(item: Item, reference: Reference, trace: Trace, profile: str) -> Score:
    """Right or wrong, and which mistakes a wrong letter reveals."""
    given = trace.answer.value if trace.answer.status in ("valid", "repaired") else None
    right = float(given == reference.answer)
    mistakes = reference.hidden["mistakes"]
    revealed = mistakes.get(str(given), []) if isinstance(mistakes, dict) else []
    told = f"answered {given}, right is {reference.answer}"
    if not right and isinstance(revealed, list) and revealed:
        told += f"; reveals: {' and '.join(str(one) for one in revealed)}"
    return Score(value=right, metrics={"success": right}, profile=profile, explanation=told)
