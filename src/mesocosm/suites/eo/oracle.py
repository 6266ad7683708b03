"""Acts out the canonical plan of every question type with the handles it is given.

It reads off the reference only what is asked (which things, which part, which neighbour in time); the answer comes from
what the tools return. Where a detector looks in place of the truth, that may not be enough for any answer.
"""

from __future__ import annotations

from collections.abc import Callable

from mesocosm.episode.agent import Case, Script
from mesocosm.suites.eo.plans import single_view, time_series
from mesocosm.suites.eo.plans.tool_runner import Hands, Plan, if_enough
from mesocosm.suites.eo.records import Data, QuestionType, Truth

PLANS: dict[QuestionType, Callable[[Hands], Plan]] = {
    "damage_presence": single_view.damage_presence,
    "damage_count": single_view.damage_count,
    "majority_damage": single_view.majority_damage,
    "damage_severity": single_view.damage_severity,
    "multispectral_temporal_analysis": time_series.multispectral_temporal_analysis,
    "optical_temporal_analysis": time_series.optical_temporal_analysis,
    "moving_reasoning": single_view.moving_reasoning,
    "scene_understanding": single_view.scene_understanding,
    "attribute_identification": single_view.attribute_identification,
    "cross_modal_identification": single_view.cross_modal_identification,
    "object_counting": single_view.object_counting,
    "radar_counting": single_view.radar_counting,
    "temporal_counting": time_series.temporal_counting,
    "arithmetic_reasoning": single_view.arithmetic_reasoning,
    "spatial_relation": single_view.spatial_relation,
    "overlap_analysis": single_view.overlap_analysis,
    "area_dominance": single_view.area_dominance,
    "image_cut_reasoning": single_view.image_cut_reasoning,
}


def oracle(case: Case[Data, Truth]) -> Script:
    """Gather the evidence, work out the answer, hand it in."""
    hands = Hands(case)
    plan = PLANS[case.item.data.question_type](hands)
    # A plan that fails on exact truth is a defect of ours, and must not pass for a wrong answer.
    answer = yield from (if_enough(plan) if case.options.get("response") == "unverified" else plan)
    yield hands.call("submit", answer=answer)
