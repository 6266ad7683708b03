"""A conclusion that opposes what the tools gave."""

from __future__ import annotations

from mesocosm.suites.eo.questions.covering import BY_NAME
from mesocosm.suites.eo.questions.disaster import GRADES
from mesocosm.suites.eo.questions.passes import CHANGES
from mesocosm.suites.eo.questions.places import PLACES
from mesocosm.suites.eo.questions.temporal import TRENDS
from mesocosm.suites.eo.questions.visual import COLOURS, ROOFS
from mesocosm.suites.eo.synthesis.contradictions import contradict_answer, contradicts
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import SPATIAL, question_type
from mesocosm.suites.eo.taxonomy import LEAVES
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Trajectory

FEEDBACK = "The answer opposes what the tools gave. Go through the observations again and answer by them."
WORDS = (
    *("yes", "no"),
    *GRADES,
    *CHANGES,
    *TRENDS,
    *COLOURS,
    *ROOFS,
    *PLACES,
    *(label.replace("_", " ") for label in LEAVES),
    *(cover.words for cover in BY_NAME.values()),
)
"""Every word that an answer can be."""


def find(trajectory: Trajectory) -> list[Finding]:
    """An answer that none of the observations bears out."""
    if question_type(trajectory) in SPATIAL or not contradicts(trajectory):
        return []
    return [Finding(rule="evidence_contradiction", feedback=FEEDBACK)]


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Another word, number or date than was seen."""
    return contradict_answer(trajectory, WORDS, draw) if question_type(trajectory) not in SPATIAL else None
