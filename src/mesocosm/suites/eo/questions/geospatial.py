"""Geospatial reasoning: directions and distances, overlaps, what covers most ground, and pictures cut in pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.questions import covering
from mesocosm.suites.eo.questions.measuring import (
    direction,
    distance,
    edges,
    in_shares,
    middle,
    middles_by_pixels,
    share_in_view,
)
from mesocosm.suites.eo.questions.nouns import COUNTED, LANDMARKS, Noun
from mesocosm.suites.eo.questions.parts import HALVES, POINT_WORDS, QUARTER_WORDS, QUARTERS
from mesocosm.suites.eo.questions.question import Kind, Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_noun, any_of, photographs, things_called
from mesocosm.suites.eo.questions.visibility import countable, is_half_hidden
from mesocosm.suites.eo.records import AnswerSpec, ChoiceAnswer, CountAnswer, NumberAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

DETECT = "get_object_bbox_by_optical_image"
RELATE = "get_bbox_geospatial_relationship"
CLEAR_DEGREES = 6.0
"""A direction lies at least so far from the border between two points of the compass."""
METRES_OFF, POINTS_OFF = 5.0, 0.5
"""By which answers may be off, told with the question: one for all, since a share of the truth would give it away."""
NEAREST_M = 40.0
"""Things nearer than this are not told apart by a direction."""


def draw_relation(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Which way, or how far, it is from the only thing of one kind in sight to the only one of another."""
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
        (DETECT, DETECT, RELATE),
    )


def draw_overlap(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """What share of one cover lies under another: car parks under cars, roads and roofs under crowns of trees."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.06, 0.35)
    below, above = covering.OVERLAPS[int(draw.integers(len(covering.OVERLAPS)))]
    if frame is None or any(_half_hidden(lake, frame, window, cover) for cover in (below, above)):
        return None
    share = covering.overlap(lake, frame, window, below, above)
    if share is None or not 2.0 <= share <= 85.0:
        return None
    value = round(share, 1)
    answer = NumberAnswer(value=value, unit="percent", tolerance=POINTS_OFF)

    def second() -> str:
        detected = covering.overlap_as_detected(lake, frame, window, below, above)
        points = covering.overlap_by_points(lake, frame, window, below, above)
        return f"{points:.2f}" if abs(detected - share) < answer.tolerance / 3.0 else ""

    return ask(
        "tile",
        frame,
        (frame,),
        f"{below.name}_{above.name}",
        window,
        answer,
        second,
        {"below": below.name, "above": above.name},
        {"tolerance": _tolerance(answer)},
        f"{value:g} % of the area of {below.words} lies under {above.words}.",
        (below.tool, above.tool, "get_mask_geospatial_relationship"),
        stratum=_tenth(value),
    )


def _half_hidden(lake: Imagery, frame: Frame, window: Shares, cover: covering.Cover) -> bool:
    """Whether crowns or roofs hide a part of the things that make up a cover; crowns themselves are in the open."""
    return cover.target not in ("", "tree") and is_half_hidden(lake, frame, cover.target, window)


def draw_dominance(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Which of three covers takes up most of the view."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.15, 0.6)
    chosen = [covering.COVERS[k] for k in draw.permutation(len(covering.COVERS))]
    if frame is None:
        return None
    shares = {cover.name: covering.share(lake, frame, window, cover) for cover in chosen}
    order = sorted(chosen, key=lambda cover: -shares[cover.name])
    if shares[order[0].name] < max(1.35 * shares[order[1].name], shares[order[1].name] + 0.03):
        return None

    def second() -> str:
        again = {cover.name: covering.share_by_points(lake, frame, window, cover) for cover in chosen}
        return max(again, key=again.__getitem__)

    listed = [cover.words for cover in chosen]
    return ask(
        "tile",
        frame,
        (frame,),
        "cover",
        window,
        ChoiceAnswer(value=order[0].name, among={cover.name: cover.synonyms for cover in chosen}),
        second,
        {"covers": [cover.name for cover in chosen]},
        {
            "covers": f"{listed[0]}, {listed[1]} or {listed[2]}",
            "covers_and": f"{listed[0]}, {listed[1]} and {listed[2]}",
        },
        f"Most of the view is taken up by {order[0].words}.",
        tuple(cover.tool for cover in chosen),
    )


def draw_cut(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Where most things lie once the picture is cut in four, or how many lie in one half of it."""
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
    """Things the middle of whose pixels lies in a part of the view."""
    return sum(_holds(part, in_shares(place, frame, window)) for place in middles_by_pixels(things, frame))


def _near_cuts(things: list[Thing], frame: Frame, window: Shares) -> bool:
    """Whether the middle of any lies within three pixels of the lines that halve the view."""
    left, top, right, bottom = edges(window, frame)
    return any(
        abs(x - (left + right) / 2.0) < 3.0 or abs(y - (top + bottom) / 2.0) < 3.0 for x, y in map(middle, things)
    )


def _two_landmarks(
    lake: Imagery, frame: Frame, window: Shares, draw: Generator
) -> tuple[tuple[Noun, Thing], tuple[Noun, Thing]] | None:
    """Two kinds of which the view shows one thing each, whole."""
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
    """Things of which any part lies in the view."""
    return [thing for thing in things if share_in_view(thing, frame, window) > 0.0]


def _tolerance(answer: AnswerSpec) -> str:
    return f"{answer.tolerance:g}" if isinstance(answer, NumberAnswer) else ""


def _tenth(percent: float) -> str:
    return f"{int(percent // 10)}0 percent"


KINDS = (
    Kind("spatial_relation", "geospatial", (*POINT_WORDS, "distance"), draw_relation),
    Kind("overlap_analysis", "geospatial", tuple(_tenth(10.0 * k) for k in range(7)), draw_overlap, 80),
    Kind("area_dominance", "geospatial", tuple(cover.name for cover in covering.COVERS), draw_dominance, 60),
    Kind("image_cut_reasoning", "geospatial", (*QUARTER_WORDS, *(f"half {k}" for k in range(1, 10, 2))), draw_cut),
)
