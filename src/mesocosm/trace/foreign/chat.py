"""Chat messages with tool calls, in the forms of OpenAI and Inspect."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from mesocosm.errors import TraceError
from mesocosm.trace.foreign.content import Content
from mesocosm.trace.foreign.document import clean, fields, first_text, parse
from mesocosm.trace.foreign.draft import Draft
from mesocosm.types import Fault

ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
MARKS = ("tool_calls", "function_call", "tool_call_id")
"""Fields that occur only in chat messages."""


def is_marked(message: object) -> bool:
    """Whether an entry can only be a chat message."""
    record = fields(message)
    return has_role(record) and any(record.get(mark) for mark in MARKS)


def has_role(message: object) -> bool:
    role = fields(message).get("role")
    return isinstance(role, str) and role in ROLES


def add_message(draft: Draft, message: JsonValue) -> None:
    """Add the text, the calls or the result of one message."""
    if not isinstance(message, dict):
        return draft.note(f"a message must be an object, got {type(message).__name__}")
    if not has_role(message):
        return draft.note(f"role must be one of {', '.join(sorted(ROLES))}, got {str(message.get('role'))[:40]!r}")
    role = str(message["role"])
    if role in ("tool", "function"):
        return _add_result(draft, message)
    calls = _calls(draft, message)
    content = draft.content(message.get("content"))
    thoughts = content.thoughts or first_text(message, "reasoning_content", "reasoning")
    if thoughts:
        draft.say("think", Content(text=thoughts))
    spoken = content if content.text or content.images else Content(text=first_text(message, "refusal"))
    if spoken.text or spoken.images or not (calls or thoughts):
        draft.say(role, spoken)
    for call in calls:
        _add_call(draft, call)


def _calls(draft: Draft, message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the calls of a message in one form: `id` and `function`, the latter with `name` and `arguments`."""
    listed = message.get("tool_calls") or []
    if not isinstance(listed, list):
        draft.note(f"tool_calls must be a list, got {type(listed).__name__}")
        listed = []
    legacy = message.get("function_call")
    return [fields(call) for call in listed] + ([{"function": legacy}] if legacy else [])


def _add_call(draft: Draft, call: dict[str, Any]) -> None:
    """Add a call: name and arguments are on it (Inspect), under `function`, or under `custom` (OpenAI)."""
    inner = call.get("function") or call.get("custom")
    record = {"name": inner, "arguments": call.get("arguments")} if isinstance(inner, str) else fields(inner)
    tool = record.get("name")
    if not isinstance(tool, str) or not tool:
        return draft.note("a tool call without the name of a function")
    arguments = _arguments(record.get("arguments")) if "arguments" in record else record.get("input")
    refused = {"parse_error": call["parse_error"]} if call.get("parse_error") else {}
    draft.call(tool, arguments, first_text(call, "id"), refused)


def _arguments(given: JsonValue) -> JsonValue:
    """Parse the arguments in a JSON text; return a text that is not JSON as the agent wrote it."""
    if not isinstance(given, str):
        return given
    try:
        return clean(parse(given))
    except TraceError:
        return given


def _add_result(draft: Draft, message: dict[str, Any]) -> None:
    call = draft.find(first_text(message, "tool_call_id"), first_text(message, "name", "function"))
    error = fields(message.get("error"))
    fault = Fault(kind=str(error.get("type", "unknown")), message=str(error.get("message", ""))) if error else None
    # A format with an `error` field says when a call went well; one without leaves it open.
    extra: dict[str, Any] = {} if "error" in message else {"status": None}
    draft.observe(call, draft.content(message.get("content")), fault, extra)
