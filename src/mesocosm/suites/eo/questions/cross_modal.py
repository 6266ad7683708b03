"""Visual understanding across sensors: what a radar's bright spot is, and what radar confirms of a photograph."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mesocosm.suites.eo.questions.counting import WHOLE
from mesocosm.suites.eo.questions.measuring import (
    count_by_pixels,
    edges,
    in_shares,
    middle,
    paint_numbers,
    whole_in_view,
)
from mesocosm.suites.eo.questions.nouns import RADAR
from mesocosm.suites.eo.questions.question import Kind, Question, Shares
from mesocosm.suites.eo.questions.site_material import a_view, any_of, left_out_of, things_called, things_of
from mesocosm.suites.eo.questions.visibility import countable, has_alike, is_half_hidden
from mesocosm.suites.eo.records import CountAnswer, LabelAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

PAIRED = "get_object_bbox_by_optical_sar_image"
SMALLEST_M = 8.0
"""Of a thing that a radar picture is asked about, along its longer side."""
TRIES = 30
"""Things of a kind that are looked at before another view is taken."""
ALIKE = frozenset({"house", "apartment_block", "commercial_building", "church"})
"""Kinds that nobody tells apart from above."""
APART_M = 5.0
"""Between the spot that is pointed at and anything else."""


def draw_cross_modal(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """What a bright spot of a radar picture is, or how many things of a photograph the radar confirms."""
    radar = any_of([frame for frame in lake.frames(site, "sar") if not frame.event], draw)
    photograph = None if radar is None else lake.companion(radar, "rgb")
    if radar is None or photograph is None:
        return None
    window = on_radar_pixels(a_view(draw, 0.15, 0.9), radar)
    make = _spot if draw.uniform() < 0.75 else _confirmed
    return make(lake, radar, photograph, window, draw)


def on_radar_pixels(window: Shares, radar: Frame) -> Shares:
    """A window whose edges both sensors' pixels share; those of a photograph are a whole part of radar's."""
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
    """Percent across and down the view that point at a thing; None where something else lies near."""
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
    """Pixels from a point to a thing's box, 0 within it."""
    left, top, right, bottom = thing.box
    across = max(left - at[0], 0.0, at[0] - right)
    down = max(top - at[1], 0.0, at[1] - bottom)
    return math.hypot(across, down)


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
KINDS = (Kind("cross_modal_identification", "visual", LABELS, draw_cross_modal),)
