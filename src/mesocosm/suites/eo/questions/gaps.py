"""What the words in the gaps of a request ask for, as parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import JsonValue

from mesocosm.suites.eo.questions.nouns import BY_WORD
from mesocosm.suites.eo.questions.pointing import POINTERS

SINGULAR = {noun.plural: noun.word for noun in BY_WORD.values()}


def read_gaps(form: str, words: Mapping[str, str]) -> dict[str, JsonValue]:
    """The parameters of a request: things in the singular, what is pointed at, and all other words as they stand."""
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
    """A noun of the questions in the singular; any other word as it is."""
    return SINGULAR.get(word, word)


def _point(words: str) -> dict[str, JsonValue]:
    """Pointer and kind, from words such as `the northernmost car`."""
    for pointer in POINTERS:
        # A request that begins with what it points at catches all that was said before it as well.
        match = re.search(re.escape(pointer.words).replace(r"\{thing\}", "(.+?)") + "$", words, re.IGNORECASE)
        if match is not None:
            return {"pointer": pointer.name, "target": match[1]}
    return {"target": words}
