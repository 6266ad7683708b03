"""The answers by the second way of their question: where the first way uses the records of a place, the second uses the
painted pixels, and the other way round. See `Question.second`.
"""

from __future__ import annotations

from mesocosm.suite import read_id, split_of
from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.questions.selection import draw_question
from mesocosm.suites.eo.records import Data
from mesocosm.types import Item


def second(item: Item[Data]) -> str:
    """Return the answer as text; the question is drawn again from the seed."""
    seed, index = read_id(item.id, "eo")
    return draw_question(lake(), *split_of(seed), index).question.second()
