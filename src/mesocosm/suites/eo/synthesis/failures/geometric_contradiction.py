"""A claimed direction, region, distance or share that the observed coordinates contradict."""

from __future__ import annotations

from mesocosm.suites.eo.questions.parts import POINT_WORDS
from mesocosm.suites.eo.synthesis.contradictions import contradict_answer, contradicts
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import question_kind
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Trajectory

FEEDBACK = "The answer does not agree with the coordinates that the tools gave. Read them again."
WORDS = tuple(POINT_WORDS)


def find(trajectory: Trajectory) -> list[Finding]:
    """Find an answer about positions that no observed geometry supports."""
    if not question_kind(trajectory).is_geometric or not contradicts(trajectory):
        return []
    return [Finding(rule="geometric_contradiction", feedback=FEEDBACK)]


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Answer with another direction, quarter or figure than was measured."""
    return contradict_answer(trajectory, WORDS, draw) if question_kind(trajectory).is_geometric else None
