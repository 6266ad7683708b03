"""Arguments as they come: an object, or the JSON text of one, as the SDKs of model providers deliver them."""

from __future__ import annotations

import json

from pydantic import JsonValue

LARGEST_ARGUMENTS = 2_000_000
"""Bytes of JSON; a larger call is refused before it is parsed further."""


def read_arguments(given: JsonValue) -> JsonValue:
    """The object that a JSON text stands for, and {} for an empty text; whatever else was given, as it is."""
    if not isinstance(given, str) or len(given) > LARGEST_ARGUMENTS:
        return given
    try:
        read = json.loads(given) if given.strip() else {}
    except (ValueError, RecursionError):  # `problem_of` says what is wrong
        return given
    return read if isinstance(read, dict) else given


def problem_of(text: str) -> str:
    """Why a text does not stand for arguments, in words that follow "arguments"."""
    if len(text) > LARGEST_ARGUMENTS:
        return f"hold {len(text):,} characters; at most {LARGEST_ARGUMENTS:,}"
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        return f"must be a JSON object, got {short_json(text)}, which is not JSON: {error}"
    return f"must be a JSON object, got {short_json(text)}"


def short_json(value: object) -> str:
    """A value as JSON, short enough for a sentence."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
