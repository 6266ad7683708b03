"""Whether any building of a state stands in the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.conclusions import conclude_grades, drop_superseded
from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.evidence.supported_answers import grades_sought
from mesocosm.suites.eo.plans.tool_runner import SECOND, Hands, Plan, wholes
from mesocosm.suites.eo.questions.counting import DETECT
from mesocosm.suites.eo.questions.disaster import STATES, TARGETS, draw_aftermath, draw_state, read_state
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.records import YesNoAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: whether any building of a state stands in the view."""
    # All views have one size: a larger view makes a yes likelier, and the question states the size.
    scene, state = draw_aftermath(lake, site, draw, 0.2, 0.2), draw_state(draw)
    if scene is None:
        return None
    one, _, grades = STATES[state]
    hit = scene.graded(grades)
    return scene.question(
        "any",
        YesNoAnswer(value=bool(hit)),
        lambda: "yes" if scene.graded_by_pixels(grades) else "no",
        f"There is {'at least one' if hit else 'no'} {one}.",
        (DETECT,),
        {"state": state},
        {"one": one},
    )


def plan(hands: Hands) -> Plan:
    """Search the picture from after the event for buildings of the state."""
    seen = yield hands.call(DETECT, image=SECOND, target=TARGETS[hands.word("state")])
    return "yes" if wholes(seen) else "no"


def add_presence(evidence: Evidence, support: Support) -> None:
    """Add whether any search for damage found anything."""
    looks = [look for look in evidence.of("boxes") if grades_sought(look)]
    counts = [evidence.asked_count(look) for look in looks]
    if counts:
        support.specs.append(YesNoAnswer(value=any(counts)))


def conclude(evidence: Evidence) -> str:
    """Say the counts, and whether they are zero."""
    looks = drop_superseded(evidence.of("boxes"))
    if not looks:
        return ""
    found = sum(evidence.asked_count(look) for look in looks)
    return f"{conclude_grades(evidence)} {TYPE.texts.conclusions['some' if found else 'none']}"


TYPE = Kind(
    name="damage_presence",
    task="disaster",
    classes=("yes", "no"),
    draw=draw_question,
    read_gaps=read_state,
    plan=plan,
    supports=(add_presence,),
    needs=("boxes", "object"),
    captures="after",
    conclude=conclude,
    absence_tells=True,
)
