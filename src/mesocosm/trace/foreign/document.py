"""Turn JSON of other programs into values that a trace can write and read back unchanged."""

from __future__ import annotations

import json
import math
from typing import Any

from pydantic import JsonValue

from mesocosm.errors import TraceError

DEPTH_LIMIT = 100
"""Levels of nesting; pydantic refuses a value nested deeper than 255, and an event adds a few of its own."""


def parse(text: str, first_line: int = 1) -> Any:
    """Parse a JSON text; errors give the line, counted from `first_line`, and the column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise TraceError(f"not JSON: {error.msg} at column {error.colno}", line=line) from None
    except RecursionError:
        raise TraceError("nested too deeply to be read", line=first_line) from None
    except ValueError as error:  # an integer of more digits than Python converts
        raise TraceError(f"not readable JSON: {error}", line=first_line) from None


def clean(value: Any, depth: int = 0) -> JsonValue:
    """Return the value as plain JSON: NaN becomes "NaN" as in our traces, a lone surrogate its escape."""
    if depth > DEPTH_LIMIT:
        raise TraceError(f"nested deeper than {DEPTH_LIMIT} levels")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else _spell(value)
    if isinstance(value, dict):
        return {_whole(str(key)): clean(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [clean(inner, depth + 1) for inner in value]
    return _whole(str(value))


def fields(value: object) -> dict[str, Any]:
    """Return the value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def first_text(record: dict[str, Any], *names: str) -> str:
    """Return the first of the named fields with a text or a whole number, as text; empty if there is none."""
    values = (record.get(name) for name in names)
    usable = (value for value in values if isinstance(value, str | int) and not isinstance(value, bool) and value != "")
    return str(next(usable, ""))


def _spell(value: float) -> str:
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _whole(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
