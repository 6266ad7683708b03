"""What happened in an episode, by published names of tools: its calls, their results, the pictures it saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.trace.schema import Observed, Said, Trace
from mesocosm.types import Record

SUBMIT = "submit"
NO_EVIDENCE = frozenset({"basic_calculator", "theme_index_lookup", "normalize_bounding_boxes"})
"""Tools that look at no picture."""
FOREIGN_HANDLE = "foreign_handle"
"""Kind of the refusal for a handle that the episode does not hold."""
AGENT_ROLES = ("assistant", "agent")


class Step(Record):
    """One call; the last one, which submits the answer, is left out."""

    tool: str
    """Published name of the tool."""
    illegal: bool
    """Whether its observation is missing, empty or an error (EO-Gym, Section 5)."""
    fabricated: bool
    """Whether it cites a handle that no call returned."""
    images: int


def steps(trace: Trace) -> tuple[Step, ...]:
    """Return every call of a tool, in order."""
    return tuple(
        Step(
            tool=published_name(call.tool),
            illegal=is_illegal(seen),
            fabricated=seen is not None and seen.error is not None and seen.error.kind == FOREIGN_HANDLE,
            images=0 if seen is None else len(seen.images),
        )
        for call, seen in trace.calls()
        if call.tool != SUBMIT
    )


def is_illegal(seen: Observed | None) -> bool:
    """Return whether a call has no usable result: its observation is missing, empty or an error."""
    if seen is None or seen.error is not None:
        return True
    return not (seen.text.strip() or seen.images or seen.data)


def gathers_evidence(step: Step) -> bool:
    """Return whether a call looked at a picture and saw it."""
    return not step.illegal and step.tool not in NO_EVIDENCE


def seen_frames(trace: Trace) -> frozenset[str]:
    """Return the names of the frames that an observation shows or describes; those only listed are left out."""
    frames: dict[str, str] = {}
    seen: set[str] = set()
    for _, back in trace.calls():
        if back is None or back.error is not None or not isinstance(back.data, dict):
            continue
        for listed in views_listed(back.data):
            frames[str(listed.get("image"))] = str(listed.get("frame", ""))
        view = view_of(back)
        seen.add(str(view.get("frame", "")) if view is not None else frames.get(str(back.data.get("image")), ""))
    return frozenset(seen - {""})


def views_listed(data: Mapping[str, JsonValue]) -> list[Mapping[str, JsonValue]]:
    """Return the views of the pictures that an observation lists without showing them."""
    rows = data.get("images")
    views = [row.get("view") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [view for view in views if isinstance(view, dict)]


def view_of(seen: Observed) -> Mapping[str, JsonValue] | None:
    """Return handle, frame, window in shares of the frame, and size of the picture that an observation shows."""
    view = seen.data.get("view") if isinstance(seen.data, dict) else None
    return view if isinstance(view, dict) else None


def last_words(trace: Trace) -> str:
    """Return the last text of the agent outside any call."""
    return next(_spoken(trace), "")


def _spoken(trace: Trace) -> Iterator[str]:
    for event in reversed(trace.events):
        if isinstance(event, Said) and event.role in AGENT_ROLES and event.text.strip():
            yield event.text
