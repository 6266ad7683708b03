"""Calls that succeeded and had to be mended: a step the wrong way, a crop of the other side or of too little.

Refused calls are slips too, and are marked already.
"""

from __future__ import annotations

from collections.abc import Sequence

from mesocosm.suites.eo.evidence.looks import kind_of
from mesocosm.suites.eo.synthesis.habits import OPPOSITE, across, asked_part
from mesocosm.suites.eo.synthesis.intentions import arguments_of
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.trajectory import Step, Trajectory


def mark_slips(trajectory: Trajectory) -> Trajectory:
    """Mark the slips of a trajectory, as far as the next calls show them."""
    steps = trajectory.steps
    slips = {number for number in range(len(steps)) if _went_wrong_way(steps[number:])}
    slips |= {number for number in range(len(steps)) if _cut_other_side(steps[number:], trajectory.task)}
    for number in range(len(steps)):
        if _searched_too_little(steps[number : number + 3]):
            slips |= {number, number + 1}
    if not slips:
        return trajectory
    marks = tuple(step.model_copy(update={"slip": number in slips}) for number, step in enumerate(steps))
    return trajectory.model_copy(update={"steps": marks})


def _went_wrong_way(steps: Sequence[Step]) -> bool:
    """Return whether the first step fetched a neighbour that no later call looks at, and the next the opposite one."""
    if len(steps) < 2 or steps[0].error or steps[0].arguments != steps[1].arguments:
        return False
    turned = OPPOSITE.get(published_name(steps[0].tool)) == published_name(steps[1].tool)
    handle = _brought(steps[0])
    return turned and not any(handle in map(str, arguments_of(step).values()) for step in steps[1:])


def _cut_other_side(steps: Sequence[Step], task: str) -> bool:
    """Return whether the first step cut out the part opposite the wanted one, and no later call looks at it."""
    part = asked_part(task)
    if part is None or arguments_of(steps[0]).get("box") != list(across(part).shares):
        return False
    return not any(_brought(steps[0]) in map(str, arguments_of(step).values()) for step in steps[1:])


def _searched_too_little(steps: Sequence[Step]) -> bool:
    """Return whether a crop was cut and searched, and then the picture it was cut from for the same."""
    if len(steps) < 3 or any(step.error for step in steps):
        return False
    crop, narrow, whole = steps
    return (
        published_name(crop.tool).startswith("crop_")
        and kind_of(published_name(narrow.tool)) == "boxes"
        and narrow.tool == whole.tool
        and arguments_of(narrow) == {**arguments_of(whole), "image": _brought(crop)}
        and arguments_of(crop).get("image") == arguments_of(whole).get("image")
    )


def _brought(step: Step) -> str:
    """Return the handle of the picture that a step gave."""
    return str(step.data.get("image", "")) if isinstance(step.data, dict) else ""
