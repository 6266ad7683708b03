"""What kind of question a trajectory answers."""

from __future__ import annotations

from typing import cast, get_args

from mesocosm.suites.eo.records import QuestionType
from mesocosm.synthesis.trajectory import Trajectory

DAMAGE: frozenset[QuestionType] = frozenset({"damage_presence", "damage_count", "majority_damage", "damage_severity"})
TEMPORAL: frozenset[QuestionType] = frozenset(
    {"multispectral_temporal_analysis", "optical_temporal_analysis", "temporal_counting"}
)
SPATIAL: frozenset[QuestionType] = frozenset({"spatial_relation", "overlap_analysis", "image_cut_reasoning"})


def category(task: str, question_type: str) -> str:
    """As a trajectory carries it."""
    return f"{task}.{question_type}"


def question_type(trajectory: Trajectory) -> QuestionType:
    """The published type; both parts are public."""
    name = trajectory.category.partition(".")[2]
    if name not in get_args(QuestionType):
        raise ValueError(f"{trajectory.item} is of no question type of this suite: {trajectory.category!r}")
    return cast("QuestionType", name)
