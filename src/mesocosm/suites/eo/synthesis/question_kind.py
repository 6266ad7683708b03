"""The kind of question that a trajectory answers."""

from __future__ import annotations

from mesocosm.suites.eo.questions.catalogue import kind_named
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.type_folder import type_names
from mesocosm.suites.eo.records import QuestionType
from mesocosm.synthesis.trajectory import Trajectory


def category(task: str, question_type: str) -> str:
    """Return the category that a trajectory carries."""
    return f"{task}.{question_type}"


def question_type(trajectory: Trajectory) -> QuestionType:
    """Return the name of its type; both parts of the category are public."""
    name = trajectory.category.partition(".")[2]
    if name not in type_names():
        raise ValueError(f"{trajectory.item} is of no question type of this suite: {trajectory.category!r}")
    return name


def question_kind(trajectory: Trajectory) -> Kind:
    """Return its type."""
    return kind_named(question_type(trajectory))
