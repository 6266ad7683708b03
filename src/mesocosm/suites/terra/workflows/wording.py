"""Drawn parameters read as words, and words put into a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue


def texts(given: Mapping[str, JsonValue], name: str) -> list[str]:
    """A parameter that is a list of words; a single word is a list of one."""
    value = given[name]
    return [str(member) for member in value] if isinstance(value, list) else [str(value)]


def join_words(words: Sequence[object]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    texts = [str(word) for word in words]
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else texts[0]
