"""Comparison of one predicted value with its truth, by the truth's type.

Numbers may carry a unit; booleans are literals; dates are compared at the truth's precision; texts in Unicode's
composed form, whatever the case and spacing; lists in order, or as sets where the truth says so.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from mesocosm.suites.terra.scoring.profiles import allowance, errors_in_tolerances, halving
from mesocosm.suites.terra.scoring.truth import Field, Kind

PLAIN_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?")
LONGEST_NUMBER = 200
LITERALS = {"true": True, "false": False}


class Match(NamedTuple):
    """Score of one field; `allowed` is lambda and `tolerances` n, if two numbers were compared."""

    hit: float
    num: float
    reason: str
    allowed: float | None = None
    tolerances: float | None = None


class Unreadable(Exception):
    """A value that is not of the wanted type, with the reason in one word."""


def miss(reason: str) -> Match:
    return Match(0.0, 0.0, reason)


def kind_of(field: Field) -> Kind:
    """Return the type for the comparison of a field."""
    value = field.value
    if field.kind is not None:
        return field.kind
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "date" if _moment(value) else "text"
    return "list" if isinstance(value, list) else "object"


def compare(field: Field, value: Any, unit: str = "") -> Match:
    """Compare a predicted value, in a unit of its own if it has one, with the truth under `default`."""
    kind = kind_of(field)
    if kind == "null":
        return _exact(value is None)
    if value is None:
        return miss("null")
    try:
        if kind == "number":
            return compare_number(field, number_of(value, unit, field.unit))
        return _exact(_same(field, kind, value, unit))
    except Unreadable as error:
        return miss(str(error))


def compare_number(field: Field, value: float) -> Match:
    """Compare a number in the truth's unit with the truth."""
    truth = number_of(field.value, "", field.unit)
    allowed = allowance("default", truth, absolute=field.abs_tol, relative=field.rel_tol, floor=field.floor_scale)
    return judge_number(value, truth, allowed)


def judge_number(value: float, truth: float, allowed: float) -> Match:
    """Return Hit@tol and NumScore of a finite number; without a tolerance only the truth itself is right."""
    if not math.isfinite(value):
        return miss("not_finite")
    n = errors_in_tolerances(value, truth, allowed)
    inside = abs(value - truth) <= allowed
    score = 1.0 if inside else 0.0 if math.isnan(n) else halving(n)
    reason = "within_tolerance" if inside else "outside_tolerance"
    return Match(float(inside), score, reason, allowed, None if math.isnan(n) else n)


def number_of(value: Any, unit: str, wanted: str) -> float:
    """Return a number in the wanted unit; a text may contain one, followed by a unit if one is wanted."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Unreadable("unparseable")
    number, own_unit = (_finite_or_infinite(value), unit) if not isinstance(value, str) else _quantity(value, unit)
    if not math.isfinite(number):
        raise Unreadable("not_finite")
    return number if not own_unit or own_unit == wanted else _convert(number, own_unit, wanted)


def _finite_or_infinite(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # a whole number of more than 308 digits
        return math.inf


def _quantity(text: str, unit: str) -> tuple[float, str]:
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if len(plain) > LONGEST_NUMBER:
        raise Unreadable("unparseable")
    if plain.casefold().lstrip("+-") in ("nan", "inf", "infinity"):
        raise Unreadable("not_finite")
    number = PLAIN_NUMBER.match(plain)
    if number is None:
        raise Unreadable("unparseable")
    rest = plain[number.end() :].strip()
    if rest[:1] in (",", "_", ".") or rest[:1].isdigit():  # 1,000 may mean one or a thousand
        raise Unreadable("unparseable")
    if rest and unit and rest != unit:
        raise Unreadable("two_units")
    return float(number[0]), rest or unit


def _convert(number: float, unit: str, wanted: str) -> float:
    """Return the number in the wanted unit; a unit where the truth has none makes it no number."""
    if not wanted:
        raise Unreadable("unit_not_declared")
    converted = in_unit(number, unit, wanted)
    if converted is None:
        raise Unreadable("wrong_unit")
    return converted


def in_unit(number: float, unit: str, wanted: str) -> float | None:
    """Convert a number to another unit; None if the unit is unknown or of another dimension."""
    from mesocosm.units import quantity

    try:
        return float(quantity(number, unit).to(wanted).magnitude)
    except Exception:  # pint refuses in a dozen ways: no such unit, another dimension, an offset
        return None


def _exact(right: bool) -> Match:
    return Match(1.0, 1.0, "exact") if right else miss("mismatch")


def _same(field: Field, kind: Kind, value: Any, unit: str) -> bool:
    if kind == "boolean":
        return _literal(value) is field.value
    if kind == "date":
        return _same_date(str(field.value), value)
    if kind == "list":
        return _same_list(field, value, unit)
    if kind == "object":
        return _same_object(field, value)
    if not isinstance(value, str):
        raise Unreadable("wrong_type")
    return canonical(value) == canonical(str(field.value))


def _literal(value: Any) -> bool:
    literal = LITERALS.get(value.strip().casefold()) if isinstance(value, str) else value
    if not isinstance(literal, bool):
        raise Unreadable("wrong_type")
    return literal


def canonical(text: str) -> str:
    """Return a text for comparison: Unicode composed, case folded, runs of spaces as one."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def _same_date(truth: str, value: Any) -> bool:
    """Return whether a date or time falls on the truth's day, or is the truth's instant if that has a time."""
    wanted = _moment(truth)
    given = _moment(value) if isinstance(value, str) else None
    if wanted is None or given is None:
        raise Unreadable("not_a_date")
    return given == wanted if "T" in truth or " " in truth.strip() else given.date() == wanted.date()


def _moment(text: str) -> datetime | None:
    """Return the instant of an ISO text in UTC; without a zone it is UTC, without a time midnight."""
    plain = text.strip()
    if len(plain) > LONGEST_NUMBER or not DATE.fullmatch(plain):
        return None
    try:
        if len(plain) == len("2031-07-14"):
            day = date.fromisoformat(plain)
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        moment = datetime.fromisoformat(plain)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def moments_of(text: str) -> list[datetime]:
    """Return the instants of an ISO time, or of an interval of two; none if the text is neither."""
    moments = [_moment(part) for part in text.split("/")][:3]
    return [moment for moment in moments if moment] if len(moments) <= 2 and all(moments) else []


def _same_list(field: Field, value: Any, unit: str) -> bool:
    if not isinstance(value, list) or not isinstance(field.value, list):
        raise Unreadable("wrong_type")
    wanted = [field.model_copy(update={"value": inner, "kind": None}) for inner in field.value]
    if len(wanted) != len(value):
        return False
    if field.order == "sequence":
        return all(compare(wanted_field, inner, unit).hit for wanted_field, inner in zip(wanted, value, strict=True))
    return _pairs_up(wanted, value, unit)


def _pairs_up(wanted: list[Field], values: list[Any], unit: str) -> bool:
    """Return whether every wanted element has a value of its own that hits it."""
    owner: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        for other, value in enumerate(values):
            if other not in tried and compare(wanted[place], value, unit).hit:
                tried.add(other)
                if other not in owner or settle(owner[other], tried):
                    owner[other] = place
                    return True
        return False

    return all(settle(place, set()) for place in range(len(wanted)))


def _same_object(field: Field, value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(field.value, Mapping):
        raise Unreadable("wrong_type")
    if set(value) != set(field.value):
        return False
    inner = {key: field.model_copy(update={"value": part, "kind": None}) for key, part in field.value.items()}
    return all(compare(wanted, value[key]).hit for key, wanted in inner.items())
