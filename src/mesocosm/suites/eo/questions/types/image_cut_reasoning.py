"""Where most things lie once the picture is cut in four, or how many lie in one half of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.evidence.supported_answers import add_counts
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, wholes
from mesocosm.suites.eo.questions.counting import DETECT
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import edges, in_shares, middle, middles_by_pixels
from mesocosm.suites.eo.questions.nouns import COUNTED, Noun
from mesocosm.suites.eo.questions.parts import HALVES, QUARTER_WORDS, QUARTERS, part_named
from mesocosm.suites.eo.questions.question import Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_noun, any_of, photographs
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import ChoiceAnswer, CountAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

CORNERS = ("upper left", "upper right", "lower left", "lower right")
"""Names of a picture's corners, in the order of its quarters."""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: where most things lie once the picture is cut in four, or how many lie in one half of it."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.12, 0.9)
    noun = any_noun(lake, frame, COUNTED, draw)
    if frame is None:
        return None
    within = countable(lake, frame, noun.word, window)
    if within is None or not 3 <= len(within) <= 120 or _near_cuts(within, frame, window):
        return None
    make = (_most, _half)[int(draw.integers(2))]
    return make(frame, window, noun, within, draw)


def _most(frame: Frame, window: Shares, noun: Noun, within: list[Thing], draw: Generator) -> Question | None:
    counts = {
        name: len([thing for thing in within if _holds(part.shares, in_shares(middle(thing), frame, window))])
        for name, part in zip(QUARTER_WORDS, QUARTERS, strict=True)
    }
    order = sorted(counts, key=lambda name: -counts[name])
    if counts[order[0]] < max(counts[order[1]] + 2, 1.2 * counts[order[1]]):
        return None

    def second() -> str:
        again = {
            name: _by_pixels(within, frame, window, part.shares)
            for name, part in zip(QUARTER_WORDS, QUARTERS, strict=True)
        }
        return max(again, key=again.__getitem__)

    return ask(
        "tile",
        frame,
        (frame,),
        "most",
        window,
        ChoiceAnswer(value=order[0], among=QUARTER_WORDS),
        second,
        {"target": noun.word},
        {"things": noun.plural},
        f"The {order[0]} quarter has the most {noun.plural}.",
        (DETECT,),
    )


def _half(frame: Frame, window: Shares, noun: Noun, within: list[Thing], draw: Generator) -> Question | None:
    part = HALVES[int(draw.integers(len(HALVES)))]
    count = len([thing for thing in within if _holds(part.shares, in_shares(middle(thing), frame, window))])
    if not 0 < count <= 20:
        return None
    return ask(
        "tile",
        frame,
        (frame,),
        "half",
        window,
        CountAnswer(value=count, noun=noun.plural),
        lambda: str(_by_pixels(within, frame, window, part.shares)),
        {"target": noun.word, "part": part.name},
        {"things": noun.plural, "part": part.name},
        f"The count in {part.name} is {noun.counted(count)}.",
        (DETECT,),
        stratum=f"half {min(count, 9)}",
    )


def _holds(part: Shares, place: tuple[float, float]) -> bool:
    return part[0] <= place[0] < part[2] and part[1] <= place[1] < part[3]


def _by_pixels(things: list[Thing], frame: Frame, window: Shares, part: Shares) -> int:
    """Return the things whose pixels have their middle in a part of the view."""
    return sum(_holds(part, in_shares(place, frame, window)) for place in middles_by_pixels(things, frame))


def _near_cuts(things: list[Thing], frame: Frame, window: Shares) -> bool:
    """Return whether the middle of any thing lies within three pixels of the lines that halve the view."""
    left, top, right, bottom = edges(window, frame)
    return any(
        abs(x - (left + right) / 2.0) < 3.0 or abs(y - (top + bottom) / 2.0) < 3.0 for x, y in map(middle, things)
    )


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Search the whole picture, and sort the boxes by the position of their middles."""
    seen = yield hands.call(DETECT, image=FIRST, target=hands.word("target"))
    middles = [box.middle for box in wholes(seen)]
    if hands.form == "half":
        part = part_named(hands.word("part"))
        return str(sum(part.holds(x, y, 1, 1) for x, y in middles))
    counts = {
        name: sum(part.holds(x, y, 1, 1) for x, y in middles)
        for name, part in zip(QUARTER_WORDS, QUARTERS, strict=True)
    }
    return max(counts, key=counts.__getitem__)


# ------------------------------------------------------------ judging a trajectory


def add_fullest_quarter(evidence: Evidence, support: Support) -> None:
    """Add the quarter with the most things of a search, with and without those that the edge cuts."""
    for look in evidence.of("boxes"):
        for boxes in (evidence.wholes(look), look.boxes):
            counts = {
                name: sum(evidence.in_part(look, box, part) for box in boxes)
                for name, part in zip(QUARTER_WORDS, QUARTERS, strict=True)
            }
            if boxes:
                support.specs.append(ChoiceAnswer(value=max(counts, key=counts.__getitem__), among=QUARTER_WORDS))


def conclude(evidence: Evidence) -> str:
    """Say how many things each part has."""
    looks = evidence.of("boxes")
    if not looks:
        return ""
    texts = TYPE.texts.conclusions
    if evidence.part is not None:
        return texts["half"].format(count=evidence.asked_count(looks[-1]), part=evidence.part.name)
    counts = [sum(evidence.in_part(looks[-1], box, part) for box in evidence.wholes(looks[-1])) for part in QUARTERS]
    corner_counts = ", ".join(f"{corner} {count}" for corner, count in zip(CORNERS, counts, strict=True))
    return texts["quarters"].format(counts=corner_counts)


TYPE = Kind(
    name="image_cut_reasoning",
    task="geospatial",
    classes=(*QUARTER_WORDS, *(f"half {k}" for k in range(1, 10, 2))),
    draw=draw_question,
    plan=plan,
    supports=(add_fullest_quarter, add_counts),
    needs=("boxes",),
    conclude=conclude,
    is_geometric=True,
    answers_direction=True,
)
