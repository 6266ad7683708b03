"""The thoughts of a trajectory, from the facts of its trace: the last result, and why the next call is made.

A thought is written from the steps before it alone, so that it cannot reveal what was not yet seen; `text_audit.py`
checks that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from mesocosm.seeding import generator
from mesocosm.suites.eo.evidence.evidence import Evidence, gather
from mesocosm.suites.eo.evidence.looks import DESCRIBE, PICTURES, RELATE_BOXES
from mesocosm.suites.eo.evidence.pointing import box_pointed_at, pointer_sentence, pointers_of
from mesocosm.suites.eo.synthesis.conclusions import conclude
from mesocosm.suites.eo.synthesis.intentions import again, arguments_of, intention_of, turned_round
from mesocosm.suites.eo.synthesis.observation_text import recall_observation, refusal_text
from mesocosm.suites.eo.synthesis.question_kind import question_type
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.trajectory import Trajectory

Pick = Callable[[int], int]


def add_thoughts(trajectory: Trajectory) -> Trajectory:
    """Add a thought before each call and one before the answer; existing thoughts stay."""
    draw = generator("eo", "words", trajectory.seed, trajectory.item, len(trajectory.steps))

    def pick(below: int) -> int:
        return int(draw.integers(below))

    steps = tuple(
        step if step.thought else step.model_copy(update={"thought": _thought(trajectory, number, pick)})
        for number, step in enumerate(trajectory.steps)
    )
    evidence = gather(trajectory)
    closing = trajectory.thought or " ".join(
        part
        for part in (_recall(trajectory, len(steps), pick), conclude(question_type(trajectory), evidence, pick))
        if part
    )
    return trajectory.model_copy(update={"steps": steps, "thought": closing or "Nothing more is to be had."})


def _thought(trajectory: Trajectory, number: int, pick: Pick) -> str:
    step, recall = trajectory.steps[number], _recall(trajectory, number, pick)
    if number:
        before, unused = trajectory.steps[number - 1], _is_unused(trajectory, number - 1)
        mended = again(before, step, strayed=unused, pick=pick)
        if mended:
            return f"{recall} {mended}".strip()
        turned = turned_round(before, trajectory.task, pick) if unused else ""
        recall = turned or recall
    arguments = _unmentioned_arguments(trajectory, number, arguments_of(step))
    parts = (recall, _point(trajectory, number), intention_of(published_name(step.tool), arguments, pick))
    return " ".join(part for part in parts if part)


def _unmentioned_arguments(
    trajectory: Trajectory, number: int, arguments: Mapping[str, JsonValue]
) -> Mapping[str, JsonValue]:
    """Return the arguments without handles that nobody gave: a slip is not mentioned before it is noticed."""
    read = "\n".join([trajectory.task, *(step.seen for step in trajectory.steps[:number])])
    return {name: value for name, value in arguments.items() if name not in PICTURES or str(value) in read}


def _point(trajectory: Trajectory, number: int) -> str:
    """Say why these boxes are used: the task points at them, by the coordinates seen so far."""
    if published_name(trajectory.steps[number].tool) not in (DESCRIBE, RELATE_BOXES):
        return ""
    cited, evidence = set(arguments_of(trajectory.steps[number]).values()), _until(trajectory, number)
    sentences = []
    for pointer in pointers_of(trajectory.task):
        rows = [box_pointed_at(evidence, look, pointer) for look in evidence.of("boxes")]
        sentences += [
            pointer_sentence(str(row["id"]), pointer) for row in rows if row is not None and row.get("id") in cited
        ]
    return " ".join(sentences)


def _recall(trajectory: Trajectory, number: int, pick: Pick) -> str:
    """Say what the reply before a step showed."""
    if not number:
        return ""
    if trajectory.steps[number - 1].error:
        return refusal_text(trajectory.steps[number - 1], pick)
    evidence = _until(trajectory, number)
    return recall_observation(evidence.looks[-1], evidence, pick) if evidence.looks else ""


def _until(trajectory: Trajectory, number: int) -> Evidence:
    """Return the evidence of the steps before one."""
    return gather(trajectory.model_copy(update={"steps": trajectory.steps[:number]}))


def _is_unused(trajectory: Trajectory, number: int) -> bool:
    """Return whether no later call cites the picture that a step returned."""
    data = trajectory.steps[number].data
    handle = str(data.get("image", "")) if isinstance(data, dict) else ""
    return not any(handle in map(str, arguments_of(step).values()) for step in trajectory.steps[number + 1 :])
