"""The thoughts of a trajectory, from the facts of its trace: what the last reply gave, and why the next call is made.

A thought is written from the steps before it alone, so that it cannot tell what was not yet seen; `auditing.py` checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from mesocosm.seeding import generator
from mesocosm.suites.eo.renaming import published_name
from mesocosm.suites.eo.synthesis.asking import question_type
from mesocosm.suites.eo.synthesis.concluding import concluded
from mesocosm.suites.eo.synthesis.evidence import Evidence, gather
from mesocosm.suites.eo.synthesis.habits import MIDDLE
from mesocosm.suites.eo.synthesis.intending import again, intended
from mesocosm.suites.eo.synthesis.looks import DESCRIBE, RELATE_BOXES, kind_of
from mesocosm.suites.eo.synthesis.pointed import box_pointed_at, pointers_of, told_pointer
from mesocosm.suites.eo.synthesis.recalling import recalled, refused
from mesocosm.synthesis.trajectory import Step, Trajectory

Pick = Callable[[int], int]
PICTURES = ("image", "optical_image", "sar_image")
"""Arguments that name a picture."""


def told(trajectory: Trajectory) -> Trajectory:
    """The trajectory with a thought before each call and one before the answer; thoughts that are there stay."""
    draw = generator("eo", "words", trajectory.seed, trajectory.item, len(trajectory.steps))

    def pick(below: int) -> int:
        return int(draw.integers(below))

    steps = tuple(
        step if step.thought else step.model_copy(update={"thought": _thought(trajectory, number, pick)})
        for number, step in enumerate(trajectory.steps)
    )
    evidence = gather(trajectory)
    closing = trajectory.thought or " ".join(
        part for part in (_recall(trajectory, len(steps), pick), concluded(question_type(trajectory), evidence)) if part
    )
    return trajectory.model_copy(update={"steps": steps, "thought": closing or "Nothing more is to be had."})


def _thought(trajectory: Trajectory, number: int, pick: Pick) -> str:
    step, arguments = trajectory.steps[number], _arguments(trajectory.steps[number])
    tool = published_name(step.tool)
    parts = [_recall(trajectory, number, pick)]
    if number:
        before = trajectory.steps[number - 1]
        image = str(arguments.get("image", "the picture"))
        narrow = _is_narrow(trajectory, number - 1) and kind_of(tool) == "boxes"
        name = published_name(before.tool)
        mended = again(
            name,
            tool,
            was_refused=bool(before.error),
            was_narrow=narrow,
            strayed=_is_unused(trajectory, number - 1),
            image=image,
            pick=pick,
        )
        parts.append(mended)
    if not any(parts[1:]):
        parts += [_pointed(trajectory, number), intended(tool, _known(trajectory, number, arguments), pick)]
    return " ".join(part for part in parts if part)


def _known(trajectory: Trajectory, number: int, arguments: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Arguments without handles that nobody gave: a slip is not told before it is noticed."""
    read = "\n".join([trajectory.task, *(step.seen for step in trajectory.steps[:number])])
    return {name: value for name, value in arguments.items() if name not in PICTURES or str(value) in read}


def _pointed(trajectory: Trajectory, number: int) -> str:
    """Why these boxes of all: they are the ones that the task points at, by the coordinates seen so far."""
    if published_name(trajectory.steps[number].tool) not in (DESCRIBE, RELATE_BOXES):
        return ""
    cited, evidence = set(_arguments(trajectory.steps[number]).values()), _until(trajectory, number)
    told = []
    for pointer in pointers_of(trajectory.task):
        rows = [box_pointed_at(evidence, look, pointer) for look in evidence.of("boxes")]
        told += [told_pointer(str(row["id"]), pointer) for row in rows if row is not None and row.get("id") in cited]
    return " ".join(told)


def _recall(trajectory: Trajectory, number: int, pick: Pick) -> str:
    """What the reply before a step gave."""
    if not number:
        return ""
    if trajectory.steps[number - 1].error:
        return refused(trajectory.steps[number - 1], pick)
    evidence = _until(trajectory, number)
    return recalled(evidence.looks[-1], evidence, pick) if evidence.looks else ""


def _until(trajectory: Trajectory, number: int) -> Evidence:
    """The evidence of the steps before one."""
    return gather(trajectory.model_copy(update={"steps": trajectory.steps[:number]}))


def _is_narrow(trajectory: Trajectory, number: int) -> bool:
    """Whether a step searched the crop that the one before it cut too narrow."""
    return number > 0 and _arguments(trajectory.steps[number - 1]).get("box") == MIDDLE


def _is_unused(trajectory: Trajectory, number: int) -> bool:
    """Whether no later call cites the picture that a step brought."""
    data = trajectory.steps[number].data
    handle = str(data.get("image", "")) if isinstance(data, dict) else ""
    return not any(handle in map(str, _arguments(step).values()) for step in trajectory.steps[number + 1 :])


def _arguments(step: Step) -> Mapping[str, JsonValue]:
    return step.arguments if isinstance(step.arguments, dict) else {}
