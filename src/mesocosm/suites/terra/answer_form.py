"""The form of an answer: exactly the fields asked for, each of the type, unit and words that the request states.

Only what the request shows is used. Nothing is said of what is true, and `null` is always accepted: a request may ask
for what there is no data of.
"""

from __future__ import annotations

import math

from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.suites.terra.scoring.prediction import Entry, prediction_of
from mesocosm.suites.terra.scoring.values import LITERALS, Unreadable, canonical, moments_of, number_of
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.tools.arguments import short_json
from mesocosm.units import meant_unit
from mesocosm.workspace.answer_keys import check_keys

LARGEST_ANSWER = 200_000
"""Characters of the longest answer that is read."""
MOST_PROBLEMS = 12


def check_fields(fields: tuple[RequestedField, ...], answer: JsonValue) -> tuple[Entry, ...]:
    """Return the entries of an answer that has exactly the keys asked for, each once."""
    if len(str(answer)) > LARGEST_ANSWER:
        raise ToolError(f"the answer has more than {LARGEST_ANSWER:,} characters")
    prediction = prediction_of(answer)
    if prediction.problem:
        raise ToolError(f"{prediction.problem}; hand in one JSON object with the keys asked for")
    given = [entry.key for entry in prediction.entries]
    check_keys(given, [field.key for field in fields])
    if repeated := [key for key in dict.fromkeys(given) if given.count(key) > 1]:
        raise ToolError(f"there is more than one value for {', '.join(f'`{key}`' for key in repeated)}")
    return prediction.entries


def check_answer(fields: tuple[RequestedField, ...], answer: JsonValue) -> JsonValue:
    """Return the answer unchanged if every field has a value of the form that the request states."""
    entries = {entry.key: entry for entry in check_fields(fields, answer)}
    problems = [problem for field in fields if (problem := problem_of(field, entries[field.key]))]
    if problems:
        more = f"; and {len(problems) - MOST_PROBLEMS} more" if len(problems) > MOST_PROBLEMS else ""
        raise ToolError("; ".join(problems[:MOST_PROBLEMS]) + more)
    return answer


def problem_of(field: RequestedField, entry: Entry) -> str:
    """Describe what is wrong with the form of a value; empty if nothing is."""
    value = entry.value
    if value is None or _fits(field, entry):
        return ""
    unit = f" in {entry.unit[:40]!r}" if entry.unit and not isinstance(value, str) else ""
    meant = meant_unit(value, field.unit, entry.unit) if field.kind == "number" and field.unit else ""
    return f"`{field.key}` must be {_wanted(field)}, got {short_json(value)}{unit}{meant}"


def _fits(field: RequestedField, entry: Entry) -> bool:
    value = entry.value
    match field.kind:
        case "number":
            return _is_number(value, entry.unit, field.unit)
        case "boolean":
            return isinstance(value, bool) or (isinstance(value, str) and value.strip().casefold() in LITERALS)
        case "date":
            return isinstance(value, str) and len(moments_of(value)) == 1
        case "list":
            return isinstance(value, list) and all(_is_plain(member) for member in value)
    return isinstance(value, str) and (not field.among or canonical(value) in map(canonical, field.among))


def _is_number(value: JsonValue, unit: str, wanted: str) -> bool:
    try:
        number_of(value, unit, wanted)
    except Unreadable:
        return False
    return True


def _is_plain(member: JsonValue) -> bool:
    """Return whether a member of a list is one text or one finite number."""
    if isinstance(member, bool) or not isinstance(member, str | int | float):
        return False
    return not isinstance(member, float) or math.isfinite(member)


def _wanted(field: RequestedField) -> str:
    """Describe the form of the field that the request states."""
    if field.kind == "number":
        return f"a number in {field.unit}" if field.unit else "a number without a unit"
    if field.among:
        return f"one of {', '.join(map(repr, field.among))}"
    forms = {"text": "text", "boolean": "true or false", "date": "a date such as 2031-07-14", "list": "a list"}
    return forms[field.kind] + (" of texts or numbers" if field.kind == "list" else "")
