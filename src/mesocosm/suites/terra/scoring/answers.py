"""Answer metrics of one item: Hit@tol, NumScore, AnswerFormatValid, and the result of each field.

default       fields by key alone; a key given twice with different values is a miss; typed comparison
public_code   as published: last of a repeated key, Python's `float` and truth values, raw equality, NumScore = Hit
paper_eq1/9   by key where keys are unique and the same on both sides, else by position; texts in canonical form
"""

from __future__ import annotations

import math
from typing import Any

from mesocosm.suites.terra.scoring import values
from mesocosm.suites.terra.scoring.prediction import Entry, Prediction
from mesocosm.suites.terra.scoring.profiles import Profile, allowance
from mesocosm.suites.terra.scoring.truth import Field
from mesocosm.suites.terra.scoring.values import Match
from mesocosm.types import Record


class FieldScore(Record):
    """Score of one field of the truth, with the reason."""

    key: str
    hit: float
    num: float
    reason: str
    lam: float | None = None
    """The tolerance, in the truth's unit."""
    n: float | None = None
    """The error in tolerances."""


class AnswerScore(Record):
    """Means over the truth's fields."""

    profile: Profile
    hit: float
    num: float
    format_valid: float
    fields: tuple[FieldScore, ...]
    alignment: str = "key"
    extra: tuple[str, ...] = ()
    """Keys that were answered but not asked for."""
    problem: str = ""

    def metrics(self) -> dict[str, float]:
        return {"Hit@tol": self.hit, "NumScore": self.num, "AnswerFormatValid": self.format_valid}


def score_answers(truth: list[Field], prediction: Prediction, profile: Profile = "default") -> AnswerScore:
    """Score an answer against its truth; tolerances are the truth's."""
    paired, alignment = _pair(truth, prediction, profile)
    matches = [_match(field, given, profile) for field, given in paired]
    fields = tuple(_score(field, match) for (field, _), match in zip(paired, matches, strict=True))
    asked = {field.key for field in truth}
    return AnswerScore(
        profile=profile,
        hit=_mean([match.hit for match in matches]),
        num=_mean([match.num for match in matches]),
        format_valid=float(_is_valid(truth, prediction, matches, profile)),
        fields=fields,
        alignment=alignment,
        extra=tuple(dict.fromkeys(entry.key for entry in prediction.entries if entry.key not in asked)),
        problem=prediction.problem,
    )


def _score(field: Field, match: Match) -> FieldScore:
    return FieldScore(
        key=field.key, hit=match.hit, num=match.num, reason=match.reason, lam=match.allowed, n=match.tolerances
    )


Given = list[Entry]


def _pair(truth: list[Field], prediction: Prediction, profile: Profile) -> tuple[list[tuple[Field, Given]], str]:
    """Return every field of the truth with the entries that answer it."""
    by_key = [(field, prediction.values(field.key)) for field in truth]
    if profile in ("default", "public_code"):
        return by_key, "key"
    asked, answered = [field.key for field in truth], [entry.key for entry in prediction.entries]
    unique = len(set(asked)) == len(asked) and len(set(answered)) == len(answered)
    if unique and set(asked) == set(answered):
        return by_key, "key"
    entries = prediction.entries
    return [(field, list(entries[place : place + 1])) for place, field in enumerate(truth)], "order"


def _match(field: Field, given: Given, profile: Profile) -> Match:
    if not given:
        return values.miss("missing")
    if profile == "public_code":
        return _public(field, given[-1].value)
    if profile != "default":
        return _paper(field, given[-1].value, profile)
    if any(entry.value != given[0].value or entry.unit != given[0].unit for entry in given[1:]):
        return values.miss("duplicated")
    return values.compare(field, given[0].value, given[0].unit)


def _public(field: Field, value: Any) -> Match:
    """Compare as the published program does: with Python's own truth values and numbers."""
    if value is None:
        return values.miss("missing")
    if isinstance(field.value, bool):
        return _direct(bool(value) is field.value)
    truth = _python_float(field.value)
    if truth is None:
        return _direct(bool(value == field.value))
    given = _python_float(value)
    if given is None:
        return values.miss("unparseable")
    allowed = _allowed(field, truth, "public_code")
    inside = abs(given - truth) <= allowed
    return Match(float(inside), float(inside), "within_tolerance" if inside else "outside_tolerance", allowed)


def _paper(field: Field, value: Any, profile: Profile) -> Match:
    truth = None if isinstance(field.value, bool) else _python_float(field.value)
    if truth is None:
        return _canonical_match(field.value, value)
    given = _python_float(value)
    if given is None or math.isnan(given):
        return values.miss("unparseable")
    allowed = _allowed(field, truth, profile)
    if math.isinf(given):
        return Match(0.0, 0.0, "outside_tolerance", allowed)
    return values.judge_number(given, truth, allowed)


def _canonical_match(truth: Any, value: Any) -> Match:
    """Apply the paper's canonical exact match, which it leaves undefined: texts as in `default`, others unchanged."""
    if isinstance(truth, str) and isinstance(value, str):
        return _direct(values.canonical(truth) == values.canonical(value))
    return _direct(type(truth) is type(value) and truth == value)


def _allowed(field: Field, truth: float, profile: Profile) -> float:
    return allowance(profile, truth, absolute=field.abs_tol, relative=field.rel_tol, floor=field.floor_scale)


def _direct(right: bool) -> Match:
    return Match(1.0, 1.0, "exact") if right else values.miss("mismatch")


def _python_float(value: Any) -> float | None:
    """Return Python's `float` of a number or text; booleans and all else are no number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


NO_VALUE = frozenset({"missing", "unparseable", "not_finite", "wrong_type", "wrong_unit", "two_units"}) | frozenset(
    {"duplicated", "unit_not_declared", "not_a_date"}
)
"""Reasons that mean the answer was not in the form asked for."""


def _is_valid(truth: list[Field], prediction: Prediction, matches: list[Match], profile: Profile) -> bool:
    """Return whether the answer has the form that its profile asks for."""
    if profile == "public_code":
        return bool(prediction.entries)
    if profile != "default":
        return prediction.strict
    return bool(truth) and not prediction.problem and not any(match.reason in NO_VALUE for match in matches)


def _mean(numbers: list[float]) -> float:
    return math.fsum(numbers) / len(numbers) if numbers else math.nan
