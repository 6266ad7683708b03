"""What a bright spot of a radar picture is, or how many things of a photograph radar confirms."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.conclusions import conclude_count
from mesocosm.suites.eo.evidence.evidence import Evidence, Fields, Look, corners
from mesocosm.suites.eo.evidence.looks import PAIRED
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.plans.counting import count_at_hand
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, found_in, image_of, wholes
from mesocosm.suites.eo.questions.counting import WHOLE
from mesocosm.suites.eo.questions.gaps import read_gaps
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.measuring import (
    count_by_pixels,
    edges,
    in_shares,
    middle,
    paint_numbers,
    whole_in_view,
)
from mesocosm.suites.eo.questions.nouns import RADAR
from mesocosm.suites.eo.questions.question import Question, Shares
from mesocosm.suites.eo.questions.site_material import a_view, any_of, left_out_of, things_called, things_of
from mesocosm.suites.eo.questions.visibility import countable, has_alike, is_half_hidden
from mesocosm.suites.eo.records import CountAnswer, LabelAnswer
from mesocosm.suites.eo.taxonomy import article

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

SMALLEST_M = 8.0
"""Smallest longer side of a thing that a radar picture is asked about, in metres."""
TRIES = 30
"""Number of things of a kind that are tried before another view is drawn."""
ALIKE = frozenset({"house", "apartment_block", "commercial_building", "church"})
"""Kinds that nobody tells apart from above."""
APART_M = 5.0
"""Smallest distance between the spot that is pointed at and any other thing, in metres."""

LABELS = (
    "ship",
    "boat",
    "plane",
    "storage_tank",
    "crane",
    "bridge",
    "container_stack",
    "train",
    "house",
    "apartment_block",
    "commercial_building",
    "church",
    "factory_hall",
    "solar_array",
    "confirmed",
)

SPOT = re.compile(r"(\d+(?:\.\d+)?) ?(?:%|percent|per cent)")
"""A place across and down, in percent of the picture."""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: what a bright spot of a radar picture is, or how many things of a photograph radar confirms."""
    radar = any_of([frame for frame in lake.frames(site, "sar") if not frame.event], draw)
    photograph = None if radar is None else lake.companion(radar, "rgb")
    if radar is None or photograph is None:
        return None
    window = on_radar_pixels(a_view(draw, 0.15, 0.9), radar)
    make = _spot if draw.uniform() < 0.75 else _confirmed
    return make(lake, radar, photograph, window, draw)


def on_radar_pixels(window: Shares, radar: Frame) -> Shares:
    """Round a window to edges on pixels of both sensors; a radar pixel is a whole number of a photograph's."""
    columns, rows = radar.size
    left, top, right, bottom = edges(window, radar)
    return left / columns, top / rows, right / columns, bottom / rows


def _spot(lake: Imagery, radar: Frame, photograph: Frame, window: Shares, draw: Generator) -> Question | None:
    hidden = tuple(thing for thing in left_out_of(lake, radar.name) if thing.label in LABELS)
    things = (*things_of(lake, radar.name), *hidden)
    inside = whole_in_view(things_of(lake, radar.name), radar, window)
    kinds = sorted({thing.label for thing in inside or ()} - ALIKE)
    if not inside or not kinds:
        return None
    kind = kinds[int(draw.integers(len(kinds)))]
    word = kind.replace("_", " ")
    if is_half_hidden(lake, radar, word, window) or has_alike(lake, photograph, word, window):
        return None
    of_kind = [thing for thing in inside if thing.label == kind]
    spots = (_mark(of_kind[k], things, radar, window) for k in draw.permutation(len(of_kind))[:TRIES])
    spot = next((spot for spot in spots if spot is not None), None)
    if spot is None:
        return None
    x, y = spot

    def second() -> str:
        optical = [other for other in things_of(lake, photograph.name) if other.label != "tree"]
        a, b, c, d = edges(window, photograph)
        ids = paint_numbers(optical, photograph)
        number = int(ids[b + int((d - b) * y / 100), a + int((c - a) * x / 100)])
        return optical[number - 1].label if number else ""

    return Question(
        form="spot",
        source="paired",
        frames=(radar.name,),
        window=window,
        answer=LabelAnswer(value=kind),
        second=second,
        asked={"x": x, "y": y},
        words={"x": str(x), "y": str(y)},
        sentence=f"It is a {word}.",
        plan=("get_optical_from_sar", PAIRED),
        evidence=(radar.name, photograph.name),
    )


def _mark(thing: Thing, things: tuple[Thing, ...], radar: Frame, window: Shares) -> tuple[int, int] | None:
    """Return percent across and down the view that point at a thing; None if another thing lies near."""
    x, y = (round(100.0 * share) for share in in_shares(middle(thing), radar, window))
    left, top, right, bottom = edges(window, radar)
    at = left + (right - left) * x / 100.0, top + (bottom - top) * y / 100.0
    metre = radar.window.resolution_m
    if _size(thing) * metre < SMALLEST_M or _gap(thing, at) > 0.0:
        return None
    if any(_gap(other, at) * metre < APART_M for other in things if other.id != thing.id):
        return None
    return x, y


def _confirmed(lake: Imagery, radar: Frame, photograph: Frame, window: Shares, draw: Generator) -> Question | None:
    noun = RADAR[int(draw.integers(len(RADAR)))]
    seen = {thing.id for thing in countable(lake, radar, noun.word, window) or ()}
    inside = countable(lake, photograph, noun.word, window)
    if inside is None or seen != {thing.id for thing in inside} or not 0 < len(inside) <= 20:
        return None
    return Question(
        form="confirmed",
        source="paired",
        frames=(photograph.name,),
        window=window,
        answer=CountAnswer(value=len(inside), noun=noun.plural),
        second=lambda: str(count_by_pixels(things_called(lake, radar, noun.word), radar, window)),
        asked={"target": noun.word},
        words={"things": noun.plural},
        sentence=f"Radar and photograph together show {noun.counted(len(inside))}.",
        plan=("get_sar_from_optical", PAIRED),
        evidence=(photograph.name, radar.name),
        threshold=WHOLE,
        stratum="confirmed",
    )


def _size(thing: Thing) -> float:
    left, top, right, bottom = thing.box
    return max(right - left, bottom - top)


def _gap(thing: Thing, at: tuple[float, float]) -> float:
    """Return pixels from a point to a thing's box, 0 within it."""
    left, top, right, bottom = thing.box
    across = max(left - at[0], 0.0, at[0] - right)
    down = max(top - at[1], 0.0, at[1] - bottom)
    return math.hypot(across, down)


def read_words(form: str, words: Mapping[str, str]) -> dict[str, JsonValue]:
    """Read the position of a spot in percent, as numbers."""
    return {**read_gaps(form, words), **{gap: float(words[gap]) for gap in ("x", "y") if gap in words}}


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Fetch the picture of the other sensor, and search both together."""
    if hands.form == "confirmed":
        seen = yield hands.call("get_sar_from_optical", image=FIRST)
        target = hands.word("target")
        seen = yield hands.call(PAIRED, optical_image=FIRST, sar_image=image_of(seen), target=target)
        return str(len(wholes(seen)))
    seen = yield hands.call("get_optical_from_sar", image=FIRST)
    seen = yield hands.call(PAIRED, optical_image=image_of(seen), sar_image=FIRST, target="object")
    x, y = (float(str(hands.parameters[name])) / 100.0 for name in ("x", "y"))
    return min(found_in(seen), key=lambda box: box.gap(x, y)).label.replace("_", " ")


def plan_at_hand(hands: Hands) -> Plan:
    """Answer as if the other sensor showed the same."""
    return (yield from count_at_hand(hands, str))


# ------------------------------------------------------------ judging a trajectory


def add_label(evidence: Evidence, support: Support) -> None:
    """Add the thing at the spot that the task gives."""
    for look in evidence.of("boxes"):
        box = _at_spot(evidence, look)
        if box is not None:
            support.specs.append(LabelAnswer(value=str(box.get("label"))))


def _at_spot(evidence: Evidence, look: Look) -> Fields | None:
    """Return the box nearest to the spot that the task gives in percent of the picture; None if it gives none."""
    place, size = SPOT.findall(evidence.task), evidence.size_of(look)
    if len(place) < 2 or size is None or not look.boxes:
        return None
    x, y = (float(share) / 100.0 * side for share, side in zip(place[:2], size, strict=True))
    return min(look.boxes, key=lambda box: _gap_to_box(corners(box), x, y))


def _gap_to_box(box: tuple[float, float, float, float] | None, x: float, y: float) -> float:
    if box is None:
        return math.inf
    return max(box[0] - x, x - box[2], box[1] - y, y - box[3], 0.0)


def add_confirmed(evidence: Evidence, support: Support) -> None:
    """Add the number of things that both sensors show."""
    for look in evidence.of("boxes"):
        if look.tool == PAIRED:
            support.add_counts(evidence.counts(look))


def conclude(evidence: Evidence) -> str:
    """Say which box holds the spot that the task gives, or how many things there are."""
    for look in evidence.of("boxes")[-1:]:
        box = _at_spot(evidence, look)
        if box is not None:
            label = str(box.get("label", "")).replace("_", " ")
            text = TYPE.texts.conclusions["spot"]
            return text.format(box=box.get("id"), article=article(label), label=label)
    return conclude_count(evidence)


TYPE = Kind(
    name="cross_modal_identification",
    task="visual",
    classes=LABELS,
    draw=draw_question,
    read_gaps=read_words,
    plan=plan,
    plan_at_hand=plan_at_hand,
    supports=(add_label, add_confirmed),
    needs=("boxes",),
    conclude=conclude,
)
