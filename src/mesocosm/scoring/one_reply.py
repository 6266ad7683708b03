"""The submission check for models without tools: the answer in their one reply in words is submitted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pydantic import JsonValue

from mesocosm.scoring.chosen_letter import extract
from mesocosm.tools.written_call import objects_in
from mesocosm.workspace.submission import Check, SubmissionDesk


def one_reply(check: Check, *, lettered: bool, printed: Mapping[str, str] | None = None) -> SubmissionDesk:
    """Return a desk that reads a letter, or the last JSON object, in the reply; there is no second attempt.

    Args:
        check: Checks the form of an answer.
        lettered: Whether the answer is a letter.
        printed: The text of each letter's option.
    """
    return SubmissionDesk(check, tries=1, reader=partial(extract, printed=printed) if lettered else last_object)


def last_object(text: str) -> JsonValue:
    """Return the last outermost JSON object of a text; None if there is none."""
    objects = objects_in(text)
    return objects[-1] if objects else None
