"""Edits of a trajectory that plant a fault."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.looks import SCENE, kind_of
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.trajectory import Step, Trajectory


def with_steps(trajectory: Trajectory, steps: tuple[Step, ...]) -> Trajectory:
    return trajectory.model_copy(update={"steps": steps})


def answering(trajectory: Trajectory, answer: str) -> Trajectory:
    return trajectory.model_copy(update={"answer": answer})


def without(trajectory: Trajectory, dropped: Callable[[Step], bool]) -> Trajectory:
    """Return the trajectory without some steps."""
    return with_steps(trajectory, tuple(step for step in trajectory.steps if not dropped(step)))


def only_scene(trajectory: Trajectory) -> Trajectory:
    """Remove all steps that measure, and add a look at the scene as a whole."""
    bare = without(trajectory, lambda step: kind_of(published_name(step.tool)) not in ("picture", "list", "scene"))
    data: JsonValue = {"image": "img-1", "scene": "residential area"}
    scene = Step(tool=SCENE, arguments={"image": "img-1"}, seen="img-1 shows: residential area", data=data)
    return with_steps(bare, (*bare.steps, scene))


def change_step(step: Step, **fields: JsonValue) -> Step:
    """Return the step with other values in these fields of its data."""
    data = step.data if isinstance(step.data, dict) else {}
    return step.model_copy(update={"data": {**data, **fields}})


def called_with(step: Step, **arguments: JsonValue) -> Step:
    """Return the step with other values of these arguments."""
    given = step.arguments if isinstance(step.arguments, dict) else {}
    return step.model_copy(update={"arguments": {**given, **arguments}})


def replace_step(trajectory: Trajectory, number: int, step: Step) -> Trajectory:
    """Return the trajectory with one step replaced."""
    return with_steps(trajectory, (*trajectory.steps[:number], step, *trajectory.steps[number + 1 :]))
