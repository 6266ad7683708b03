"""Scores of answers against truth and of calls against the reference path, under four profiles: see `scoring`.

The headline is Hit@tol, the share of fields within tolerance. The quality of the process (ToolUseScore and its parts)
and whether the answer can be traced to tool results (provenance) are reported beside it, and never included in it.
"""

from __future__ import annotations

import math
from typing import Any, cast

from mesocosm.suites.terra.failure_modes import FAILURE_MODES, failure_modes
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.scoring.answers import FieldScore, score_answers
from mesocosm.suites.terra.scoring.calls import calls_of
from mesocosm.suites.terra.scoring.item import NAMES, ScoredItem, score_item
from mesocosm.suites.terra.scoring.prediction import Prediction, prediction_of
from mesocosm.suites.terra.scoring.process import WEIGHTS
from mesocosm.suites.terra.scoring.profiles import Profile
from mesocosm.suites.terra.scoring.public_process import score_public
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference, Score

FREE_FLOOR = 0.07
"""Hit@tol of the best agent that reads no data: `benchmarks/terra_process.py` measures it."""


def score(item: Item[Data], reference: Reference[Truth], trace: Trace, profile: str) -> Score:
    """Return all metrics of an episode."""
    scored = scored_item(reference, trace, cast(Profile, profile), item.prompt)
    metrics = {NAMES[name]: value for name, value in scored.metrics().items()}
    support = scored.provenance.share if scored.provenance else math.nan
    work = {"process": scored.work.process} if scored.work else {}
    return Score(
        value=metrics["hit"],
        metrics={
            **metrics,
            **above_floor(metrics["hit"]),
            **work,
            "all_right": float(all(field.hit == 1.0 for field in scored.answers.fields)),
            "provenance": support,
            "calls": float(len(scored.tools)),
            "reference_steps": float(len(reference.hidden.path.steps)),
            **_failures(reference.hidden, scored, trace),
        },
        profile=profile,
        explanation=explain(scored),
    )


def _failures(truth: Truth, scored: ScoredItem, trace: Trace) -> dict[str, float]:
    """Return a metric of 0 or 1 for each failure mode; empty if the profile does not know steps."""
    if scored.profile != "default":
        return {}
    failed = sum(call.status in ("failed", "invalid") for call in calls_of(trace))
    held = failure_modes(truth, scored, trace.end.reason if trace.end else None, failed)
    return {f"failure: {mode}": float(mode in held) for mode in FAILURE_MODES}


def above_floor(hit: float) -> dict[str, float]:
    """Return the free floor of Hit@tol, and Hit@tol rescaled so that the floor is 0 and a perfect answer 1."""
    return {"free_floor": FREE_FLOOR, "hit_rescaled": (hit - FREE_FLOOR) / (1 - FREE_FLOOR)}


def scored_item(reference: Reference[Truth], trace: Trace, profile: Profile, prompt: str = "") -> ScoredItem:
    """Score an episode in full; an answer that was not accepted counts as none."""
    truth, given = reference.hidden, accepted_answer(trace)
    fields, calls = list(truth.fields), calls_of(trace)
    if profile != "public_code":
        return score_item(fields, given, calls, truth.path, WEIGHTS, profile, prompt)
    wanted = [_step(step.tool, step.arguments, "ok") for step in truth.path.steps]
    made = [_step(call.tool, call.arguments, call.status) for call in calls]
    return ScoredItem(
        profile=profile,
        answers=score_answers(fields, given, profile),
        process=score_public({"steps": made}, {"steps": wanted}, WEIGHTS),
        tools=tuple(call.tool for call in calls),
        wanted_tools=tuple(step.tool for step in truth.path.steps),
    )


def _step(tool: str, arguments: Any, status: str) -> dict[str, Any]:
    """Return a call as the published program reads it, with one spelling of the tool's name."""
    return {"type": "tool", "name": tool.replace(".", "_"), "arguments": arguments, "status": status}


def accepted_answer(trace: Trace) -> Prediction:
    """Return the submitted answer that was accepted."""
    if not trace.answer.accepted:
        return Prediction(problem="nothing was handed in")
    return prediction_of(trace.answer.value)


def explain(scored: ScoredItem) -> str:
    """Describe how many fields are right, and what is wrong with the others."""
    fields = scored.answers.fields
    right = sum(field.hit == 1.0 for field in fields)
    wrong = "; ".join(_describe(field) for field in fields if field.hit < 1.0)
    return f"{right} of {len(fields)} fields are right" + (f": {wrong}" if wrong else "")


def _describe(field: FieldScore) -> str:
    if field.n is not None and math.isfinite(field.n):
        return f"the error of {field.key} is {field.n:.3g} times what is allowed"
    reason = {
        "null": "was left empty", "mismatch": "is not the true one", "outside_tolerance": "is not the true number",
        "missing": "was not handed in", "unparseable": "cannot be read",
    }.get(field.reason, f"was not taken ({field.reason.replace('_', ' ')})")  # fmt: skip
    return f"{field.key} {reason}"


def reading(item: Item[Data], reference: Reference[Truth], trace: Trace) -> str:
    """Return the answer in one canonical spelling."""
    given = accepted_answer(trace)
    return "; ".join(f"{field.key}={given.values(field.key)[0].value}" for field in reference.hidden.fields
                     if given.values(field.key))  # fmt: skip
