"""Reading the inputs of a run: a record per engine, and errors that name the field, the value and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import JsonValue, ValidationError
from pydantic_core import ErrorDetails

from mesocosm.errors import InvalidRecord, did_you_mean
from mesocosm.types import Record

MOST_TOLD = 5
"""Problems named in one message."""
LONGEST_SHOWN = 60

Inputs = TypeVar("Inputs", bound=Record)


def read_inputs(kind: type[Inputs], inputs: Mapping[str, JsonValue]) -> Inputs:
    """The inputs as the engine's record; what is wrong with them raises `InvalidRecord`."""
    try:
        return kind.model_validate(inputs)
    except ValidationError as error:
        problems = [_told(finding, kind) for finding in error.errors(include_url=False)]
        rest = len(problems) - MOST_TOLD
        more = f"; and {rest} more" if rest > 0 else ""
        raise InvalidRecord("; ".join(problems[:MOST_TOLD]) + more) from error
    except (OverflowError, RecursionError) as error:  # a whole number of hundreds of digits, brackets without end
        raise InvalidRecord(f"an input is too large or nested too deeply: {error}") from error


def _told(finding: ErrorDetails, kind: type[Record]) -> str:
    place = ".".join(str(part) for part in finding["loc"])
    if finding["type"] == "extra_forbidden":
        return _not_an_input(place, kind)
    if finding["type"] == "missing":
        return f"{place} is missing"
    message = finding["msg"].removeprefix("Value error, ")
    return f"{place}: {message}, got {_shown(finding['input'])}" if place else message


def _not_an_input(place: str, kind: type[Record]) -> str:
    if "." in place:  # of a record inside: its own names are not at hand
        return f"{place} is not an input"
    hint = did_you_mean(place, kind.model_fields)
    allowed = f"allowed: {', '.join(kind.model_fields)}"
    return f"{place} is not an input; {hint + '; ' if hint else ''}{allowed}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."
