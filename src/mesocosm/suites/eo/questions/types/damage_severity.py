"""The grade of one building, pointed at by where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.looks import DESCRIBE
from mesocosm.suites.eo.evidence.supported_answers import add_attributes
from mesocosm.suites.eo.plans.tool_runner import SECOND, Hands, Plan, attribute_of, point_at, wholes
from mesocosm.suites.eo.questions.counting import DETECT
from mesocosm.suites.eo.questions.disaster import GRADES, draw_aftermath, grade_of
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import in_shares, middle, middles_by_pixels
from mesocosm.suites.eo.questions.pointing import POINTERS, place_meant
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.records import ChoiceAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery

DESCRIBED = {"no damage": "none", "minor damage": "minor", "major damage": "major", "destroyed": "destroyed"}
"""A grade as descriptions state it, with the word of the scale."""


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question about the grade of one building, pointed at by its position."""
    scene, pointer = draw_aftermath(lake, site, draw), POINTERS[int(draw.integers(len(POINTERS)))]
    if scene is None:
        return None
    chosen = place_meant(pointer, [in_shares(middle(thing), scene.after, scene.window) for thing in scene.buildings])
    if chosen is None:
        return None
    grade = grade_of(scene.buildings[chosen])

    def second() -> str:
        places = [in_shares(at, scene.after, scene.window) for at in middles_by_pixels(scene.buildings, scene.after)]
        number = place_meant(pointer, places)
        return "" if number is None else grade_of(scene.buildings[number])

    target = pointer.words.format(thing="building")
    return scene.question(
        "one",
        ChoiceAnswer(value=grade, among=GRADES),
        second,
        f"Damage to {target} is graded {grade}.",
        (DETECT, DESCRIBE),
        {"pointer": pointer.name},
        {"target": target},
    )


def plan(hands: Hands) -> Plan:
    """Find the building that is pointed at, and have it described."""
    seen = yield hands.call(DETECT, image=SECOND, target="building")
    chosen = point_at(wholes(seen), hands.word("pointer"))
    seen = yield hands.call(DESCRIBE, image=SECOND, box=chosen.id)
    return DESCRIBED[attribute_of(seen, "damage")]


TYPE = Kind(
    name="damage_severity",
    task="disaster",
    classes=tuple(GRADES),
    draw=draw_question,
    plan=plan,
    supports=(add_attributes("damage", GRADES),),
    needs=("boxes", "object"),
    captures="after",
)
