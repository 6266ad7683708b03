"""Each of the two numbers counts half; a number counts when it is within its tolerance."""

from __future__ import annotations

from mesocosm.scoring.numeric import relative_error, within
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference, Score
from mesocosm_toy.toy.records import Truth


def score(item: Item, reference: Reference[Truth], trace: Trace, profile: str) -> Score:
    """Return the share of the two numbers that is right. No well-formed answer is zero: that is the agent's failure."""
    answer = trace.answer
    truth = reference.answer
    assert isinstance(truth, dict)
    given = answer.value if answer.status in ("valid", "repaired") and isinstance(answer.value, dict) else {}
    errors = {name: relative_error(_number(given.get(name)), _number(value)) for name, value in truth.items()}
    hits = [within(_number(given.get(name)), _number(value), tolerance=reference.tolerances[name])
            for name, value in truth.items()]  # fmt: skip
    metrics = {"success": float(all(hits)), **{f"error.{name}": error for name, error in errors.items()}}
    return Score(value=sum(hits) / len(hits), metrics=metrics, profile=profile, explanation=f"answer {answer.status}")


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else float("nan")
