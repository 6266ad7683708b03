"""Findings about a trajectory, and the structural checks that hold for every suite."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from mesocosm.synthesis.trajectory import Trajectory
from mesocosm.types import Record


class Finding(Record):
    """A problem of a trajectory."""

    rule: str
    """Name of the rule, such as `fabricated_input`."""
    step: int | None = None
    """The step that shows it, counted from 0; None for the whole or the answer."""
    feedback: str
    """Advice on what to do instead, in words that do not reveal the answer."""


Rule = Callable[[Trajectory], Iterable[Finding]]


def review(trajectory: Trajectory, rules: Iterable[Rule]) -> tuple[Finding, ...]:
    """Return the findings of all rules, in their order."""
    return tuple(finding for rule in rules for finding in rule(trajectory))


def has_call(trajectory: Trajectory) -> Iterable[Finding]:
    """Require at least one call that was not refused."""
    if not any(trajectory.good_steps()):
        what = "Every call was refused." if trajectory.steps else "No call was made."
        yield Finding(rule="no_valid_call", feedback=f"{what} Gather evidence before you answer.")


def has_answer(trajectory: Trajectory) -> Iterable[Finding]:
    """Require an answer in words."""
    if not trajectory.answer.strip():
        yield Finding(rule="no_answer", feedback="The task was left without an answer. Hand one in.")


def speaks_json(trajectory: Trajectory) -> Iterable[Finding]:
    """Require arguments that are JSON objects, and tools that exist."""
    for number, step in enumerate(trajectory.steps):
        if not isinstance(step.arguments, dict) or not _is_json(step.arguments):
            yield Finding(rule="malformed_call", step=number, feedback="The arguments must be a JSON object.")
        elif step.tool not in trajectory.tools:
            yield Finding(rule="unknown_tool", step=number, feedback=f"{step.tool!r} is not among the tools here.")


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


STRUCTURE: tuple[Rule, ...] = (has_call, has_answer, speaks_json)
"""Rules for every trajectory, whatever its suite."""
