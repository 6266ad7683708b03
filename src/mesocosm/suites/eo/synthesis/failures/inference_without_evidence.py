"""Attributes, counts or relations concluded from how a scene looks as a whole."""

from __future__ import annotations

from mesocosm.suites.eo.evidence.evidence import gather
from mesocosm.suites.eo.evidence.looks import Kind
from mesocosm.suites.eo.records import QuestionType
from mesocosm.suites.eo.synthesis.contradictions import support_in
from mesocosm.suites.eo.synthesis.edits import only_scene
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import TEMPORAL, question_type
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Trajectory

BOXES: frozenset[Kind] = frozenset({"boxes"})
NEEDS: dict[QuestionType, frozenset[Kind]] = {
    "damage_presence": BOXES | {"object"},
    "damage_count": BOXES,
    "majority_damage": BOXES | {"object"},
    "damage_severity": BOXES | {"object"},
    "multispectral_temporal_analysis": frozenset({"mask", "index"}),
    "optical_temporal_analysis": BOXES | {"mask"},
    "moving_reasoning": BOXES,
    "scene_understanding": BOXES | {"scene", "mask"},
    "attribute_identification": BOXES | {"object"},
    "cross_modal_identification": BOXES,
    "object_counting": BOXES,
    "radar_counting": BOXES,
    "temporal_counting": BOXES,
    "arithmetic_reasoning": BOXES,
    "spatial_relation": BOXES,
    "overlap_analysis": BOXES | {"mask"},
    "area_dominance": frozenset({"mask"}),
    "image_cut_reasoning": BOXES,
}
"""Which kinds of looks, any of them, an answer of each type can rest on."""
FEEDBACK = (
    "The answer is specific, and what was looked at is general. Use a tool that finds, masks or measures what is asked "
    "about before you answer."
)


def find(trajectory: Trajectory) -> list[Finding]:
    """No look of a kind that the question needs, or none whose result bears on it."""
    asked, evidence = question_type(trajectory), gather(trajectory)
    if not evidence.looks:
        return []
    if evidence.of(*NEEDS[asked]) and (asked in TEMPORAL or support_in(trajectory)):
        return []
    return [Finding(rule="inference_without_evidence", feedback=FEEDBACK)]


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """The answer kept, and nothing looked at but the scene."""
    return only_scene(trajectory) if question_type(trajectory) != "scene_understanding" else None
