"""Answers compared with what the evidence supports."""

from __future__ import annotations

import re

from mesocosm.suites.eo.evidence.evidence import Evidence, gather
from mesocosm.suites.eo.evidence.support import Support, numbers_in
from mesocosm.suites.eo.judge import verdict
from mesocosm.suites.eo.questions.catalogue import kind_named
from mesocosm.suites.eo.records import QuestionType
from mesocosm.suites.eo.synthesis.edits import answering
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import question_type
from mesocosm.synthesis.trajectory import Trajectory

DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def support_of(name: QuestionType, evidence: Evidence) -> Support:
    """Return the answers that the evidence supports for a question of a type."""
    support = Support()
    for add in kind_named(name).supports:
        add(evidence, support)
    return support


def support_in(trajectory: Trajectory) -> Support:
    """Return the answers that the trajectory's own evidence supports."""
    return support_of(question_type(trajectory), gather(trajectory))


def contradicts(trajectory: Trajectory) -> bool:
    """Return whether there is evidence, and the answer is none of those that follow from it."""
    support = support_in(trajectory)
    return bool(support) and not support.bears_out(trajectory.answer, trajectory.task)


def contradict_answer(trajectory: Trajectory, words: tuple[str, ...], draw: Draw) -> Trajectory | None:
    """Replace the answer by one of the same kind that the evidence does not support; None if there is none."""
    support = support_in(trajectory)
    if not support.bears_out(trajectory.answer, trajectory.task):
        return None
    options = [
        option
        for option in _others(trajectory.answer, support, words)
        if not support.bears_out(option, trajectory.task)
    ]
    return answering(trajectory, options[draw(len(options))]) if options else None


def _others(answer: str, support: Support, words: tuple[str, ...]) -> list[str]:
    """Return other answers of the same kind."""
    if DATE.search(answer):
        return [DATE.sub(f"20{year}-0{month}-17", answer) for year in (41, 47) for month in (3, 6, 9)]
    if support.numbers and numbers_in(answer):
        value = numbers_in(answer)[0]
        others = [round(value * 1.7 + step, 2) for step in (3, 5, 11, 17)]
        return [f"{other:g}" for other in others]
    kinds = [spec for spec in support.specs if verdict(answer, spec).value]
    if not kinds:
        return []
    among = getattr(kinds[0], "among", None)
    return list(among) if among else [word for word in words if word != answer]
