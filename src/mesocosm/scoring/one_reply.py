"""A desk for models without tools: they have one reply in words, and the answer it settles on is handed in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pydantic import JsonValue

from mesocosm.scoring.chosen_letter import extract
from mesocosm.tools.written_call import objects_in
from mesocosm.workspace.submission import Check, SubmissionDesk


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
