"""How many things of a kind a view of a photograph, or a quarter of it, shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.conclusions import conclude_count
from mesocosm.suites.eo.evidence.supported_answers import add_counts
from mesocosm.suites.eo.plans.counting import count_things
from mesocosm.suites.eo.plans.tool_runner import Hands, Plan
from mesocosm.suites.eo.questions.counting import BANDS, DETECT, draw_in_view
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.nouns import COUNTED
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.questions.site_material import a_view, any_of, photographs

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: how many things of a kind a view, or a quarter of it, shows."""
    frame = any_of(photographs(lake, site), draw)
    return None if frame is None else draw_in_view(lake, frame, "tile", a_view(draw, 0.1, 0.9), COUNTED, draw)


def plan(hands: Hands) -> Plan:
    """Search the photograph, or the quarter of it that the question asks about."""
    return (yield from count_things(hands, DETECT))


TYPE = Kind(
    name="object_counting",
    task="counting",
    classes=BANDS,
    draw=draw_question,
    plan=plan,
    supports=(add_counts,),
    needs=("boxes",),
    conclude=conclude_count,
)
