"""The answers by the second way of their question, which looks at the painted pixels or at the records of a place where
the first looks at the other: see `Question.second`.
"""

from __future__ import annotations

from mesocosm.suite import read_id
from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.questions.drawing import draw_question
from mesocosm.suites.eo.records import Data
from mesocosm.types import Item


def second(item: Item[Data]) -> str:
    """The answer as text; the question is drawn again from the seed."""
    return draw_question(lake(), "test", *read_id(item.id, "eo")).question.second()
