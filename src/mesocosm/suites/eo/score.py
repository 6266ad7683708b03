"""Score an answer by the judge's rules alone; an undecided answer scores 0, and the explanation says so.

Two profiles. `published`: as EO-Gym scores a rollout; the last reply counts if no answer was submitted, and any call of
a tool keeps a rollout from failing for want of one. `default`: the answer must be submitted and accepted, and at least
one call must have seen a picture; the calculator and the table of indices look at none.
"""

from __future__ import annotations

import math

from pydantic import JsonValue

from mesocosm.scoring.tool_match import match_tools
from mesocosm.suites.eo.judge import Verdict, as_text, verdict
from mesocosm.suites.eo.records import Data, Truth
from mesocosm.suites.eo.rollout import SUBMIT, Step, gathers_evidence, last_words, seen_frames, steps
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference, Score

WHY = {
    "another_answer": "that is not what the pictures show",
    "another_date": "that is another date than the true one",
    "another_day": "that is another day than the true one",
    "another_thing": "that names another thing than the true one",
    "no_answer": "that gives no answer",
    "no_number": "no number stands in it",
    "several_numbers": "several numbers stand in it",
    "declined": "that declines to answer",
    "not_handed_in": "nothing was handed in",
    "not_accepted": "what was handed in was not accepted",
}
"""Codes of judgements, each with words for people."""


def score(item: Item[Data], reference: Reference[Truth], trace: Trace, profile: str) -> Score:
    """Score 1 for a right answer of a rollout that gathered evidence, else 0."""
    made = steps(trace)
    verdict = judge_answer(item, reference, trace, profile)
    zero = without_evidence(made, profile)
    value = float(verdict.value is True and not zero)
    return Score(
        value=value,
        metrics={"success": value, **metrics_of(item, reference, trace, made), **_judgement(verdict, zero)},
        profile=profile,
        explanation=explain(verdict, item, reference, trace, zero),
    )


def judge_answer(item: Item[Data], reference: Reference[Truth], trace: Trace, profile: str) -> Verdict:
    """Judge the answer."""
    answer = counted_answer(trace, profile)
    if answer is None:
        return Verdict(value=False, why="not_handed_in" if trace.answer.value is None else "not_accepted")
    return verdict(answer, reference.hidden.answer, item.prompt)


def counted_answer(trace: Trace, profile: str) -> JsonValue:
    """Return the answer that counts; None if there is none."""
    if trace.answer.accepted:
        return trace.answer.value
    if profile != "published":
        return None
    return (as_text(trace.answer.value) or last_words(trace)) or None


def without_evidence(made: tuple[Step, ...], profile: str) -> bool:
    """Return whether a rollout answers without a look: a failure, whatever the answer (EO-Gym, Appendix C.3.2)."""
    return not made if profile == "published" else not any(gathers_evidence(step) for step in made)


def metrics_of(item: Item[Data], reference: Reference[Truth], trace: Trace, made: tuple[Step, ...]) -> dict[str, float]:
    """Return metrics of how the agent came by the answer, compared with the calls of the reference."""
    wanted = [call.tool for call in reference.canonical if call.tool != SUBMIT]
    match = match_tools([step.tool for step in made if not step.illegal], wanted)  # a refused call used no tool
    illegal = sum(step.illegal for step in made)
    return {
        "calls": float(len(made)),
        "illegal_calls": float(illegal),
        "illegal_rate": illegal / len(made) if made else math.nan,
        "reference_calls": float(len(wanted)),
        "tool_call_ratio": len(made) / len(wanted) if wanted else math.nan,
        "exact": float(match.exact and not illegal),
        "in_order": float(match.in_order),
        "any_order": float(match.any_order),
        "evidence_seen": _evidence_seen(item, reference, trace),
        "fabricated_handles": float(sum(step.fabricated for step in made)),
        "images": float(sum(step.images for step in made)),
    }


def _judgement(verdict: Verdict, zero: bool) -> dict[str, float]:
    return {"zero_call": float(zero), "undecided": float(verdict.value is None)}


def _evidence_seen(item: Item[Data], reference: Reference[Truth], trace: Trace) -> float:
    """Return the share of the needed frames that were seen; NaN if none is needed."""
    needed = frozenset(reference.hidden.evidence)
    missed = _missed_frames(item, reference, trace)
    return (len(needed) - len(missed)) / len(needed) if needed else math.nan


def _missed_frames(item: Item[Data], reference: Reference[Truth], trace: Trace) -> frozenset[str]:
    """Return the needed frames that were not seen."""
    return frozenset(reference.hidden.evidence) - seen_frames(trace) - frozenset(item.data.frames)


def explain(verdict: Verdict, item: Item[Data], reference: Reference[Truth], trace: Trace, zero: bool) -> str:
    """Explain the judgement in a sentence."""
    missed = len(_missed_frames(item, reference, trace))
    needed = len(frozenset(reference.hidden.evidence))
    if zero:
        looked = "; a failure, since nothing was looked at"
    else:
        looked = f"; {missed} of {needed} pictures that the answer rests on were never looked at" if missed else ""
    return f"{_judged_words(verdict, trace)}{looked}; the truth is {reference.hidden.sentence!r}"


def _judged_words(verdict: Verdict, trace: Trace) -> str:
    said = as_text(trace.answer.value)[:200]
    if verdict.why == "not_handed_in":
        return "no answer was handed in"
    if verdict.why == "not_accepted":
        return f"what was handed in was not accepted, {said!r}"
    word = {True: "right", False: "wrong", None: "undecided"}[verdict.value]
    why = judgement_words(verdict)
    return f"{word}: the agent said {said!r}" + (f", and {why}" if why else "")


def judgement_words(verdict: Verdict) -> str:
    """Say why an answer was judged so, and by whom unless by a rule; empty if it was simply read."""
    by_model = "a model judged it" if verdict.by == "model" else ""
    why = "" if verdict.why == "read" else WHY.get(verdict.why) or f"the judge noted: {verdict.why.replace('_', ' ')}"
    return ", ".join(part for part in (why, by_model) if part)


def reading(item: Item[Data], reference: Reference[Truth], trace: Trace) -> str:
    """Return the answer in one spelling."""
    return judge_answer(item, reference, trace, "default").reading
