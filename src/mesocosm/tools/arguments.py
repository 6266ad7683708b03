"""Read the arguments of a call: an object, or the JSON text of one, as SDKs of model providers deliver them."""

from __future__ import annotations

import json

from pydantic import JsonValue

LARGEST_ARGUMENTS = 2_000_000
"""Bytes of JSON; larger arguments are refused before they are parsed."""


def read_arguments(given: JsonValue) -> JsonValue:
    """Return the object of a JSON text, {} for an empty text, and any other value unchanged."""
    if not isinstance(given, str) or len(given) > LARGEST_ARGUMENTS:
        return given
    try:
        read = json.loads(given) if given.strip() else {}
    except (ValueError, RecursionError):  # `problem_of` says what is wrong
        return given
    return read if isinstance(read, dict) else given


def problem_of(text: str) -> str:
    """Say why a text is not an object of arguments, in words that follow "arguments"."""
    if len(text) > LARGEST_ARGUMENTS:
        return f"hold {len(text):,} characters; at most {LARGEST_ARGUMENTS:,}"
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        return f"must be a JSON object, got {short_json(text)}, which is not JSON: {error}"
    return f"must be a JSON object, got {short_json(text)}"


def short_json(value: object) -> str:
    """Return a value as JSON, short enough for a sentence."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
