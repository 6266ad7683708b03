"""Changing a trajectory for planted faults."""

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
    """Without some steps."""
    return with_steps(trajectory, tuple(step for step in trajectory.steps if not dropped(step)))


def only_scene(trajectory: Trajectory) -> Trajectory:
    """With all that measures taken out, and a look at the scene as a whole in its place."""
    bare = without(trajectory, lambda step: kind_of(published_name(step.tool)) not in ("picture", "list", "scene"))
    data: JsonValue = {"image": "img-1", "scene": "residential area"}
    scene = Step(tool=SCENE, arguments={"image": "img-1"}, seen="img-1 shows: residential area", data=data)
    return with_steps(bare, (*bare.steps, scene))


def change_step(step: Step, **fields: JsonValue) -> Step:
    """A step whose data differ in these fields."""
    data = step.data if isinstance(step.data, dict) else {}
    return step.model_copy(update={"data": {**data, **fields}})


def called_with(step: Step, **arguments: JsonValue) -> Step:
    """A step whose arguments differ."""
    given = step.arguments if isinstance(step.arguments, dict) else {}
    return step.model_copy(update={"arguments": {**given, **arguments}})


def replace_step(trajectory: Trajectory, number: int, step: Step) -> Trajectory:
    """With another step in one place."""
    return with_steps(trajectory, (*trajectory.steps[:number], step, *trajectory.steps[number + 1 :]))
