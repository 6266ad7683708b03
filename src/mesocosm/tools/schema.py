"""One JSON schema per tool, from signature and docstring, in a form that every interface can show unchanged.

Harnesses and providers understand different parts of JSON Schema: Inspect's schema model knows neither `$ref` nor
`minItems`, and several of its providers silently remove `minimum`, `pattern` and `examples` before they send a tool to
a model. So references are resolved here, and a rule outside the common part (`COMMON`) moves into
the description, where every model can read it. Validation is never weakened: the world checks the full types.
"""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from mesocosm.errors import InvalidRecord

COMMON = frozenset(
    {"type", "format", "description", "default", "enum", "items", "properties", "additionalProperties", "anyOf"}
    | {"required"}
)
SILENT = frozenset({"title", "$defs", "discriminator"})
"""Keywords that are no use to a model."""

DRAWN = frozenset({"prefixItems"})
"""Keywords of the full schema for drawing arguments; agents see `items` and the number of items."""

SPOKEN = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "matching {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "uniqueItems": "no item twice",
    "minProperties": "at least {} entries",
    "maxProperties": "at most {} entries",
    "examples": "such as {}",
}


def describe(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """Read a function's docstring: the description, and a sentence per argument."""
    import docstring_parser

    parsed = docstring_parser.parse(inspect.getdoc(function) or "", docstring_parser.DocstringStyle.GOOGLE)
    text = "\n\n".join(part for part in (parsed.short_description, parsed.long_description) if part)
    if parsed.returns is not None and parsed.returns.description:
        text += f"\n\nReturns: {' '.join(parsed.returns.description.split())}"
    arguments = {argument.arg_name: " ".join((argument.description or "").split()) for argument in parsed.params}
    return text, arguments


def full_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return pydantic's whole schema of the arguments, with references resolved and tuples as lists."""
    raw = model.model_json_schema()
    return _resolve(raw, raw.get("$defs", {}), ())


def example(schema: dict[str, Any]) -> Any:
    """Return an example of a full schema; its numbers are 0, or the nearest bound."""
    if known := schema.get("examples") or schema.get("enum"):
        return known[0]
    if options := schema.get("anyOf"):
        return example(options[0])
    match schema.get("type"):
        case "array":
            inner = schema.get("prefixItems") or [schema.get("items", {})] * max(schema.get("minItems", 0), 1)
            return [example(one) for one in inner]
        case "object":
            return {name: example(schema["properties"][name]) for name in schema.get("required", [])}
        case "number" | "integer":
            least = schema["exclusiveMinimum"] + 1 if "exclusiveMinimum" in schema else schema.get("minimum", 0)
            return min(max(0, least), schema.get("maximum", math.inf))
        case "boolean":
            return True
    return "..."


def common_schema(full: dict[str, Any]) -> dict[str, Any]:
    """Return the schema shown to agents: the common part, with every other rule in words."""
    spoken = _speak(full)
    return {
        "type": "object",
        "properties": spoken.get("properties", {}),
        "required": spoken.get("required", []),
        "additionalProperties": False,
    }


def _resolve(node: dict[str, Any], definitions: dict[str, Any], above: tuple[str, ...]) -> dict[str, Any]:
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name in above:
            raise InvalidRecord(f"the type {name} contains itself; a tool's argument must have a finite shape")
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return _resolve({**definitions[name], **beside}, definitions, (*above, name))
    return _map_inner(_plain(node), lambda inner: _resolve(inner, definitions, above))


def _speak(node: dict[str, Any]) -> dict[str, Any]:
    shown = {key: value for key, value in node.items() if key in COMMON}
    for key in node.keys() - COMMON - SILENT - DRAWN - SPOKEN.keys():
        raise InvalidRecord(f"the schema keyword {key!r} cannot be shown on every surface; use a simpler type")
    if shown.get("default", ...) is None:
        del shown["default"]
    if rules := _rules(node):
        shown["description"] = f"{shown.get('description', '').rstrip('.')} ({', '.join(rules)})".strip()
    return _map_inner(shown, _speak)


def _rules(node: dict[str, Any]) -> list[str]:
    if "minItems" in node and node["minItems"] == node.get("maxItems"):
        return [f"exactly {node['minItems']} items"]
    return [SPOKEN[key].format(_words(node[key])) for key in SPOKEN if key in node]


def _words(value: Any) -> str:
    return " or ".join(json.dumps(inner) for inner in value) if isinstance(value, list) else str(value)


def _plain(node: dict[str, Any]) -> dict[str, Any]:
    """Rewrite a node without `oneOf`, `const` and tuples, with the same meaning."""
    node = {key: value for key, value in node.items() if key not in SILENT}
    if "oneOf" in node:
        node["anyOf"] = node.pop("oneOf")
    if "const" in node:
        node["enum"] = [node.pop("const")]
    if "prefixItems" in node:
        options = node["prefixItems"]
        distinct = [option for index, option in enumerate(options) if option not in options[:index]]
        node["items"] = distinct[0] if len(distinct) == 1 else {"anyOf": distinct}
    return node


def _map_inner(node: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """Return a node after applying `change` to its inner schemas."""
    out = dict(node)
    if "properties" in out:
        out["properties"] = {name: change(inner) for name, inner in out["properties"].items()}
    for key in ("anyOf", "prefixItems"):
        if key in out:
            out[key] = [change(inner) for inner in out[key]]
    for key in ("items", "additionalProperties"):
        if isinstance(out.get(key), dict):
            out[key] = change(out[key])
    return out
