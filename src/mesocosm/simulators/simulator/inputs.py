"""Reading the inputs of a run: one record per engine, and errors that name field, value and allowed values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from pydantic import JsonValue, ValidationError
from pydantic_core import ErrorDetails

from mesocosm.errors import InvalidRecord, did_you_mean
from mesocosm.types import Record

MOST_PROBLEMS = 5
"""Largest number of problems in one message."""
LONGEST_SHOWN = 60
"""Largest number of characters of a value."""
LONGEST_PROBLEM = 2000
"""Largest number of characters of a problem; lists of allowed values have hundreds."""
LONG_VALUE = re.compile(
    r"""(?<!\w)'[^']{61,}'(?!\w) | (?<!\w)"[^"]{61,}"(?!\w)  # quoted
      | [\[(][-+.,e\d\s]{61,}[\])]                        # numbers in brackets
      | [^\s'"]{61,}                                     # without a space
    """,
    re.VERBOSE,
)
"""Pattern of a long value repeated in a message."""
NUMBERS = {int, float, type(None)}
"""Types of cells that need no further check."""

Inputs = TypeVar("Inputs", bound=Record)


def read_inputs(kind: type[Inputs], inputs: Mapping[str, JsonValue]) -> Inputs:
    """Return the inputs as the engine's record; raise `InvalidRecord` with their problems."""
    try:
        read = kind.model_validate(inputs)
    except ValidationError as error:
        # A misspelt name explains a missing input, so it comes first.
        findings = sorted(_causes(error.errors(include_url=False)), key=lambda finding: finding["type"] == "missing")
        raise _refusal([_describe(finding, kind) for finding in findings]) from error
    except (OverflowError, RecursionError) as error:  # an integer of hundreds of digits, or deep nesting
        raise InvalidRecord(f"an input is too large or nested too deeply: {error}") from error
    problems = list(_not_numbers(inputs, read, ""))
    if problems:
        raise _refusal(problems)
    return read


def _causes(findings: list[ErrorDetails]) -> list[ErrorDetails]:
    """Drop findings about lists that are too short only because their elements were refused."""
    around = {finding["loc"][:depth] for finding in findings for depth in range(len(finding["loc"]))}
    return [finding for finding in findings if finding["type"] != "too_short" or finding["loc"] not in around]


def _refusal(problems: list[str]) -> InvalidRecord:
    rest = len(problems) - MOST_PROBLEMS
    more = f"; and {rest} more" if rest > 0 else ""
    return InvalidRecord("; ".join(map(_shorten, problems[:MOST_PROBLEMS])) + more)


def _shorten(problem: str) -> str:
    """Return a problem without the long values that it repeats."""
    return _cut(LONG_VALUE.sub(lambda value: _cut(value[0]), problem), LONGEST_PROBLEM)


def _not_numbers(given: Any, read: Any, place: str) -> Iterator[str]:
    """Yield problems with booleans and texts that were read as numbers."""
    if isinstance(given, bool | str):
        if isinstance(read, int | float) and type(read) is not type(given):
            yield f"{place} must be a number, got {_show(given)}"
    elif isinstance(given, Mapping):
        for name, value in given.items():
            inner = read.get(name) if isinstance(read, Mapping) else getattr(read, str(name), None)
            yield from _not_numbers(value, inner, f"{place}.{name}" if place else str(name))
    elif isinstance(given, list | tuple) and isinstance(read, list | tuple) and not set(map(type, given)) <= NUMBERS:
        for row, (value, inner) in enumerate(zip(given, read, strict=False)):
            yield from _not_numbers(value, inner, f"{place}.{row}")


def _describe(finding: ErrorDetails, kind: type[Record]) -> str:
    place = ".".join(_cut(str(part)) for part in finding["loc"])
    if finding["type"] == "extra_forbidden":
        return _not_an_input(place, kind)
    if finding["type"] == "missing":
        return f"{place} is missing"
    message = finding["msg"].removeprefix("Value error, ")
    return f"{place}: {message}, got {_show(finding['input'])}" if place else message


def _not_an_input(place: str, kind: type[Record]) -> str:
    if "." in place:  # in a nested record, whose field names are not known here
        return f"{place} is not an input"
    hint = did_you_mean(place, kind.model_fields)
    allowed = f"allowed: {', '.join(kind.model_fields)}"
    return f"{place} is not an input; {hint + '; ' if hint else ''}{allowed}"


def _show(value: Any) -> str:
    return _cut(repr(value))


def _cut(text: str, longest: int = LONGEST_SHOWN) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
