"""A choice test as an open question: options are removed, and the answer is the text of its letter."""

from __future__ import annotations

import re

from mesocosm.synthesis.trajectory import Trajectory

OPTION = re.compile(r"^\s*\(?([A-H])[.):]\s+(.+?)\s*$", re.MULTILINE)
LETTER = re.compile(r"^\s*(?:answer:?\s*)?\(?([A-H])\)?(?:[.):]\s*(.*))?\s*$", re.IGNORECASE | re.DOTALL)
HEADING = re.compile(r"^\s*(?:options|choices|choose one(?: of)?)\s*:?\s*$", re.IGNORECASE | re.MULTILINE)


def options_of(task: str) -> dict[str, str]:
    """Map letters to their options, if a task lists at least two options, one a line."""
    options = dict(OPTION.findall(task))
    return options if len(options) > 1 else {}


def without_options(trajectory: Trajectory) -> Trajectory:
    """Return the trajectory without options; unchanged if its task lists none."""
    options = options_of(trajectory.task)
    if not options:
        return trajectory
    task = HEADING.sub("", OPTION.sub("", trajectory.task))
    return trajectory.model_copy(
        update={"task": re.sub(r"\n{2,}", "\n", task).strip(), "answer": spelled_out(trajectory.answer, options)}
    )


def spelled_out(answer: str, options: dict[str, str]) -> str:
    """Return the option that a letter stands for; any other answer unchanged."""
    letter = LETTER.match(answer)
    return options.get(letter[1].upper(), answer) if letter else answer
