"""The direction or distance from the only thing of one kind in view to the only one of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.evidence.looks import RELATE_BOXES
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.evidence.supported_answers import SLACK
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, data_of, number_of, wholes
from mesocosm.suites.eo.questions.counting import DETECT
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import direction, distance, middle, middles_by_pixels, share_in_view
from mesocosm.suites.eo.questions.nouns import LANDMARKS, Noun
from mesocosm.suites.eo.questions.parts import POINT_WORDS
from mesocosm.suites.eo.questions.question import Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_of, photographs, things_called
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import AnswerSpec, ChoiceAnswer, NumberAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

CLEAR_DEGREES = 6.0
"""Smallest distance of a direction from the border between two compass points, in degrees."""
METRES_OFF = 5.0
"""Tolerance of answers in metres, stated in the question: one for all, since a share of the truth would give it away.
"""
NEAREST_M = 40.0
"""Smallest distance between two things for a question about direction, in metres."""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question about the direction or distance from the only thing of one kind in view to that of another."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.15, 1.0)
    form = ("direction", "direction", "distance")[int(draw.integers(3))]
    if frame is None:
        return None
    pair = _two_landmarks(lake, frame, window, draw)
    if pair is None:
        return None
    (first, start), (other, end) = pair
    metres = distance(middle(start), middle(end)) * frame.window.resolution_m
    point, clear = direction(middle(start), middle(end))
    if metres < NEAREST_M or (form == "direction" and clear < CLEAR_DEGREES):
        return None
    answer: AnswerSpec
    if form == "direction":
        answer = ChoiceAnswer(value=point, among=POINT_WORDS)
        sentence = f"The {other.word} lies {point} of the {first.word}."
    else:
        answer = NumberAnswer(value=round(metres, 1), unit="m", tolerance=METRES_OFF)
        sentence = f"It is {metres:.0f} m from the {first.word} to the {other.word}."

    def second() -> str:
        places = middles_by_pixels([start, end], frame)
        return direction(*places)[0] if form == "direction" else f"{distance(*places) * frame.window.resolution_m:.2f}"

    return ask(
        "tile",
        frame,
        (frame,),
        form,
        window,
        answer,
        second,
        {"first": first.word, "other": other.word},
        {"first": first.word, "other": other.word, "tolerance": _tolerance(answer)},
        sentence,
        (DETECT, DETECT, RELATE_BOXES),
    )


def _two_landmarks(
    lake: Imagery, frame: Frame, window: Shares, draw: Generator
) -> tuple[tuple[Noun, Thing], tuple[Noun, Thing]] | None:
    """Return two kinds of which the view shows one whole thing each."""
    sole: list[tuple[Noun, Thing]] = []
    for number in draw.permutation(len(LANDMARKS)):
        noun = LANDMARKS[number]
        within = countable(lake, frame, noun.word, window)
        if within and len(within) == len(_touching(things_called(lake, frame, noun.word), frame, window)) == 1:
            sole.append((noun, within[0]))
        if len(sole) == 2:
            return sole[0], sole[1]
    return None


def _touching(things: list[Thing], frame: Frame, window: Shares) -> list[Thing]:
    """Return the things of which any part lies in the view."""
    return [thing for thing in things if share_in_view(thing, frame, window) > 0.0]


def _tolerance(answer: AnswerSpec) -> str:
    return f"{answer.tolerance:g}" if isinstance(answer, NumberAnswer) else ""


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Find both things, and have their relationship worked out."""
    boxes = []
    for name in ("first", "other"):
        seen = yield hands.call(DETECT, image=FIRST, target=hands.word(name))
        boxes.append(wholes(seen)[0].id)
    seen = yield hands.call(RELATE_BOXES, first=boxes[0], second=boxes[1])
    return str(data_of(seen)["direction"]) if hands.form == "direction" else f"{number_of(seen, 'distance_m'):.1f} m"


# ------------------------------------------------------------ judging a trajectory


def add_relation(evidence: Evidence, support: Support) -> None:
    """Add direction and distance of a relationship."""
    for look in evidence.of("relation"):
        direction = look.data.get("direction")
        if direction in POINT_WORDS:
            support.specs.append(ChoiceAnswer(value=str(direction), among=POINT_WORDS))
        distance = look.number_of("distance_m")
        support.add_measure(distance, max(0.6, SLACK * (distance or 0.0)))


TYPE = Kind(
    name="spatial_relation",
    task="geospatial",
    classes=(*POINT_WORDS, "distance"),
    draw=draw_question,
    plan=plan,
    supports=(add_relation,),
    needs=("boxes",),
    is_geometric=True,
    answers_direction=True,
)
