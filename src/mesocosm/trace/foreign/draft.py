"""A trace that is built from entries of another format, and is valid whatever they contain."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.foreign.content import Content, read_content
from mesocosm.trace.foreign.document import fields, first_text
from mesocosm.trace.schema import (
    Answered,
    AnyEvent,
    Called,
    EndReason,
    EpisodeEnded,
    EpisodeStarted,
    Observed,
    Said,
    Trace,
)
from mesocosm.types import Answer, Budget, Fault

NO_BUDGET = Budget(steps=None, bytes=None, files=None)
"""The budget of a trace in another format, which does not give one."""


class Draft:
    """The events so far, the open calls and the problems; `place` names the current entry."""

    def __init__(self, start: EpisodeStarted, blobs: BlobStore | None) -> None:
        self.place = ""
        self.events: list[AnyEvent] = [start]
        self.problems: list[str] = []
        self._blobs = blobs or BlobStore(None)
        self._used: set[str] = set()
        self._open: list[tuple[str, str, str]] = []
        """The original id, the tool and the id in our trace of each open call, in order."""

    def note(self, problem: str) -> None:
        """Record that a part of the current entry is lost."""
        self.problems.append(f"{self.place}: {problem}")

    def content(self, value: JsonValue) -> Content:
        return read_content(value, self._blobs, self.note)

    def say(self, role: str, content: Content, extra: dict[str, Any] | None = None) -> None:
        self.events.append(Said(role=role, text=content.text, images=content.images, **(extra or {})))

    def call(self, tool: str, arguments: JsonValue, given: str = "", extra: dict[str, Any] | None = None) -> str:
        """Record a call under its own id, or a new one if that is missing or used; return the id."""
        call = given if given and given not in self._used else self._unused_id()
        self._used.add(call)
        self._open.append((given, tool, call))
        self.events.append(Called(call=call, tool=tool, arguments=arguments, **(extra or {})))
        return call

    def find(self, given: str = "", tool: str = "") -> str:
        """Return our id of the oldest open call with that id, else of that tool, else of any; else ''."""
        for as_given, name, call in self._open:
            if (as_given == given) if given else (name == tool or not tool):
                return call
        return ""

    def observe(self, call: str, content: Content, fault: Fault | None, extra: dict[str, Any]) -> None:
        """Record a result; one that fits no open call becomes a message."""
        if not call:
            self.note("a result that fits no open call; kept as a message of role 'tool'")
            return self.say("tool", content, extra)
        self._open = [called for called in self._open if called[2] != call]
        text = content.text or (fault.message if fault else "")
        self.events.append(
            Observed(call=call, text=text, error=fault, images=content.images, data=content.data, **extra)
        )

    def answer(self, value: JsonValue) -> None:
        attempts = 1 + sum(isinstance(event, Answered) for event in self.events)
        self.events.append(Answered(answer=Answer(value=value, status="valid", attempts=attempts)))

    def finish(self, reason: EndReason = "unknown", **ending: Any) -> Trace:
        """Return the trace: calls without a result are observed as unanswered, and the last event has the problems."""
        for _, _, call in self._open:
            self.events.append(Observed(call=call, text="", status=None, unanswered=True))
        if self.problems:
            ending["problems"] = list(self.problems)
        end = EpisodeEnded(reason=reason, **ending)
        return Trace(events=(*self.events, end), problems=tuple(self.problems))

    def _unused_id(self) -> str:
        number = len(self._used) + 1
        while f"call-{number}" in self._used:
            number += 1
        return f"call-{number}"


def start_of(document: object, origin: str) -> EpisodeStarted:
    """Return the first event of a document: its run id, and suite, agent and start from its metadata."""
    record = fields(document)
    metadata = fields(record.get("metadata"))
    item = first_text(record, "run_id", "item_id", "id") or first_text(metadata, "run_id", "item_id", "id")
    return EpisodeStarted(
        suite=first_text(metadata, "suite"),
        item=item,
        agent=first_text(metadata, "agent_name", "agent", "model"),
        budget=NO_BUDGET,
        started_at=first_text(metadata, "started_at"),
        origin=origin,
        **({"metadata": metadata} if metadata else {}),
    )
