"""Temporal reasoning: what changed between passes of a satellite, and between photographs of one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.questions.counting import DETECT, WHOLE
from mesocosm.suites.eo.questions.measuring import count_by_pixels, in_shares, middle, middles_by_pixels
from mesocosm.suites.eo.questions.nouns import BUILDING, MOVING
from mesocosm.suites.eo.questions.pointing import POINTERS, place_meant
from mesocosm.suites.eo.questions.question import Kind, Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_noun, mask_of, series, things_called
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import ChoiceAnswer, DateAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

TRENDS: dict[str, tuple[str, ...]] = {
    "more": ("increased", "increase", "rose", "grew", "went up", "is up", "higher"),
    "fewer": (
        "decreased", "decrease", "fell", "less", "went down", "is down", "lower", "dropped", "declined", "reduced",
    ),
    "the same": (
        "same", "unchanged", "equal", "no change", "stable", "constant", "identical", "no difference", "did not change",
    ),
}  # fmt: skip


def draw_optical(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Whether another day's photograph shows more, which day's shows most, or when a house first stood."""
    frames = series(lake, site)
    if len(frames) < 3:
        return None
    make = (_trend, _busiest, _appeared)[int(draw.integers(3))]
    return make(lake, frames, a_view(draw, 0.12, 1.0), draw)


def _trend(lake: Imagery, frames: list[Frame], window: Shares, draw: Generator) -> Question | None:
    nouns = (*MOVING, BUILDING)
    number = int(draw.integers(1, len(frames) - 1))
    noun = any_noun(lake, frames[number], nouns, draw)
    form, other = (("since", number - 1), ("until", number + 1))[int(draw.integers(2))]
    pair = [frames[k] for k in sorted((number, other))]
    counts = [_count(lake, frame, noun.word, window) for frame in pair]
    if None in counts or not any(counts) or max(filter(None, counts)) > 120:
        return None
    earlier, later = (count or 0 for count in counts)
    answer = ChoiceAnswer(value=_compare(earlier, later), among=TRENDS)

    def second() -> str:
        again = [count_by_pixels(things_called(lake, frame, noun.word), frame, window) for frame in pair]
        return _compare(*again)

    step = "get_previous_optical_image" if form == "since" else "get_next_optical_image"
    return ask(
        "series",
        frames[number],
        pair,
        form,
        window,
        answer,
        second,
        {"target": noun.word},
        {"things": noun.plural},
        f"The count goes from {noun.counted(earlier)} to {later}: {answer.value}.",
        (step, DETECT, DETECT),
        rule=WHOLE,
    )


def _compare(earlier: int, later: int) -> str:
    return "the same" if earlier == later else "more" if later > earlier else "fewer"


def _busiest(lake: Imagery, frames: list[Frame], window: Shares, draw: Generator) -> Question | None:
    noun = any_noun(lake, frames[0], MOVING, draw)
    counts = [_count(lake, frame, noun.word, window) for frame in frames]
    known = [count for count in counts if count is not None]
    order = sorted(range(len(known)), key=lambda k: -known[k])
    if len(known) < len(frames) or known[order[0]] > 120 or known[order[0]] < max(known[order[1]] + 2, 2):
        return None
    shown = frames[int(draw.integers(1, len(frames) - 1))]
    best = frames[order[0]]

    def second() -> str:
        again = [count_by_pixels(things_called(lake, frame, noun.word), frame, window) for frame in frames]
        return frames[max(range(len(again)), key=again.__getitem__)].day

    return ask(
        "series",
        shown,
        frames,
        "busiest",
        window,
        DateAnswer(value=best.day),
        second,
        {"target": noun.word},
        {"things": noun.plural},
        f"Most {noun.plural} are seen on {best.day}.",
        ("get_optical_image_list", *(DETECT,) * len(frames)),
        rule=WHOLE,
        stratum=f"most in {order[0] + 1}",
    )


def _appeared(lake: Imagery, frames: list[Frame], window: Shares, draw: Generator) -> Question | None:
    """When a building, pointed at in the last picture, is first seen."""
    pointer, last = POINTERS[int(draw.integers(len(POINTERS)))], frames[-1]
    inside = countable(lake, last, "building", window)
    if not inside:
        return None
    chosen = place_meant(pointer, [in_shares(middle(thing), last, window) for thing in inside])
    if chosen is None:
        return None
    target = inside[chosen]
    standing = [target.id in {thing.id for thing in things_called(lake, frame, "building")} for frame in frames]
    first = standing.index(True)
    if first == 0 or not all(standing[first:]):
        return None

    def second() -> str:
        number = place_meant(pointer, [in_shares(at, last, window) for at in middles_by_pixels(inside, last)])
        if number is None:
            return ""
        x, y = middle(inside[number])
        for frame in frames:
            covered = mask_of(lake, frame.name, "building")
            if covered[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].mean() > 0.5:
                return frame.day
        return ""

    words = {"target": pointer.words.format(thing="building")}
    return ask(
        "series",
        last,
        frames[: first + 1],
        "appeared",
        window,
        DateAnswer(value=frames[first].day),
        second,
        {"pointer": pointer.name},
        words,
        f"It is first seen on {frames[first].day}.",
        (
            "get_optical_image_list",
            *(DETECT,) * (min(first, len(frames) - 2) + 2),
            *("normalize_bounding_boxes",) * (first < len(frames) - 1),
        ),
        rule=WHOLE,
        stratum=f"first in {first + 1}",
    )


def _count(lake: Imagery, frame: Frame, word: str, window: Shares) -> int | None:
    things = countable(lake, frame, word, window)
    return None if things is None else len(things)


KINDS = (
    Kind(
        "optical_temporal_analysis",
        "temporal",
        (*TRENDS, *(f"most in {k}" for k in range(1, 8)), *(f"first in {k}" for k in range(2, 8))),
        draw_optical,
    ),
)
