"""A conclusion that contradicts the results of the tools."""

from __future__ import annotations

from mesocosm.suites.eo.synthesis.contradictions import contradict_answer, contradicts
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import question_kind
from mesocosm.suites.eo.taxonomy import LEAVES
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Trajectory

FEEDBACK = "The answer opposes what the tools gave. Go through the observations again and answer by them."
WORDS = ("yes", "no", *(label.replace("_", " ") for label in LEAVES))
"""Words of answers that are not chosen from a list."""


def find(trajectory: Trajectory) -> list[Finding]:
    """Find an answer that no observation supports."""
    if question_kind(trajectory).is_geometric or not contradicts(trajectory):
        return []
    return [Finding(rule="evidence_contradiction", feedback=FEEDBACK)]


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Answer with another word, number or date than was seen."""
    return None if question_kind(trajectory).is_geometric else contradict_answer(trajectory, WORDS, draw)
