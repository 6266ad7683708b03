"""TerraBench's two formats: the `trajectory` of its runtime, and the `steps` that its evaluator reads.

Aliases as the published evaluator accepts them: the list under `steps`, `trace` or `messages` (the first that is not
empty) or bare; `type` or `role`; `name`, `tool` or `tool_name`; `arguments`, `args` or `input`. Where the evaluator
takes an absent status for success, here it stays unknown.
"""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.foreign import chat
from mesocosm.trace.foreign.content import Content
from mesocosm.trace.foreign.document import clean, fields, first_text
from mesocosm.trace.foreign.draft import Draft, start_of
from mesocosm.trace.schema import Trace
from mesocosm.types import Fault

LIST_KEYS = ("steps", "trace", "messages")
CALL_TYPES = frozenset({"tool", "tools", "tool_call"})
SPEECH_TYPES = frozenset({"user", "think", "plan", "reflection", "assistant", "system"})
ENTRY_TYPES = CALL_TYPES | SPEECH_TYPES | {"observation", "answer"}
RESULT_FIELDS = ("content", "output", "status")
"""Fields of a call that contain its result."""
SUCCESS = frozenset({"success", "ok", "completed"})
"""As published, in any case of letters."""
UNDECIDED = frozenset({"", "unknown", "none", "null", "pending", "running", "started", "in_progress"})
"""Statuses that are neither success nor failure."""
FAULT_LENGTH = 300
"""Characters of a result in the message of its fault; the whole result is the text of the event."""


def recognise(document: object) -> bool:
    """Whether the document is or holds a list with TerraBench's entries, or an empty one under a key of its own."""
    key, entries = _entries(document)
    if isinstance(document, dict) and key in ("trajectory", "steps", "trace"):
        return not entries or any(is_entry(entry) or chat.has_role(entry) for entry in entries)
    return any(is_entry(entry) for entry in entries)


def is_entry(entry: object) -> bool:
    """Whether an entry is TerraBench's by its `type`, or by a `role` that makes it a call with a name."""
    record = fields(entry)
    if isinstance(record.get("type"), str):
        return record["type"].lower() in ENTRY_TYPES
    return _kind(record) in CALL_TYPES and bool(_name(record)) and not chat.is_marked(record)


def read(document: object, blobs: BlobStore | None = None) -> Trace:
    """Return the trace of one run; pictures go to `blobs`."""
    document = clean(document)
    key, entries = _entries(document)
    draft = Draft(start_of(document, f"terrabench.{'trajectory' if key == 'trajectory' else 'steps'}"), blobs)
    for index, entry in enumerate(entries):
        draft.place = f"{key}[{index}]"
        _add_entry(draft, entry)
    for name in ("answers", "final_json"):
        if (answers := fields(document).get(name)) is not None:
            draft.answer(answers)
    answered = any(event.kind == "answered" for event in draft.events)
    return draft.finish("submitted" if answered else "unknown")


def _entries(document: object) -> tuple[str, list[Any]]:
    """Return the place of the entries, and the entries; an empty place if there are none."""
    if isinstance(document, list):
        return "steps", document
    record = fields(document)
    if isinstance(trajectory := record.get("trajectory"), list):
        return "trajectory", trajectory
    lists = [(key, record[key]) for key in LIST_KEYS if isinstance(record.get(key), list)]
    return next((pair for pair in lists if pair[1]), lists[0] if lists else ("", []))


def _add_entry(draft: Draft, entry: JsonValue) -> None:
    if not isinstance(entry, dict):
        return draft.note(f"an entry must be an object, got {type(entry).__name__}")
    if chat.is_marked(entry):
        return chat.add_message(draft, entry)
    kind = _kind(entry)
    if kind in CALL_TYPES:
        _add_call(draft, entry)
    elif kind == "observation":
        _add_result(draft, entry, draft.find(tool=_name(entry)))
    elif kind == "answer":
        _add_answer(draft, entry)
    elif kind in SPEECH_TYPES:
        draft.say(kind, draft.content(_say(entry)), _marks(entry))
    else:
        draft.note(f"type must be one of {', '.join(sorted(ENTRY_TYPES))}, got {kind[:40]!r}")


def _add_call(draft: Draft, entry: dict[str, Any]) -> None:
    if not (tool := _name(entry)):
        return draft.note("a tool entry without a name")
    arguments: JsonValue = next((entry[key] for key in ("arguments", "args", "input") if key in entry), {})
    call = draft.call(tool, arguments, extra=_marks(entry))
    if any(field in entry for field in RESULT_FIELDS):
        _add_result(draft, entry, call)


def _add_result(draft: Draft, entry: dict[str, Any], call: str) -> None:
    content = draft.content(_say(entry))
    status = entry.get("status")
    draft.observe(call, content, _fault(status, content), {"status": status, **_marks(entry)})


def _add_answer(draft: Draft, entry: dict[str, Any]) -> None:
    content = draft.content(_say(entry))
    value = content.text if content.data is None else content.data
    if value == "":
        return draft.note("an answer entry without content")
    draft.answer(value)


def _fault(status: JsonValue, content: Content) -> Fault | None:
    """Return a fault if the status says failure; a number is ignored, since its convention is not known."""
    message = content.text[:FAULT_LENGTH] or f"the trace says status {status!r}"
    if status is False:
        return Fault(kind="failed", message=message)
    if not isinstance(status, str) or status.strip().lower() in SUCCESS | UNDECIDED:
        return None
    return Fault(kind=status.strip().lower(), message=message)


def _kind(entry: dict[str, Any]) -> str:
    return first_text(entry, "type", "role").lower()


def _name(entry: dict[str, Any]) -> str:
    return first_text(entry, "name", "tool", "tool_name")


def _say(entry: dict[str, Any]) -> JsonValue:
    return next((entry[key] for key in ("content", "output", "raw") if entry.get(key) is not None), None)


def _marks(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: entry[key] for key in ("sender", "timestamp") if entry.get(key) is not None}
