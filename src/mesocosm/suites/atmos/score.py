"""The score: 1 for the right letter; for open answers the share of right ones, or as published 1 if any is right."""

from __future__ import annotations

from mesocosm.questions.letters import score_letter
from mesocosm.scoring.open_answers import Verdict
from mesocosm.suites.atmos.open_questions import SubQuestion, grade
from mesocosm.suites.atmos.published import grade_published
from mesocosm.suites.atmos.records import Data, Truth
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference, Score


def score(item: Item[Data], reference: Reference[Truth], trace: Trace, profile: str) -> Score:
    """Score a trace; letters score the same in both profiles, because agents submit them and need not write prose."""
    if trace.start is not None and trace.start.options.get("format") == "open":
        return _score_open(reference, trace, profile)
    return score_letter(reference, trace, profile)


def _score_open(reference: Reference[Truth], trace: Trace, profile: str) -> Score:
    submitted = trace.answer.value if trace.answer.accepted else None
    answers = submitted if isinstance(submitted, dict) else {}
    verdicts = {sub.label: _verdict(sub, str(answers.get(sub.label, "")), profile) for sub in reference.hidden.subs}
    right = sum(verdict.value is True for verdict in verdicts.values()) / len(verdicts)
    value = float(right > 0) if profile == "published" else right
    return Score(
        value=value,
        metrics={
            "success": float(value == 1),
            "sub_answers": right,
            "any_right": float(right > 0),
            "undecided": sum(verdict.value is None for verdict in verdicts.values()) / len(verdicts),
        },
        profile=profile,
        explanation="; ".join(f"{label} {_describe(verdict)}" for label, verdict in verdicts.items()),
    )


def _verdict(sub: SubQuestion, answer: str, profile: str) -> Verdict:
    return grade_published(sub.key, answer) if profile == "published" else grade(sub, answer)


def _describe(verdict: Verdict) -> str:
    value = {True: "right", False: "wrong", None: "undecided"}[verdict.value]
    return f"{value} ({verdict.reason})"
