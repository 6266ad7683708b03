"""Draw random arguments that fit a tool's schema: for the random agent, Gymnasium's spaces and the checkers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

from pydantic import JsonValue

from mesocosm.errors import InvalidArguments, InvalidRecord
from mesocosm.tools.tool import Tool

if TYPE_CHECKING:
    from numpy.random import Generator

TRIES = 100
WORDS = ("alpha", "beta.txt", "gamma", "1 + 1", "delta", "print(1)", "epsilon")
FORMATS = {"date": "2025-01-01", "date-time": "2025-01-01T00:00:00Z", "time": "12:00:00Z", "duration": "PT1H"}
WIDEST = 1000.0
"""Numbers without a bound are drawn from [-1000, 1000]."""


def sample(tool: Tool, draw: Generator) -> dict[str, JsonValue]:
    """Draw arguments that the tool accepts; draw again if a rule that is not in the schema refuses them."""
    for _ in range(TRIES):
        arguments = _object(tool.full_schema, draw)
        try:
            tool.check(arguments)
        except InvalidArguments:
            continue
        return arguments
    raise InvalidRecord(f"{tool.id}: no arguments that fit were found in {TRIES} draws; give the arguments `examples`")


def _value(schema: dict[str, Any], draw: Generator) -> JsonValue:
    if schema.get("enum"):
        return cast(JsonValue, _pick(schema["enum"], draw))
    if schema.get("anyOf"):
        return _value(_pick(schema["anyOf"], draw), draw)
    if schema.get("examples"):
        return cast(JsonValue, _pick(schema["examples"], draw))
    kind = schema.get("type", "string")
    kind = _pick(kind, draw) if isinstance(kind, list) else kind
    match kind:
        case "integer":
            return _whole_number(schema, draw)
        case "number":
            return float(draw.uniform(*_bounds(schema)))
        case "boolean":
            return bool(draw.integers(2))
        case "array":
            return _list(schema, draw)
        case "object":
            return _object(schema, draw)
        case "null":
            return None
    return _text(schema, draw)


def _whole_number(schema: dict[str, Any], draw: Generator) -> int:
    low, high = _bounds(schema)
    step = int(schema.get("multipleOf", 1))
    return step * int(draw.integers(math.ceil(low / step), math.floor(high / step) + 1))


def _list(schema: dict[str, Any], draw: Generator) -> list[JsonValue]:
    if "prefixItems" in schema:
        return [_value(inner, draw) for inner in schema["prefixItems"]]
    fewest = schema.get("minItems", 1)
    count = int(draw.integers(fewest, schema.get("maxItems", max(fewest, 3)) + 1))
    return [_value(schema.get("items", {}), draw) for _ in range(count)]


def _object(schema: dict[str, Any], draw: Generator) -> dict[str, JsonValue]:
    required = set(schema.get("required", ()))
    properties = schema.get("properties", {})
    return {name: _value(inner, draw) for name, inner in properties.items() if name in required or draw.integers(2)}


def _text(schema: dict[str, Any], draw: Generator) -> str:
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    text = str(_pick(WORDS, draw))
    return text.ljust(schema.get("minLength", 0), "a")[: schema.get("maxLength", len(text) + 1000)]


def _bounds(schema: dict[str, Any]) -> tuple[float, float]:
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    if low is None:
        low = -WIDEST if high is None else min(-WIDEST, high - WIDEST)
    return float(low), float(max(WIDEST, low + WIDEST) if high is None else high)


def _pick(options: Any, draw: Generator) -> Any:
    return options[int(draw.integers(len(options)))]
