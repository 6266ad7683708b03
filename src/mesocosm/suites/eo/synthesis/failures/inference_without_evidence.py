"""Attributes, counts or relations concluded from the look of a scene as a whole."""

from __future__ import annotations

from mesocosm.suites.eo.evidence.evidence import gather
from mesocosm.suites.eo.synthesis.contradictions import support_in
from mesocosm.suites.eo.synthesis.edits import only_scene
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import question_kind
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Trajectory

FEEDBACK = (
    "The answer is specific, and what was looked at is general. Use a tool that finds, masks or measures what is asked "
    "about before you answer."
)


def find(trajectory: Trajectory) -> list[Finding]:
    """Find a question without a look of a needed kind, or without one whose result bears on the answer."""
    kind, evidence = question_kind(trajectory), gather(trajectory)
    if not evidence.looks:
        return []
    if evidence.of(*kind.needs) and (kind.is_temporal or support_in(trajectory)):
        return []
    return [Finding(rule="inference_without_evidence", feedback=FEEDBACK)]


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Keep the answer, and remove every look but that at the scene."""
    return None if "scene" in question_kind(trajectory).needs else only_scene(trajectory)
