"""One JSON schema per tool, from signature and docstring, spelled so that every surface can show the same bytes.

Harnesses understand different parts of JSON Schema: Inspect's schema model knows neither `$ref` nor `minItems` and
drops what it does not know without a word. So references are resolved here, and a rule outside the common part
(`COMMON`) moves into the description, where a model can still read it. Validation itself is never weakened: the
world checks arguments against the full types.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from mesocosm.errors import InvalidRecord

COMMON = frozenset(
    "type format description default enum items properties additionalProperties anyOf required pattern "
    "minLength maxLength minimum maximum examples".split()
)
SILENT = frozenset({"title", "$defs", "discriminator"})
"""Keywords that tell a model nothing it needs."""

SPOKEN = {
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "multipleOf": "a multiple of {}",
    "minProperties": "at least {} entries",
    "maxProperties": "at most {} entries",
    "uniqueItems": "no item twice",
}


def describe(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """What a function's docstring says: the description, and a sentence per argument."""
    import docstring_parser

    parsed = docstring_parser.parse(inspect.getdoc(function) or "", docstring_parser.DocstringStyle.GOOGLE)
    text = "\n\n".join(part for part in (parsed.short_description, parsed.long_description) if part)
    if parsed.returns is not None and parsed.returns.description:
        text += f"\n\nReturns: {' '.join(parsed.returns.description.split())}"
    told = {one.arg_name: " ".join((one.description or "").split()) for one in parsed.params}
    return text, told


def parameters_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The argument schema of a tool: self-contained, in the common part of JSON Schema."""
    raw = model.model_json_schema()
    flat = _flatten(raw, raw.get("$defs", {}), ())
    return {
        "type": "object",
        "properties": flat.get("properties", {}),
        "required": flat.get("required", []),
        "additionalProperties": False,
    }


def _flatten(node: dict[str, Any], definitions: dict[str, Any], above: tuple[str, ...]) -> dict[str, Any]:
    node, above = _resolve(node, definitions, above)
    if "prefixItems" in node:
        node = _as_list(node)
    out: dict[str, Any] = {}
    rules = []
    for key, value in node.items():
        if key in SPOKEN:
            rules.append(SPOKEN[key].format(value))
        elif key == "exactly":
            rules.append(f"exactly {value} items")
        elif key == "oneOf":
            out["anyOf"] = [_flatten(one, definitions, above) for one in value]
        elif key == "const":
            out["enum"] = [value]
        elif key in COMMON:
            out[key] = _flatten_value(key, value, definitions, above)
        elif key not in SILENT:
            raise InvalidRecord(f"the schema keyword {key!r} cannot be shown on every surface; use a simpler type")
    if "default" in out and out["default"] is None:
        del out["default"]
    if rules:
        out["description"] = f"{out.get('description', '').rstrip('.')} ({', '.join(rules)})".strip()
    return out


def _flatten_value(key: str, value: Any, definitions: dict[str, Any], above: tuple[str, ...]) -> Any:
    if key == "properties":
        return {name: _flatten(one, definitions, above) for name, one in value.items()}
    if key == "anyOf":
        return [_flatten(one, definitions, above) for one in value]
    if key in ("items", "additionalProperties") and isinstance(value, dict):
        return _flatten(value, definitions, above)
    return value


def _resolve(
    node: dict[str, Any], definitions: dict[str, Any], above: tuple[str, ...]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    reference = node.get("$ref")
    if reference is None:
        return node, above
    name = reference.rpartition("/")[2]
    if name in above:
        raise InvalidRecord(f"the type {name} contains itself; a tool's argument must have a finite shape")
    beside = {key: value for key, value in node.items() if key != "$ref"}
    return {**definitions[name], **beside}, (*above, name)


def _as_list(node: dict[str, Any]) -> dict[str, Any]:
    """A tuple as a list of any of its types, whose length is told in words."""
    options = node["prefixItems"]
    distinct = [one for index, one in enumerate(options) if one not in options[:index]]
    rest = {key: value for key, value in node.items() if key not in ("prefixItems", "minItems", "maxItems")}
    items = distinct[0] if len(distinct) == 1 else {"anyOf": distinct}
    return {**rest, "items": items, "exactly": len(options)}
