"""Acts out the canonical plan of every question type with the handles it is given.

It reads off the reference only what is asked (which things, which part, which neighbour in time); the answer comes from
what the tools return. Where a detector looks in place of the truth, that may not be enough for any answer.
"""

from __future__ import annotations

from collections.abc import Callable

from mesocosm.episode.agent import Case, Script
from mesocosm.suites.eo.plans import looking, waiting
from mesocosm.suites.eo.plans.hands import Hands, Plan, if_enough
from mesocosm.suites.eo.records import Data, QuestionType, Truth

PLANS: dict[QuestionType, Callable[[Hands], Plan]] = {
    "damage_presence": looking.damage_presence,
    "damage_count": looking.damage_count,
    "majority_damage": looking.majority_damage,
    "damage_severity": looking.damage_severity,
    "multispectral_temporal_analysis": waiting.multispectral_temporal_analysis,
    "optical_temporal_analysis": waiting.optical_temporal_analysis,
    "moving_reasoning": looking.moving_reasoning,
    "scene_understanding": looking.scene_understanding,
    "attribute_identification": looking.attribute_identification,
    "cross_modal_identification": looking.cross_modal_identification,
    "object_counting": looking.object_counting,
    "radar_counting": looking.radar_counting,
    "temporal_counting": waiting.temporal_counting,
    "arithmetic_reasoning": looking.arithmetic_reasoning,
    "spatial_relation": looking.spatial_relation,
    "overlap_analysis": looking.overlap_analysis,
    "area_dominance": looking.area_dominance,
    "image_cut_reasoning": looking.image_cut_reasoning,
}


def oracle(case: Case[Data, Truth]) -> Script:
    """Gather the evidence, work out the answer, hand it in."""
    hands = Hands(case)
    plan = PLANS[case.item.data.question_type](hands)
    # A plan that fails on exact truth is a defect of ours, and must not pass for a wrong answer.
    answer = yield from (if_enough(plan) if case.options.get("response") == "unverified" else plan)
    yield hands.call("submit", answer=answer)
