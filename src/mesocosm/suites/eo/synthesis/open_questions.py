"""A choice test as an open question: options fall away, and the answer is what its letter stood for."""

from __future__ import annotations

import re

from mesocosm.synthesis.trajectory import Trajectory

OPTION = re.compile(r"^\s*\(?([A-H])[.):]\s+(.+?)\s*$", re.MULTILINE)
LETTER = re.compile(r"^\s*(?:answer:?\s*)?\(?([A-H])\)?(?:[.):]\s*(.*))?\s*$", re.IGNORECASE | re.DOTALL)
HEADING = re.compile(r"^\s*(?:options|choices|choose one(?: of)?)\s*:?\s*$", re.IGNORECASE | re.MULTILINE)


def options_of(task: str) -> dict[str, str]:
    """Letter to what it stands for, where a task lists at least two options a line each."""
    options = dict(OPTION.findall(task))
    return options if len(options) > 1 else {}


def without_options(trajectory: Trajectory) -> Trajectory:
    """The trajectory without options; as it is where its task lists none."""
    options = options_of(trajectory.task)
    if not options:
        return trajectory
    task = HEADING.sub("", OPTION.sub("", trajectory.task))
    return trajectory.model_copy(
        update={"task": re.sub(r"\n{2,}", "\n", task).strip(), "answer": spelled_out(trajectory.answer, options)}
    )


def spelled_out(answer: str, options: dict[str, str]) -> str:
    """What an answer by letter stands for; any other answer as it is."""
    letter = LETTER.match(answer)
    return options.get(letter[1].upper(), answer) if letter else answer
