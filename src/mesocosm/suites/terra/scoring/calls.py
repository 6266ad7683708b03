"""The calls of a trace of any format: tool, arguments, status, result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from mesocosm.errors import InvalidRecord, TraceError
from mesocosm.suites.terra.scoring import json_text
from mesocosm.trace.schema import Answered, Called, Observed, Trace
from mesocosm.types import Record

Status = Literal["ok", "failed", "invalid", "unknown"]
"""Status of a call.

`invalid`: the call itself was refused, with an unknown tool or wrong arguments. A trace that does not state how a call
ended leaves it `unknown`, which is no success.
"""

SUCCESS = frozenset({"success", "ok", "completed"})
REFUSED = frozenset(
    {"unknown_tool", "arguments", "path", "invalid", "invalid_arguments", "validation_error", "invalid_call"}
)
"""Kinds of errors that mean the call was malformed."""
LIST_KEYS = ("trajectory", "steps", "trace", "messages")


class Call(Record):
    """One attempted call."""

    tool: str
    arguments: Any = None
    status: Status = "unknown"
    id: str = ""
    text: str = ""
    """Text of the tool's result."""
    data: Any = None
    files: dict[str, str] = Field(default_factory=dict)
    """Files that the call made: path to SHA-256."""
    item_files: frozenset[str] | None = None
    """Paths of the files in the workspace before any call; None if the trace does not state them."""
    before_answer: bool = True

    def named_arguments(self) -> dict[str, Any]:
        """Return the arguments if they are an object, else none."""
        return dict(self.arguments) if isinstance(self.arguments, Mapping) else {}


def went_well(call: Call) -> bool:
    """Return whether a call before the answer succeeded, or may have."""
    return call.before_answer and call.status in ("ok", "unknown")


def read_calls(path: Path) -> list[Call]:
    """Return the calls of a trace file: ours, TerraBench's, chat messages, or an Inspect log of a single sample."""
    from mesocosm.trace.convert import read_any

    if path.suffix != ".eval" and _is_empty_list(path):
        return []
    traces = read_any(path)
    if len(traces) != 1:
        raise InvalidRecord(f"{path} holds {len(traces)} traces; a trace of one item is wanted")
    return calls_of(traces[0])


def _is_empty_list(path: Path) -> bool:
    """Return whether a file is an empty list: a run without a call, of no known format."""
    return path.stat().st_size < 1000 and json_text.text_of(path).strip() == "[]"


def calls_in(document: Any) -> list[Call]:
    """Return the calls of a parsed document: a list of entries, or an object that holds one."""
    from mesocosm.trace.foreign import openai, terrabench

    if isinstance(document, Mapping):
        _check_list(document)
    elif not isinstance(document, list):
        raise TraceError(f"a trace must be a list or an object with one, got {type(document).__name__}")
    if not document:
        return []
    reader = openai if openai.recognise(document) else terrabench
    return calls_of(reader.read(document))


def _check_list(document: Mapping[str, Any]) -> None:
    named = [key for key in LIST_KEYS if document.get(key) is not None]
    for key in named:
        if not isinstance(document[key], list):
            raise TraceError(f"{key} must be a list, got {type(document[key]).__name__} {str(document[key])[:40]!r}")


def calls_of(trace: Trace) -> list[Call]:
    """Return every call of a trace in order."""
    seen = {event.call: event for event in trace.events if isinstance(event, Observed)}
    places = [place for place, event in enumerate(trace.events) if isinstance(event, Answered)]
    answered = places[-1] if places else len(trace.events)
    update = {"item_files": _item_files(trace)}
    return [
        _call(event, seen.get(event.call), place < answered).model_copy(update=update)
        for place, event in enumerate(trace.events)
        if isinstance(event, Called)
    ]


def _item_files(trace: Trace) -> frozenset[str] | None:
    """Return the item's unchanged files: those at the end that no call made, and that were not planted."""
    if trace.end is None or trace.start is None or trace.start.origin != "mesocosm":
        return None
    made = {file.path for event in trace.events if isinstance(event, Observed) for file in event.artifacts}
    return frozenset(file.path for file in trace.end.artifacts) - made - frozenset(trace.end.unclaimed)


def _call(event: Called, observed: Observed | None, before_answer: bool) -> Call:
    if observed is None:
        return Call(tool=event.tool, arguments=event.arguments, id=event.call, before_answer=before_answer)
    return Call(
        tool=event.tool,
        arguments=event.arguments,
        status=_status(observed, event.arguments),
        id=event.call,
        text=observed.text,
        data=observed.data,
        files={file.path: file.sha256 for file in observed.artifacts},
        before_answer=before_answer,
    )


def _status(observed: Observed, arguments: Any) -> Status:
    if arguments is not None and not isinstance(arguments, Mapping):
        return "invalid"
    if observed.error is not None:
        return "invalid" if observed.error.kind.replace(" ", "_") in REFUSED else "failed"
    extra = observed.model_extra or {}
    if "status" not in extra:
        return "ok"
    status = extra["status"]
    return "ok" if status is True or (isinstance(status, str) and status.strip().lower() in SUCCESS) else "unknown"
