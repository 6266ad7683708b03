"""What an episode did, told by published names: its calls, what came back, which pictures it saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.trace.schema import Observed, Said, Trace
from mesocosm.types import Record

SUBMIT = "submit"
NO_EVIDENCE = frozenset({"basic_calculator", "theme_index_lookup", "normalize_bounding_boxes"})
"""Tools that look at nothing."""
FOREIGN_HANDLE = "foreign_handle"
"""Kind of the refusal of a handle that the episode does not hold."""
AGENT_ROLES = ("assistant", "agent")


class Step(Record):
    """One call but the last, which hands the answer in."""

    tool: str
    """By its published name."""
    illegal: bool
    """Whether its observation is missing, empty or an error (EO-Gym, Section 5)."""
    fabricated: bool
    """Whether it cites a handle that no call gave."""
    images: int


def steps(trace: Trace) -> tuple[Step, ...]:
    """Every call of a tool, in order."""
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
    """Whether a call came to nothing."""
    if seen is None or seen.error is not None:
        return True
    return not (seen.text.strip() or seen.images or seen.data)


def gathers_evidence(step: Step) -> bool:
    """Whether a call looked at something and saw it."""
    return not step.illegal and step.tool not in NO_EVIDENCE


def seen_frames(trace: Trace) -> frozenset[str]:
    """Names of the frames that an observation shows or tells of; one that was only listed was not seen."""
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
    """The views of the pictures that an observation lists without showing them."""
    rows = data.get("images")
    views = [row.get("view") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [view for view in views if isinstance(view, dict)]


def view_of(seen: Observed) -> Mapping[str, JsonValue] | None:
    """What an observation says of the picture it shows: handle, frame, window in shares of the frame, size."""
    view = seen.data.get("view") if isinstance(seen.data, dict) else None
    return view if isinstance(view, dict) else None


def last_words(trace: Trace) -> str:
    """What the agent said last, outside any call."""
    return next(_spoken(trace), "")


def _spoken(trace: Trace) -> Iterator[str]:
    for event in reversed(trace.events):
        if isinstance(event, Said) and event.role in AGENT_ROLES and event.text.strip():
            yield event.text
