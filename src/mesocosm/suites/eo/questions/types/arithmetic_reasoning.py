"""Shares, densities and ratios that follow from counts."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.evidence.looks import CALCULATE
from mesocosm.suites.eo.evidence.support import Support, numbers_in
from mesocosm.suites.eo.evidence.supported_answers import SLACK, add_reckoned
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, calculate, wholes
from mesocosm.suites.eo.questions.counting import DETECT, MOST, WHOLE
from mesocosm.suites.eo.questions.gaps import read_gaps, singular
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import count_by_pixels, edges
from mesocosm.suites.eo.questions.nouns import BOAT, BUILDING, BUS, CAR, RATIOS, SHIP, TRUCK, VEHICLE, VESSEL, Noun
from mesocosm.suites.eo.questions.question import Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import a_view, any_of, photographs, things_called
from mesocosm.suites.eo.questions.visibility import countable
from mesocosm.suites.eo.records import NumberAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

SHARES = ((TRUCK, VEHICLE), (BUS, VEHICLE), (CAR, VEHICLE), (SHIP, VESSEL), (BOAT, VESSEL))
"""Pairs of a kind and a wider kind that includes it."""
GAPS = {"some": "part", "all": "whole", "each": "other"}
"""Gaps of the wording, each with its parameter."""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question about a share, density or ratio that follows from counts."""
    frame, window = any_of(photographs(lake, site), draw), a_view(draw, 0.12, 0.8)
    make = (_share, _density, _ratio)[int(draw.integers(3))]
    return None if frame is None else make(lake, frame, window, draw)


def _share(lake: Imagery, frame: Frame, window: Shares, draw: Generator) -> Question | None:
    part, whole = SHARES[int(draw.integers(len(SHARES)))]
    some, all_of = countable(lake, frame, part.word, window), countable(lake, frame, whole.word, window)
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
    things = countable(lake, frame, noun.word, window)
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
    some, others = countable(lake, frame, first.word, window), countable(lake, frame, other.word, window)
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


def _any(nouns: tuple[Noun, ...], draw: Generator) -> Noun:
    return nouns[int(draw.integers(len(nouns)))]


def read_words(form: str, words: Mapping[str, str]) -> dict[str, JsonValue]:
    """Read both kinds of things in the singular, and the area as a number."""
    asked = read_gaps(form, {gap: word for gap, word in words.items() if gap not in (*GAPS, "area")})
    asked |= {GAPS[gap]: singular(word) for gap, word in words.items() if gap in GAPS}
    if form == "ratio":
        asked["first"] = asked.pop("part", "")
    if "area" in words:
        asked["hectares"] = float(words["area"])
    return asked


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Count one kind or both, and let the calculator do the rest."""
    if hands.form == "density":
        seen = yield hands.call(DETECT, image=FIRST, target=hands.word("target"))
        value = yield from calculate(hands, f"{len(wholes(seen))} / {hands.parameters['hectares']}")
        return f"{value:.2f} per hectare"
    names = ("part", "whole") if hands.form == "share" else ("first", "other")
    counts = []
    for name in names:
        seen = yield hands.call(DETECT, image=FIRST, target=hands.word(name))
        counts.append(len(wholes(seen)))
    times = "100 * " if hands.form == "share" else ""
    value = yield from calculate(hands, f"{times}{counts[0]} / {counts[1]}")
    return f"{value:.1f} %" if hands.form == "share" else f"{value:.2f}"


# ------------------------------------------------------------ judging a trajectory


def add_ratios(evidence: Evidence, support: Support) -> None:
    """Add ratios of two counts, as a number and in percent, and densities in an area that the task gives."""
    counts = [float(evidence.asked_count(look)) for look in evidence.of("boxes")]
    areas = [number for number in numbers_in(evidence.task) if number > 0]
    for first, other in (*itertools.permutations(counts, 2), *itertools.product(counts, areas)):
        for scale in (1.0, 100.0):
            support.add_measure(scale * first / other if other else None, SLACK * scale * first / max(other, 1e-9))


TYPE = Kind(
    name="arithmetic_reasoning",
    task="counting",
    classes=("share", "density", "ratio"),
    draw=draw_question,
    read_gaps=read_words,
    plan=plan,
    supports=(add_reckoned, add_ratios),
    needs=("boxes",),
)
