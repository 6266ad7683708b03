"""Which fields and which values tell something: those that cannot be had without looking at data.

A field tells nothing if its true value is empty, zero, true or false, a count below 3, or stands in the request.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from typing import Any

from mesocosm.suites.terra.scoring import values
from mesocosm.suites.terra.scoring.evidence import in_text, is_number, rounds_to, significant, stands_in
from mesocosm.suites.terra.scoring.truth import Field

LEAST_COUNT = 3
TELLING_DIGITS = 3
DECOYS = tuple(1 + step / 50 for step in range(-20, 21) if step)
"""Factors of the values near a value, from 0.6 to 1.4 times."""
RARE = 0.05
"""Largest share of the values near a rare one that also turn up."""


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


def is_rare(value: Any, shown: Sequence[float]) -> bool:
    """Return whether a number is not one of many that turn up among sorted numbers: few of those near it do."""
    if not is_number(value) or significant(str(value)) < TELLING_DIGITS:
        return False
    decimals = len(str(value).partition(".")[2]) if "e" not in str(value) else 6
    decoys = [round(abs(value) * factor, decimals) for factor in DECOYS]
    return sum(_turns_up(decoy, decimals, shown) for decoy in decoys) <= RARE * len(decoys)


def _turns_up(number: float, decimals: int, shown: Sequence[float]) -> bool:
    place = bisect_left(shown, number)
    return any(rounds_to(seen, number, 0.0, f"{number:.{decimals}f}") for seen in shown[max(place - 1, 0) : place + 1])
