"""Read traces without the suite that made them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from mesocosm.errors import TraceError
from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.schema import (
    TRACE_VERSION,
    AnyEvent,
    Blob,
    Broke,
    Called,
    EpisodeEnded,
    EpisodeStarted,
    Observed,
    Said,
    Trace,
    parse_event,
)


def read_trace(path: Path) -> Trace:
    """Read every event of a trace; `Trace.problems` names unreadable lines, such as an incomplete last one."""
    trace = _collect(_lines(path))
    if not trace.events:
        raise TraceError(f"{path} holds no event that this version can read; is it a mesocosm trace?")
    return trace


def _collect(lines: Iterable[tuple[int, bytes]]) -> Trace:
    events: list[AnyEvent] = []
    problems: list[str] = []
    for number, line in lines:
        try:
            if line.strip():
                events.append(parse_line(line))
        except TraceError as error:
            problems.append(f"line {number}: {error}")
    return Trace(events=tuple(events), problems=tuple(problems))


def parse_line(line: bytes) -> AnyEvent:
    """Read one event from one line, or say what is wrong with it."""
    try:
        record = json.loads(line)
    except UnicodeDecodeError as error:
        raise TraceError(f"not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise TraceError(f"not JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, thousands of brackets
        raise TraceError(f"not JSON we can hold: {error}") from None
    if not isinstance(record, dict):
        raise TraceError(f"an event must be a JSON object, got {type(record).__name__}")
    try:
        return parse_event(record)
    except ValidationError as error:
        raise TraceError(explain(error)) from None


def explain(error: ValidationError) -> str:
    """Write pydantic's findings in one line: field, problem, value."""
    parts = []
    for finding in error.errors():
        field = ".".join(str(part) for part in finding["loc"])[:80] or "kind"
        parts.append(f"{field}: {finding['msg']}, got {str(finding['input'])[:60]!r}")
    return "; ".join(parts)


def validate(path: Path) -> list[str]:
    """Return every defect of a trace file with its line; the list is empty for a valid trace."""
    problems: list[str] = []
    events: list[tuple[int, AnyEvent]] = []
    for number, line in _lines(path):
        try:
            events.append((number, parse_line(line)))
        except TraceError as error:
            problems.append(f"line {number}: {error}")
    if problems and not events:
        return [f"holds no event of a mesocosm trace; `mesocosm trace convert` reads other formats. {problems[0]}"]
    problems += sequence_problems(events) + _open_call_problems(events) + _blob_problems(events, path)
    return sorted(problems, key=_line_number)


def sequence_problems(events: list[tuple[int, AnyEvent]]) -> list[str]:
    """Return every event that is out of order, with its line: a trace has a start, calls with answers, and one end.

    A call without an answer is allowed, since an episode may end during a call.
    """
    return _order_problems(events) + _call_problems(events)


def _order_problems(events: list[tuple[int, AnyEvent]]) -> list[str]:
    if not events:
        return ["line 1: the trace holds no event"]
    problems = []
    number, first = events[0]
    if not isinstance(first, EpisodeStarted):
        problems.append(f"line {number}: the first event must be episode_started, got {first.kind}")
    elif first.version > TRACE_VERSION:
        problems.append(f"line {number}: written as trace version {first.version}; this reader knows {TRACE_VERSION}")
    problems += [f"line {n}: a second episode_started" for n, event in events[1:] if isinstance(event, EpisodeStarted)]
    ends = [n for n, event in events if isinstance(event, EpisodeEnded)]
    if not ends:
        problems.append(f"line {events[-1][0]}: the episode has no end: it was cut off here")
    elif ends[0] != events[-1][0]:
        problems.append(f"line {ends[0]}: events follow episode_ended")
    return problems


def _call_problems(events: list[tuple[int, AnyEvent]]) -> list[str]:
    problems = []
    called: set[str] = set()
    answered: set[str] = set()
    for number, event in events:
        if isinstance(event, Called):
            if event.call in called:
                problems.append(f"line {number}: the call id {event.call!r} is used twice")
            called.add(event.call)
        elif isinstance(event, Observed):
            if event.call not in called or event.call in answered:
                problems.append(f"line {number}: observed {event.call!r}, which no line before called")
            answered.add(event.call)
    return problems


def _open_call_problems(events: list[tuple[int, AnyEvent]]) -> list[str]:
    closed = {event.call for _, event in events if isinstance(event, Observed | Broke)}
    return [
        f"line {number}: the call {event.call!r} was never answered"
        for number, event in events
        if isinstance(event, Called) and event.call not in closed
    ]


def _blob_problems(events: list[tuple[int, AnyEvent]], path: Path) -> list[str]:
    store = BlobStore(path.parent / "blobs")
    problems = []
    for number, event in events:
        for blob in blobs_of(event):
            try:
                store.get(blob)
            except FileNotFoundError:
                problems.append(f"line {number}: the {_noun(blob)} {blob.sha256[:12]}… is not in {store.folder}")
            except (OSError, ValueError) as error:
                problems.append(f"line {number}: {error}")
    return problems


def blobs_of(event: AnyEvent) -> tuple[Blob, ...]:
    """Return the pictures and arrays of an event."""
    if isinstance(event, Observed):
        return (*event.images, *event.arrays)
    return event.images if isinstance(event, Said) else ()


def _noun(blob: Blob) -> str:
    return "image" if blob.media_type.startswith("image/") else "array"


def _lines(path: Path) -> list[tuple[int, bytes]]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TraceError(f"cannot read {path}: {error.strerror}") from error
    return [(number, line) for number, line in enumerate(data.split(b"\n"), start=1) if line.strip()]


def _line_number(problem: str) -> int:
    return int(problem.removeprefix("line ").partition(":")[0])


def dump(trace: Trace) -> str:
    """Write a trace as the text of a trace file."""
    return "".join(f"{event.model_dump_json()}\n" for event in trace.events)


def load(text: str) -> Trace:
    """Read a trace from the text of `dump`; `Trace.problems` names unreadable lines."""
    return _collect(enumerate(text.encode().split(b"\n"), start=1))
