"""How many buildings of a state stand in the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.conclusions import conclude_grades
from mesocosm.suites.eo.evidence.supported_answers import add_counts, add_reckoned, add_sums
from mesocosm.suites.eo.plans.tool_runner import SECOND, Hands, Plan, wholes
from mesocosm.suites.eo.questions.counting import DETECT
from mesocosm.suites.eo.questions.disaster import STATES, TARGETS, draw_aftermath, draw_state, read_state
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.records import CountAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery

COUNTS = tuple(str(number) for number in range(13))


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: how many buildings of a state stand in the view."""
    scene, state = draw_aftermath(lake, site, draw), draw_state(draw)
    if scene is None:
        return None
    one, many, grades = STATES[state]
    count = len(scene.graded(grades))
    return scene.question(
        "count",
        CountAnswer(value=count, noun="buildings"),
        lambda: str(scene.graded_by_pixels(grades)),
        f"There {'is' if count == 1 else 'are'} {count} {one if count == 1 else many}.",
        (DETECT,),
        {"state": state},
        {"many": many},
    )


def plan(hands: Hands) -> Plan:
    """Search the picture from after the event for buildings of the state."""
    seen = yield hands.call(DETECT, image=SECOND, target=TARGETS[hands.word("state")])
    return f"{len(wholes(seen))} buildings"


TYPE = Kind(
    name="damage_count",
    task="disaster",
    classes=COUNTS,
    draw=draw_question,
    read_gaps=read_state,
    plan=plan,
    supports=(add_counts, add_sums, add_reckoned),
    needs=("boxes",),
    captures="after",
    conclude=conclude_grades,
    absence_tells=True,
)
