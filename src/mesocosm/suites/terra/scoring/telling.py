"""Which fields tell something: those whose value cannot be had without looking at data.

A field tells nothing if its true value is empty, zero, true or false, a count below 3, or stands in the request.
"""

from __future__ import annotations

from datetime import date

from mesocosm.suites.terra.scoring import values
from mesocosm.suites.terra.scoring.evidence import in_text, is_number, stands_in
from mesocosm.suites.terra.scoring.truth import Field

LEAST_COUNT = 3
"""Least count that tells something: smaller ones are guessed too easily."""


def is_telling(field: Field, prompt: str = "") -> bool:
    """Return whether the true value of a field can only be known from data."""
    truth = field.value
    if isinstance(truth, list):
        return any(is_telling(field.model_copy(update={"value": member, "kind": None}), prompt) for member in truth)
    if is_number(truth):
        return bool(truth) and not _is_small_count(field) and not _is_quoted(field, prompt)
    return isinstance(truth, str) and bool(truth) and not _is_named(truth, prompt)


def _is_small_count(field: Field) -> bool:
    exact = field.abs_tol == 0 and field.rel_tol == 0 and float(field.value).is_integer()
    return exact and abs(field.value) < LEAST_COUNT


def _is_quoted(field: Field, prompt: str) -> bool:
    """Return whether a number of the request would be right."""
    return any(values.compare(field, number, "").hit == 1.0 for number in in_text(prompt))


def _is_named(word: str, prompt: str) -> bool:
    spellings = [word]
    try:
        day = date.fromisoformat(word)
        spellings += [f"{day.day} {day:%B %Y}", f"{day.day} {day:%B}", f"{day:%B} {day.day}"]
    except ValueError:
        pass
    request = values.canonical(prompt)
    return any(stands_in(values.canonical(spelling), request) for spelling in spellings)
