"""Shortcuts that a review must send back: answering too soon, guessing, comparing a thing with itself.

They make the worse halves of preference pairs, and test the reviewers on more than planted faults.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pydantic import JsonValue

from mesocosm.episode.agent import Action, Script, call
from mesocosm.suites.eo.evidence.looks import RELATE_BOXES, RELATE_MASKS
from mesocosm.suites.eo.records import AnswerSpec
from mesocosm.suites.eo.taxonomy import LEAVES
from mesocosm.synthesis.trajectory import ENDING
from mesocosm.types import Observation, ToolCall

Temptation = Literal["", "hasty", "guess", "itself"]
Pick = Callable[[int], int]
CHANCE = 0.14
"""Chance of a temptation at the first attempt; after feedback it is drawn once more."""


def choose_temptation(draw: Callable[[], float]) -> Temptation:
    """Draw which temptation an attempt gives in to, mostly none."""
    options: tuple[Temptation, ...] = ("hasty", "guess", "itself")
    return options[int(draw() * len(options))] if draw() < CHANCE else ""


def giving_in(script: Script, way: Temptation, calls: int, guess: str, pick: Pick) -> Script:
    """Change a script so that it gives in to a temptation.

    Args:
        script: The planner's script.
        way: The temptation.
        calls: Number of calls of the straight way.
        guess: The answer given without reason.
        pick: Draws a whole number below another.
    """
    left = calls
    if way == "hasty":  # after at least one look, if the straight way takes several
        left = 1 + pick(calls - 1) if calls > 1 else 0
    action: Action = next(script)
    while True:
        ends = isinstance(action, ToolCall) and action.tool == ENDING
        if way in ("hasty", "guess") and (ends or left <= 0):
            yield call(ENDING, answer=guess)
            return
        left -= 1
        seen: Observation = yield _with_itself(action) if way == "itself" else action
        try:
            action = script.send(seen)
        except StopIteration:
            return


def _with_itself(action: Action) -> Action:
    if not isinstance(action, ToolCall) or action.tool not in (RELATE_BOXES, RELATE_MASKS):
        return action
    arguments = dict(action.arguments) if isinstance(action.arguments, dict) else {}
    return action.model_copy(update={"arguments": {**arguments, "second": arguments.get("first")}})


def guess_at(answer: AnswerSpec, pick: Pick) -> str:
    """Return a guess of the wanted kind, independent of what was seen."""
    among: JsonValue = getattr(answer, "among", None)
    if isinstance(among, dict):
        return list(among)[pick(len(among))]
    match answer.kind:
        case "yes_no":
            return ("yes", "no")[pick(2)]
        case "count":
            return str(1 + pick(24))
        case "number":
            return str((pick(900) + 30) / 10)
        case "date":
            return f"20{31 + pick(4)}-0{1 + pick(9)}-{10 + pick(18)}"
        case _:
            return LEAVES[pick(len(LEAVES))].replace("_", " ")
