"""OpenAI-style chat completions: a list of messages, or an object with `messages`.

Such a list has no submission, so the answer of its trace is missing; the last message is not taken as the answer.
"""

from __future__ import annotations

from typing import Any

from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.foreign import chat, terrabench
from mesocosm.trace.foreign.document import clean, fields
from mesocosm.trace.foreign.draft import Draft, start_of
from mesocosm.trace.schema import Trace


def recognise(document: object) -> bool:
    """Whether the document is a list of chat messages, or an object that holds one under `messages`."""
    messages = _messages(document)
    if any(chat.is_marked(message) for message in messages):
        return True
    if any(terrabench.is_entry(message) for message in messages):
        return False
    return any(chat.has_role(message) for message in messages)


def read(document: object, blobs: BlobStore | None = None) -> Trace:
    """Return the trace of one conversation; pictures go to `blobs`."""
    document = clean(document)
    draft = Draft(start_of(document, "openai"), blobs)
    for index, message in enumerate(_messages(document)):
        draft.place = f"messages[{index}]"
        chat.add_message(draft, message)
    return draft.finish()


def _messages(document: object) -> list[Any]:
    if isinstance(document, list):
        return document
    record = fields(document)
    taken = any(isinstance(record.get(key), list) and record[key] for key in ("trajectory", "steps", "trace"))
    messages = record.get("messages")
    return messages if isinstance(messages, list) and not taken else []
