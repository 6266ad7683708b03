"""A trajectory in which all observations are errors or empty."""

from __future__ import annotations

from mesocosm.suites.eo.evidence.evidence import gather
from mesocosm.suites.eo.evidence.looks import kind_of
from mesocosm.suites.eo.synthesis.edits import with_steps
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import question_kind
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Step, Trajectory

FEEDBACK = "Every observation was refused or empty, so that the answer rests on nothing. Find out why, and look again."
NONE_MADE = "Nothing was observed, since no call was made, so that the answer rests on nothing. Look first."


def find(trajectory: Trajectory) -> list[Finding]:
    """Find a trajectory without a look that tells anything about a picture."""
    telling = question_kind(trajectory).absence_tells
    looks = [look for look in gather(trajectory).looks if look.kind != "reckoning"]
    if any(not look.is_empty or (telling and look.kind == "boxes") for look in looks):
        return []
    feedback = FEEDBACK if trajectory.steps else NONE_MADE
    return [Finding(rule="no_successful_observation", feedback=feedback)]


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Refuse every call, or let every search find nothing."""
    if not trajectory.steps:
        return None
    searches = [step for step in trajectory.steps if kind_of(published_name(step.tool)) == "boxes"]
    if searches and not question_kind(trajectory).absence_tells and draw(2):
        return with_steps(trajectory, tuple(_empty(step) for step in searches))
    return with_steps(trajectory, tuple(_refuse(step) for step in trajectory.steps))


def _empty(step: Step) -> Step:
    return step.model_copy(update={"seen": "nothing found", "data": {"boxes": [], "count": 0}, "error": ""})


def _refuse(step: Step) -> Step:
    message = "the tool failed on this call"
    return step.model_copy(update={"seen": message, "error": message, "data": None, "images": ()})
