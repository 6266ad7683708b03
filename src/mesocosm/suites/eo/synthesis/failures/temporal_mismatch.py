"""A question about time, answered without the capture that it is about."""

from __future__ import annotations

import re

from mesocosm.suites.eo.evidence.evidence import Evidence, gather
from mesocosm.suites.eo.evidence.looks import LISTS, MEASURES, NEIGHBOURS, kind_of
from mesocosm.suites.eo.synthesis.edits import without
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import question_kind
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Step, Trajectory

DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
BEFORE = re.compile(r"\b(?:previous|preceding|before|earlier|prior)\b", re.IGNORECASE)
AFTERWARDS = re.compile(r"\b(?:next|following|after|later|follows)\b", re.IGNORECASE)
NOISE = re.compile(r"earlier area|what was there before|before-and-after|look after", re.IGNORECASE)
"""Words of a task that say nothing about which capture is meant."""
EARLIER = "The question is about an earlier capture than any that was measured. Fetch it and measure it too."
LATER = "The question is about a later capture than any that was measured. Fetch it and measure it too."
OTHER = "The question compares captures, and a single one was measured. Fetch the other and measure it too."
UNKNOWN_DAY = "The answer is a day of which nothing was measured. Fetch that capture and measure it."
AFTER = "The question is about the time after the event, and the picture from then was not measured."


def find(trajectory: Trajectory) -> list[Finding]:
    """Find captures that the question is about and in which nothing was measured."""
    kind, evidence = question_kind(trajectory), gather(trajectory)
    if not evidence.of(*MEASURES):
        return []
    if kind.captures == "after":
        why = AFTER if len(evidence.start) > 1 and not _measured_after(evidence) else ""
    elif kind.is_temporal:
        why = _missing(trajectory, evidence, compares=kind.captures == "several")
    else:
        why = ""
    return [Finding(rule="temporal_mismatch", feedback=why)] if why else []


def _measured_after(evidence: Evidence) -> bool:
    """Return whether anything was measured in the second of the pictures that came with the task."""
    last = evidence.capture(evidence.start[-1])
    return last in measured_captures(evidence)


def _missing(trajectory: Trajectory, evidence: Evidence, *, compares: bool) -> str:
    captures = measured_captures(evidence)
    day = DATE.search(trajectory.answer)
    days = {evidence.picture(handle).date for look in evidence.of(*MEASURES) for handle in look.cited}
    if day and day.group() not in days:
        return UNKNOWN_DAY
    if captures <= {"start"} or (compares and len(captures) < 2):
        return OTHER
    return _wrong_side(trajectory.task, evidence)


def _wrong_side(task: str, evidence: Evidence) -> str:
    """Return whether the question is about one side in time alone, and only captures of the other were measured."""
    words = NOISE.sub(" ", task.partition("\n\n")[0])  # the list of pictures stands below the question
    earlier, later = bool(BEFORE.search(words)), bool(AFTERWARDS.search(words))
    places = [evidence.picture(handle).offset for look in evidence.of(*MEASURES) for handle in look.cited]
    known = [place for place in places if place]
    if earlier == later or not known:
        return ""
    if earlier:
        return EARLIER if min(known) > 0 else ""
    return LATER if max(known) < 0 else ""


def measured_captures(evidence: Evidence) -> set[str]:
    """Return the captures in which something was measured."""
    return {evidence.capture(handle) for look in evidence.of(*MEASURES) for handle in look.cited}


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Measure only in the picture that came with the task; for a disaster, in the picture from before."""
    evidence = gather(trajectory)
    if question_kind(trajectory).captures == "any":
        return None
    kept = {handle for handle in evidence.pictures if evidence.capture(handle) == "start"}
    bare = without(trajectory, lambda step: _measures_others(step, kept))
    if any(kind_of(published_name(step.tool)) in MEASURES for step in bare.good_steps()):
        return bare
    moved = [_at(step, evidence.start[0]) for step in trajectory.steps]
    return trajectory.model_copy(update={"steps": tuple(step for step in moved if step is not None)})


def _measures_others(step: Step, kept: set[str]) -> bool:
    arguments = step.arguments if isinstance(step.arguments, dict) else {}
    return kind_of(published_name(step.tool)) in MEASURES and arguments.get("image") not in kept


def _at(step: Step, handle: str) -> Step | None:
    """Return the step as if it had been taken at the first picture; None for steps in time."""
    tool = published_name(step.tool)
    if tool in NEIGHBOURS or tool in LISTS:
        return None
    arguments = step.arguments if isinstance(step.arguments, dict) else {}
    return step.model_copy(update={"arguments": {**arguments, "image": handle}}) if "image" in arguments else step
