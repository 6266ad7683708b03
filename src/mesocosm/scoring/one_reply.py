"""A desk for models without tools: they have one reply in words, and the answer it settles on is handed in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

from pydantic import JsonValue

from mesocosm.scoring.chosen_letter import LONGEST_RESPONSE, extract
from mesocosm.workspace.submission import Check, SubmissionDesk

MOST_OBJECTS = 100
"""Opening braces of a text, from its end, at which a JSON object is looked for."""


def one_reply(check: Check, *, lettered: bool, printed: Mapping[str, str] | None = None) -> SubmissionDesk:
    """A desk that reads a letter, or the last JSON object, in the reply; there is no second try.

    Args:
        check: What an answer must be.
        lettered: Whether the answer is a letter.
        printed: What the option of each letter says.
    """
    return SubmissionDesk(check, tries=1, reader=partial(extract, printed=printed) if lettered else last_object)


def last_object(text: str) -> JsonValue:
    """The last JSON object of a text that is not inside another; None where there is none."""
    objects = objects_in(text)
    return objects[-1] if objects else None


def objects_in(text: str, *, nested: bool = False) -> list[dict[str, JsonValue]]:
    """JSON objects of a text in the order in which they begin; `nested` ones too where asked for."""
    if len(text) > LONGEST_RESPONSE:
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
