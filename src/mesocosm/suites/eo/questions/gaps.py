"""The parameters of a request, read from the words in its gaps."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import JsonValue

from mesocosm.suites.eo.questions.nouns import BY_WORD
from mesocosm.suites.eo.questions.pointing import POINTERS

SINGULAR = {noun.plural: noun.word for noun in BY_WORD.values()}


def read_gaps(form: str, words: Mapping[str, str]) -> dict[str, JsonValue]:
    """Read the parameters of a request: things in the singular, pointers, and all other words unchanged."""
    asked: dict[str, JsonValue] = {}
    for gap, word in words.items():
        if gap in ("things", "thing"):
            asked["target"] = singular(word)
        elif gap == "target":
            asked |= _point(word)
        else:
            asked[gap] = word
    return asked


def singular(word: str) -> str:
    """Return a noun of the questions in the singular; any other word unchanged."""
    return SINGULAR.get(word, word)


def _point(words: str) -> dict[str, JsonValue]:
    """Read pointer and kind from words such as `the northernmost car`."""
    for pointer in POINTERS:
        # If a request begins with the thing it points at, the pattern also catches the text before it.
        match = re.search(re.escape(pointer.words).replace(r"\{thing\}", "(.+?)") + "$", words, re.IGNORECASE)
        if match is not None:
            return {"pointer": pointer.name, "target": match[1]}
    return {"target": words}
