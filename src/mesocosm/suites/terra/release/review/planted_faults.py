"""Candidates with a known fault, so that reviewers are seen to find it: their agreement is measured on these too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pydantic import JsonValue

from mesocosm.suites.terra.release.review.candidate import Candidate, Criterion

Spoiler = Callable[[Candidate], Candidate | None]
"""Return the candidate with a fault of one kind; None if it cannot have it."""


def _first_number(candidate: Candidate) -> str | None:
    long = [field.key for field in candidate.fields if field.kind == "number" and field.certainty != "count"]
    return next((key for key in long if isinstance(candidate.answers.get(key), float)), None)


def _with(candidate: Candidate, key: str, value: JsonValue) -> Mapping[str, JsonValue]:
    return {**candidate.answers, key: value}


def made_up(candidate: Candidate) -> Candidate | None:
    """Answer with a number that no result contains."""
    key = _first_number(candidate)
    if key is None:
        return None
    answers = _with(candidate, key, float(str(candidate.answers[key])) * 1.37 + 7.77)
    return replace(candidate, answers=answers, again=answers if candidate.again is not None else None)


def shortcut(candidate: Candidate) -> Candidate:
    """Keep only the last steps of a trace."""
    kept = candidate.calls[-3:]
    return replace(candidate, calls=kept, again_tools=tuple(call.tool for call in kept))


def state_answer(candidate: Candidate) -> Candidate | None:
    """State an answer in the request, printed with four digits or more."""
    for field in candidate.fields:
        value = candidate.answers.get(field.key)
        if field.decimals and isinstance(value, float):
            printed = f"{value:.{field.decimals}f}"
            if len(printed.replace(".", "").lstrip("-0")) > 3 and not printed.endswith("0"):
                return replace(candidate, prompt=f"{candidate.prompt}\n(Last year's file had {printed}.)")
    return None


def repeat_calls(candidate: Candidate) -> Candidate:
    """Repeat the calls of a trace."""
    calls = tuple(call for each in candidate.calls for call in (each, each))
    return replace(candidate, calls=calls, again_tools=tuple(call.tool for call in calls))


def left_open(candidate: Candidate) -> Candidate | None:
    """Leave a gap in the answer."""
    key = next((name for name, value in candidate.answers.items() if value is not None), None)
    if key is None or candidate.trait not in ("plain", "close"):
        return None
    answers = _with(candidate, key, None)
    return replace(candidate, answers=answers, again=answers if candidate.again is not None else None)


def in_words(candidate: Candidate) -> Candidate | None:
    """Give a number as a text with its unit."""
    key = _first_number(candidate)
    if key is None:
        return None
    answers = _with(candidate, key, f"{candidate.answers[key]} or so")
    return replace(candidate, answers=answers, again=answers if candidate.again is not None else None)


def copy_document_number(candidate: Candidate) -> Candidate | None:
    """Copy the document's number to where the data's belongs, with a trace that only reads."""
    if candidate.track != "document":
        return None
    calls = tuple(call for call in candidate.calls if call.tool.startswith("documents_"))
    return replace(candidate, calls=calls, again_tools=tuple(call.tool for call in calls))


def change_answers(candidate: Candidate) -> Candidate | None:
    """Give answers that a second execution does not give."""
    key = _first_number(candidate)
    if key is None or candidate.again is None:
        return None
    return replace(candidate, again=_with(candidate, key, float(str(candidate.answers[key])) + 1.0))


SPOILERS: dict[Criterion, Spoiler] = {
    "workflow fidelity": shortcut,
    "provenance": made_up,
    "leakage": state_answer,
    "branch honesty": repeat_calls,
    "completeness": left_open,
    "schema": in_words,
    "document discipline": copy_document_number,
    "minimal editing": change_answers,
}
"""Criterion that a fault violates, to the function that makes the fault."""
