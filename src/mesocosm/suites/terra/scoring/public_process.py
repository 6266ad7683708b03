"""Process metrics as the published program computes them, quirks kept.

ToolAcc, CategoryF1 and ArgAcc are the same F1 of two multisets of names; order is equality place by place; a missing
status is success; `trajectory`, which the published runtime writes, is not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.scoring import order
from mesocosm.suites.terra.scoring.process import WEIGHTS, ProcessScore
from mesocosm.types import Record

LIST_KEYS = ("steps", "trace", "messages")
CALL_TYPES = frozenset({"tool", "tools", "tool_call"})
SUCCESS = frozenset({"success", "ok", "completed"})


class InvalidSteps(InvalidRecord, ValueError):
    """A trace that the published program refuses."""


class NamedCall(Record):
    """A call in the form of the published program."""

    tool: str
    succeeded: bool


def read_steps(document: Any) -> list[NamedCall]:
    """Return the calls of a trace: a list, or the first of `steps`, `trace`, `messages` that is not empty."""
    steps = document
    if isinstance(document, Mapping):
        steps = next((document[key] for key in LIST_KEYS if document.get(key)), [])
    if steps is None:
        return []
    if not isinstance(steps, list):
        raise InvalidSteps("Trace steps must be a list.")
    records = [step for step in steps if isinstance(step, Mapping) and _kind(step) in CALL_TYPES and _name(step)]
    return [NamedCall(tool=_name(step), succeeded=_succeeded(step)) for step in records]


def score_public(predicted: Any, reference: Any, weights: Mapping[str, float] = WEIGHTS) -> ProcessScore:
    """Score a predicted trace, or None, against a reference trace, or None."""
    calls, wanted = read_steps(predicted), [call.tool for call in read_steps(reference)]
    names = [call.tool for call in calls]
    shared = order.any_order(names, wanted)
    succeeded = sum(call.succeeded for call in calls) / len(calls) if calls else 1.0
    metrics = {
        "ToolAcc": shared,
        "InstAcc": float(bool(names) or not wanted),
        "ArgAcc": shared,
        "CategoryF1": shared,
        "OrderScore": _in_place(names, wanted),
        "ToolCallSuccessRate": 0.0 if predicted is None else succeeded,
    }
    total = sum(weights.values())
    metrics["ToolUseScore"] = sum(weights[name] * metrics[name] for name in weights) / total if total else 0.0
    return ProcessScore(metrics=metrics, counts={"steps": len(wanted), "calls": len(calls)})


def _in_place(names: list[str], wanted: list[str]) -> float:
    if not wanted:
        return float(not names)
    return sum(mine == theirs for mine, theirs in zip(names, wanted, strict=False)) / len(wanted)


def _kind(step: Mapping[str, Any]) -> str:
    return str(step.get("type") or step.get("role") or "")


def _name(step: Mapping[str, Any]) -> str:
    return str(step.get("name") or step.get("tool") or step.get("tool_name") or "")


def _succeeded(step: Mapping[str, Any]) -> bool:
    return str(step.get("status", "success")).lower() in SUCCESS
