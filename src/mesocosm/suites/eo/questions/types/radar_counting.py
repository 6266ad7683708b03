"""How many things of a kind stand out in a radar picture, or in a quarter of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.conclusions import conclude_count
from mesocosm.suites.eo.evidence.supported_answers import add_counts
from mesocosm.suites.eo.plans.counting import count_things
from mesocosm.suites.eo.plans.tool_runner import Hands, Plan
from mesocosm.suites.eo.questions.counting import BANDS, RADAR_DETECT, draw_in_view
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.nouns import RADAR
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.questions.site_material import a_view, any_of

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: how many things of a kind stand out in a radar picture, or in a quarter of it."""
    frame = any_of([*lake.frames(site, "sar")], draw)
    return None if frame is None else draw_in_view(lake, frame, "radar", a_view(draw, 0.2, 0.95), RADAR, draw)


def plan(hands: Hands) -> Plan:
    """Search the radar picture, or the quarter of it that the question asks about."""
    return (yield from count_things(hands, RADAR_DETECT))


TYPE = Kind(
    name="radar_counting",
    task="counting",
    classes=BANDS[:8],
    draw=draw_question,
    plan=plan,
    supports=(add_counts,),
    needs=("boxes",),
    conclude=conclude_count,
)
