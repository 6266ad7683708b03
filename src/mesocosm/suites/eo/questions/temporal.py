"""Temporal reasoning: what changed between passes of a satellite, and between photographs of one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.questions.counting import CENTRE, DETECT
from mesocosm.suites.eo.questions.material import called, series
from mesocosm.suites.eo.questions.measuring import count_by_pixels, in_part, middle, middles_by_pixels
from mesocosm.suites.eo.questions.nouns import BUILDING, HOUSE, MOVING
from mesocosm.suites.eo.questions.parts import PARTS, Part
from mesocosm.suites.eo.questions.pointing import POINTERS, pointed
from mesocosm.suites.eo.questions.question import Kind, Question
from mesocosm.suites.eo.records import AnswerSpec, ChoiceAnswer, DateAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.lake import Lake

TRENDS: dict[str, tuple[str, ...]] = {
    "more": ("increased", "increase", "rose", "grew", "up", "higher"),
    "fewer": ("decreased", "decrease", "fell", "less", "down", "lower"),
    "the same": ("same", "unchanged", "equal", "no change", "stable"),
}


def draw_optical(lake: Lake, site: str, draw: Generator) -> Question | None:
    """Whether another day's photograph shows more, which day's shows most, or when a house first stood."""
    frames = series(lake, site)
    if len(frames) < 3:
        return None
    make = (_trend, _busiest, _appeared)[int(draw.integers(3))]
    return make(lake, frames, PARTS[int(draw.integers(len(PARTS)))], draw)


def _trend(lake: Lake, frames: list[Frame], part: Part, draw: Generator) -> Question | None:
    nouns = (*MOVING, HOUSE, BUILDING)
    noun, number = nouns[int(draw.integers(len(nouns)))], int(draw.integers(1, len(frames) - 1))
    form, other = (("since", number - 1), ("until", number + 1))[int(draw.integers(2))]
    pair = [frames[k] for k in sorted((number, other))]
    counts = [_count(lake, frame, noun.word, part) for frame in pair]
    if None in counts or not any(counts) or max(filter(None, counts)) > 120:
        return None
    earlier, later = (count or 0 for count in counts)
    answer = ChoiceAnswer(value=_compared(earlier, later), among=TRENDS)

    def second() -> str:
        again = [count_by_pixels(called(lake, frame, noun.word), frame, part.shares, whole=True) for frame in pair]
        return _compared(*again)

    step = "get_previous_optical_image" if form == "since" else "get_next_optical_image"
    return _series(
        form,
        frames[number],
        answer,
        second,
        {"target": noun.word, "part": part.name},
        {"things": noun.plural, "part": part.name},
        f"In {part.name} there are {earlier} {noun.plural} at first and {later} later: {answer.value}.",
        (step, DETECT, DETECT),
        pair,
    )


def _compared(earlier: int, later: int) -> str:
    return "the same" if earlier == later else "more" if later > earlier else "fewer"


def _busiest(lake: Lake, frames: list[Frame], part: Part, draw: Generator) -> Question | None:
    noun = MOVING[int(draw.integers(len(MOVING)))]
    counts = [_count(lake, frame, noun.word, part) for frame in frames]
    known = [count for count in counts if count is not None]
    order = sorted(range(len(known)), key=lambda k: -known[k])
    if len(known) < len(frames) or known[order[0]] > 120 or known[order[0]] < max(known[order[1]] + 2, 2):
        return None
    shown = frames[int(draw.integers(1, len(frames) - 1))]
    best = frames[order[0]]

    def second() -> str:
        again = [count_by_pixels(called(lake, frame, noun.word), frame, part.shares, whole=True) for frame in frames]
        return _day(frames[max(range(len(again)), key=again.__getitem__)])

    return _series(
        "busiest",
        shown,
        DateAnswer(value=_day(best)),
        second,
        {"target": noun.word, "part": part.name},
        {"things": noun.plural, "part": part.name},
        f"Most {noun.plural} are seen in {part.name} on {_day(best)}.",
        ("get_optical_image_list", *(DETECT,) * len(frames)),
        frames,
        stratum=f"most in {order[0] + 1}",
    )


def _appeared(lake: Lake, frames: list[Frame], part: Part, draw: Generator) -> Question | None:
    """When a building, pointed at in the last picture, is first seen."""
    pointer, last = POINTERS[int(draw.integers(len(POINTERS)))], frames[-1]
    inside = in_part(called(lake, last, "building"), part, last)
    if not inside:
        return None
    chosen = pointed(pointer, [_place(middle(thing), last, part) for thing in inside])
    if chosen is None:
        return None
    target = inside[chosen]
    standing = [target.id in {thing.id for thing in called(lake, frame, "building")} for frame in frames]
    first = standing.index(True)
    if first == 0 or not all(standing[first:]):
        return None

    def second() -> str:
        number = pointed(pointer, [_place(at, last, part) for at in middles_by_pixels(inside, last)])
        if number is None:
            return ""
        x, y = middle(inside[number])
        for frame in frames:
            covered = lake.masks(frame)["building"]
            if covered[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].mean() > 0.5:
                return _day(frame)
        return ""

    words = {"target": pointer.words.format(thing="building").replace("the picture", "that part"), "part": part.name}
    return _series(
        "appeared",
        last,
        DateAnswer(value=_day(frames[first])),
        second,
        {"pointer": pointer.name, "part": part.name},
        words,
        f"It is first seen on {_day(frames[first])}.",
        ("get_optical_image_list", *(DETECT,) * len(frames)),
        frames,
        stratum=f"first in {first + 1}",
    )


def _series(
    form: str,
    shown: Frame,
    answer: AnswerSpec,
    second: Callable[[], str],
    asked: dict[str, JsonValue],
    words: dict[str, str],
    sentence: str,
    plan: tuple[str, ...],
    needed: list[Frame],
    stratum: str = "",
) -> Question:
    return Question(
        form=form,
        source="series",
        frames=(shown.name,),
        answer=answer,
        second=second,
        asked=asked,
        words=words,
        sentence=sentence,
        plan=plan,
        evidence=tuple(frame.name for frame in needed),
        threshold=CENTRE,
        stratum=stratum,
    )


def _count(lake: Lake, frame: Frame, word: str, part: Part) -> int | None:
    things = in_part(called(lake, frame, word), part, frame)
    return None if things is None else len(things)


def _day(frame: Frame) -> str:
    return frame.time.date().isoformat()


def _place(at: tuple[float, float], frame: Frame, part: Part) -> tuple[float, float]:
    columns, rows = frame.size
    left, top, right, bottom = part.shares
    return (at[0] / columns - left) / (right - left), (at[1] / rows - top) / (bottom - top)


KINDS = (
    Kind(
        "optical_temporal_analysis",
        "temporal",
        (*TRENDS, *(f"most in {k}" for k in range(1, 8)), *(f"first in {k}" for k in range(2, 8))),
        draw_optical,
    ),
)
