"""Object counting: in a picture, in a radar picture, over several days, and arithmetic with counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suites.eo.questions.measuring import count_by_pixels, edges, inner
from mesocosm.suites.eo.questions.nouns import (
    BOAT,
    BUILDING,
    BUS,
    CAR,
    COUNTED,
    MOVING,
    RADAR,
    RATIOS,
    SHIP,
    TRUCK,
    VEHICLE,
    VESSEL,
    Noun,
)
from mesocosm.suites.eo.questions.parts import QUARTERS
from mesocosm.suites.eo.questions.parts import WHOLE as PICTURE
from mesocosm.suites.eo.questions.question import Kind, Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_noun, any_of, photographs, series, things_called
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import CountAnswer, NumberAnswer, Source

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

DETECT = "get_object_bbox_by_optical_image"
RADAR_DETECT = "get_object_bbox_by_sar_image"
CALCULATE = "basic_calculator"
WHOLE = "What the edge of the view cuts is left out."
CROP = "crop_optical_or_sar_image"
QUARTERED = 0.4
"""Share of questions that ask about a quarter of the view."""
MOST = 40
"""More than this nobody counts by eye to check a tool."""


def draw_objects(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """How many things of a kind a view, or a quarter of it, shows."""
    frame = any_of(photographs(lake, site), draw)
    return None if frame is None else _in_view(lake, frame, "tile", a_view(draw, 0.1, 0.9), COUNTED, draw)


def draw_radar(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """How many things of a kind stand out in a radar picture, or in a quarter of it."""
    frame = any_of([*lake.frames(site, "sar")], draw)
    return None if frame is None else _in_view(lake, frame, "radar", a_view(draw, 0.2, 0.95), RADAR, draw)


def _in_view(
    lake: Imagery, frame: Frame, source: Source, window: Shares, nouns: tuple[Noun, ...], draw: Generator
) -> Question | None:
    noun = any_noun(lake, frame, nouns, draw)
    part = QUARTERS[int(draw.integers(4))] if draw.uniform() < QUARTERED else PICTURE
    looked = inner(window, part.shares)
    things, detect = _countable(lake, frame, noun, looked), DETECT if source == "tile" else RADAR_DETECT
    if things is None or not 0 < len(things) <= MOST:
        return None
    return Question(
        form="view" if part is PICTURE else "quarter",
        source=source,
        frames=(frame.name,),
        window=window,
        answer=CountAnswer(value=len(things), noun=noun.plural),
        second=lambda: str(count_by_pixels(things_called(lake, frame, noun.word), frame, looked)),
        asked={"target": noun.word, "part": part.name},
        words={"things": noun.plural, "thing": noun.word, "part": part.name},
        sentence=f"The count is {noun.counted(len(things))}.",
        plan=(detect,) if part is PICTURE else (CROP, detect),
        evidence=(frame.name,),
        threshold=WHOLE,
        stratum=band(len(things)),
    )


def draw_over_time(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """How many things other days' pictures show in the same view: on one day, more than today, in all."""
    frames, window = series(lake, site), a_view(draw, 0.12, 1.0)
    form = list(PLANS)[int(draw.integers(len(PLANS)))]
    number = int(draw.integers(1, len(frames) - 1))
    noun = any_noun(lake, frames[number], (*MOVING, BUILDING), draw)
    looked = {
        "next": [number + 1],
        "previous": [number - 1],
        "difference": [number, len(frames) - 1],
        "total": [number - 1, number, number + 1],
        "all_days": [*range(len(frames))],
    }[form]
    chosen = [frames[k] for k in looked]
    counts = [_countable(lake, frame, noun, window) for frame in (frames[number], *chosen)]
    if any(count is None for count in counts):
        return None
    shown, *others = (len(count or ()) for count in counts)
    value = _value(form, others)
    if not 0 < value <= MOST or value == shown:  # whoever looks at today's picture alone is to be wrong
        return None

    def second() -> str:
        return str(
            _value(form, [count_by_pixels(things_called(lake, frame, noun.word), frame, window) for frame in chosen])
        )

    return Question(
        form=form,
        source="series",
        frames=(frames[number].name,),
        window=window,
        answer=CountAnswer(value=value, noun=noun.plural),
        second=second,
        asked={"target": noun.word},
        words={"things": noun.plural, "thing": noun.word},
        sentence=f"It comes to {noun.counted(value)}.",
        plan=_plan(form, len(frames)),
        evidence=tuple(frame.name for frame in chosen),
        threshold=WHOLE,
        stratum=band(value),
    )


PLANS: dict[str, tuple[str, ...]] = {
    "next": ("get_next_optical_image", DETECT),
    "previous": ("get_previous_optical_image", DETECT),
    "difference": ("get_optical_image_list", DETECT, DETECT, CALCULATE),
    "total": ("get_previous_optical_image", "get_next_optical_image", DETECT, DETECT, DETECT, CALCULATE),
    "all_days": ("get_optical_image_list", DETECT, CALCULATE),
}
"""Of `all_days` the detection is repeated for every picture."""


def _plan(form: str, days: int) -> tuple[str, ...]:
    first, *rest = PLANS[form]
    return (first, *(DETECT,) * (days - 1), *rest) if form == "all_days" else PLANS[form]


def _value(form: str, counts: list[int]) -> int:
    return abs(counts[1] - counts[0]) if form == "difference" else sum(counts)


SHARES = ((TRUCK, VEHICLE), (BUS, VEHICLE), (CAR, VEHICLE), (SHIP, VESSEL), (BOAT, VESSEL))
"""A kind and a wider kind it is part of."""


def draw_arithmetic(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Shares, densities and ratios that follow from counts."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.12, 0.8)
    make = (_share, _density, _ratio)[int(draw.integers(3))]
    return None if frame is None else make(lake, frame, window, draw)


def _share(lake: Imagery, frame: Frame, window: Shares, draw: Generator) -> Question | None:
    part, whole = SHARES[int(draw.integers(len(SHARES)))]
    some, all_of = _countable(lake, frame, part, window), _countable(lake, frame, whole, window)
    if some is None or not all_of or not 0 < len(some) < len(all_of) or not 5 <= len(all_of) <= 4 * MOST:
        return None
    value = round(100.0 * len(some) / len(all_of), 1)
    if not 3.0 <= value <= 97.0:
        return None

    def second() -> str:
        counts = [count_by_pixels(things_called(lake, frame, noun.word), frame, window) for noun in (part, whole)]
        return f"{100.0 * counts[0] / max(counts[1], 1):.1f}"

    return ask(
        "tile",
        frame,
        (frame,),
        "share",
        window,
        NumberAnswer(value=value, unit="percent", tolerance=round(max(0.15, 0.01 * value), 2)),
        second,
        {"part": part.word, "whole": whole.word},
        {"some": part.plural, "all": whole.plural},
        f"{value:g} % of the {whole.plural} are {part.plural}.",
        (DETECT, DETECT, CALCULATE),
        rule=WHOLE,
    )


def _density(lake: Imagery, frame: Frame, window: Shares, draw: Generator) -> Question | None:
    noun = _any((BUILDING, CAR, VEHICLE), draw)
    things = _countable(lake, frame, noun, window)
    if not things or not 5 <= len(things) <= 6 * MOST:
        return None
    left, top, right, bottom = edges(window, frame)
    hectares = round((right - left) * (bottom - top) * frame.window.resolution_m**2 / 1e4, 2)
    value = round(len(things) / hectares, 2)
    return ask(
        "tile",
        frame,
        (frame,),
        "density",
        window,
        NumberAnswer(value=value, unit="1/ha", tolerance=round(max(0.03 * value, 0.02), 3)),
        lambda: f"{count_by_pixels(things_called(lake, frame, noun.word), frame, window) / hectares:.2f}",
        {"target": noun.word, "hectares": round(hectares, 2)},
        {"things": noun.plural, "area": f"{hectares:.2f}"},
        f"There are {value:g} {noun.plural} to the hectare.",
        (DETECT, CALCULATE),
        rule=WHOLE,
    )


def _ratio(lake: Imagery, frame: Frame, window: Shares, draw: Generator) -> Question | None:
    first, other = RATIOS[int(draw.integers(len(RATIOS)))]
    some, others = _countable(lake, frame, first, window), _countable(lake, frame, other, window)
    if not some or not others or len(others) < 2 or len(some) == len(others):
        return None
    value = round(len(some) / len(others), 2)

    def second() -> str:
        counts = [count_by_pixels(things_called(lake, frame, noun.word), frame, window) for noun in (first, other)]
        return f"{counts[0] / max(counts[1], 1):.2f}"

    return ask(
        "tile",
        frame,
        (frame,),
        "ratio",
        window,
        NumberAnswer(value=value, unit="1", tolerance=round(max(0.02 * value, 0.02), 3)),
        second,
        {"first": first.word, "other": other.word},
        {"some": first.plural, "each": other.word},
        f"There are {value:g} {first.plural} to each {other.word}.",
        (DETECT, DETECT, CALCULATE),
        rule=WHOLE,
    )


def _countable(lake: Imagery, frame: Frame | None, noun: Noun, window: Shares) -> list[Thing] | None:
    """The whole things of a kind in a view; None where that is not clear."""
    return None if frame is None else countable(lake, frame, noun.word, window)


def _any(nouns: tuple[Noun, ...], draw: Generator) -> Noun:
    return nouns[int(draw.integers(len(nouns)))]


def band(count: int) -> str:
    """Small counts each for itself, larger ones in bands."""
    return str(count) if count <= 12 else "13 to 20" if count <= 20 else "more"


BANDS = (*(str(number) for number in range(1, 13)), "13 to 20", "more")
KINDS = (
    Kind("object_counting", "counting", BANDS, draw_objects),
    Kind("radar_counting", "counting", BANDS[:8], draw_radar),
    Kind("temporal_counting", "counting", BANDS, draw_over_time),
    Kind("arithmetic_reasoning", "counting", ("share", "density", "ratio"), draw_arithmetic),
)
