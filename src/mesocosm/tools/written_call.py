"""Find calls that a model writes as text: as JSON, as `submit(answer="B")`, or in tags."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from pydantic import JsonValue

LONGEST_TEXT = 1_000_000
"""Characters; a longer text is not searched for calls."""
MOST_OBJECTS = 100
"""Opening braces of a text, from its end, that may begin a JSON object."""
NAMED = ("name", "tool", "tool_name", "function", "action")
GIVEN = ("arguments", "parameters", "args", "input", "action_input")
LETTER_GIVEN = re.compile(r"[\"']?(?:answer|letter|option|choice)[\"']?\s*[:=]\s*[\"']?\(?([A-D])\b")


def objects_in(text: str, *, nested: bool = False) -> list[dict[str, JsonValue]]:
    """Return the JSON objects of a text in the order in which they begin; with `nested`, inner ones too."""
    if len(text) > LONGEST_TEXT:
        return []
    found: list[tuple[int, int, dict[str, JsonValue]]] = []
    decoder, place = json.JSONDecoder(), len(text)
    for _ in range(MOST_OBJECTS):
        place = text.rfind("{", 0, place)
        if place < 0:
            break
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            continue
        found = found if nested else [one for one in found if one[0] > end]
        found.append((place, end, value))
    return [value for _, _, value in reversed(found)]


def call_in(text: str, tools: Collection[str]) -> tuple[str, JsonValue] | None:
    """Return the last call that a text contains: as JSON, as `submit(answer="B")`, or in tags."""
    if len(text) > LONGEST_TEXT:
        return None
    for value in reversed(objects_in(text, nested=True)):
        if (called := _as_call(value, tools)) is not None:
            return called
    for name in sorted(tools, key=len, reverse=True):
        if name in text and (spelt := _spelt_call(text, name)) is not None:
            return name, spelt
    return None


def _as_call(value: dict[str, JsonValue], tools: Collection[str]) -> tuple[str, JsonValue] | None:
    inner = value.get("function")
    if isinstance(inner, dict):
        value = inner
    name = next((value[key] for key in NAMED if isinstance(value.get(key), str)), None)
    given = next((value[key] for key in GIVEN if key in value), None)
    if not isinstance(name, str) or name not in tools:
        return None
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return name, None
    return name, given


def _spelt_call(text: str, name: str) -> JsonValue:
    """Return the arguments of a call that is not JSON; None if there is none."""
    quoted = re.escape(name)
    tagged = re.search(rf"[<=\"']{quoted}[\"']?\s*>(.{{0,2000}})", text, re.DOTALL)
    if tagged is not None:
        return dict(re.findall(r"<parameter=(\w+)>\s*([^<]*?)\s*</parameter>", tagged[1]))
    plain = re.search(rf"(?<![\w.]){quoted}\(([^()]{{0,2000}})\)", text)
    if plain is not None:
        return dict(re.findall(r"(\w+)\s*=\s*[\"']?([^\"',]*)", plain[1])) or plain[1].strip("\"' ")
    broken = re.search(rf"[\"'](?:name|tool|function)[\"']\s*:\s*[\"']{quoted}[\"'](.{{0,2000}})", text, re.DOTALL)
    if broken is None:
        return None
    letter = LETTER_GIVEN.search(broken[1])
    return letter[1] if letter else ""
