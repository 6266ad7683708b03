"""Drawn parameters read as words, and words joined in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue


def texts(given: Mapping[str, JsonValue], name: str) -> list[str]:
    """Return a parameter that is a list of words; a single word becomes a list of one."""
    value = given[name]
    return [str(member) for member in value] if isinstance(value, list) else [str(value)]


def join_words(words: Sequence[object]) -> str:
    """Join words as `a`, `a and b` or `a, b and c`."""
    texts = [str(word) for word in words]
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else texts[0]
