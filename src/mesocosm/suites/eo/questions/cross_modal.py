"""Visual understanding across sensors: what a radar's bright spot is, and what radar confirms of a photograph."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mesocosm.suites.eo.questions.counting import CENTRE
from mesocosm.suites.eo.questions.material import any_of, called, things_of
from mesocosm.suites.eo.questions.measuring import count_by_pixels, in_part, middle, painted
from mesocosm.suites.eo.questions.nouns import RADAR
from mesocosm.suites.eo.questions.parts import PARTS
from mesocosm.suites.eo.questions.question import Kind, Question
from mesocosm.suites.eo.records import CountAnswer, LabelAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.lake import Lake

PAIRED = "get_object_bbox_by_optical_sar_image"
SMALLEST_M = 8.0
"""Of a thing that a radar picture is asked about, along its longer side."""
APART_M = 8.0
"""Between the spot that is pointed at and anything else."""


def draw_cross_modal(lake: Lake, site: str, draw: Generator) -> Question | None:
    """What a bright spot of a radar picture is, or how many things of a photograph the radar confirms."""
    radar = any_of([frame for frame in lake.frames(site, "sar") if not frame.event], draw)
    photograph = None if radar is None else lake.companion(radar, "rgb")
    if radar is None or photograph is None:
        return None
    return _spot(lake, radar, photograph, draw) if draw.uniform() < 0.75 else _confirmed(lake, radar, photograph, draw)


def _spot(lake: Lake, radar: Frame, photograph: Frame, draw: Generator) -> Question | None:
    things = things_of(lake, radar.name)
    kinds = sorted({thing.label for thing in things})
    if not kinds:
        return None
    kind = kinds[int(draw.integers(len(kinds)))]
    of_kind = [thing for thing in things if thing.label == kind]
    thing = of_kind[int(draw.integers(len(of_kind)))]
    columns, rows = radar.size
    x, y = (round(100.0 * at / side) for at, side in zip(middle(thing), (columns, rows), strict=True))
    metre = radar.window.resolution_m
    at = (x * columns / 100.0, y * rows / 100.0)
    if thing.inside < 1.0 or _size(thing) * metre < SMALLEST_M or not _holds(thing, at):
        return None
    if any(_gap(other, at) * metre < APART_M for other in things if other.id != thing.id):
        return None

    def second() -> str:
        optical = list(things_of(lake, photograph.name))
        ids = painted([other for other in optical if other.label != "tree"], photograph)
        named = [other.label for other in optical if other.label != "tree"]
        number = int(ids[int(y * ids.shape[0] / 100), int(x * ids.shape[1] / 100)])
        return named[number - 1] if number else ""

    return Question(
        form="spot",
        source="paired",
        frames=(radar.name,),
        answer=LabelAnswer(value=kind),
        second=second,
        asked={"x": x, "y": y},
        words={"x": str(x), "y": str(y)},
        sentence=f"It is a {kind.replace('_', ' ')}.",
        plan=("get_optical_from_sar", PAIRED),
        evidence=(radar.name, photograph.name),
    )


def _confirmed(lake: Lake, radar: Frame, photograph: Frame, draw: Generator) -> Question | None:
    noun = RADAR[int(draw.integers(len(RADAR)))]
    part = PARTS[int(draw.integers(len(PARTS)))]
    inside = in_part(called(lake, radar, noun.word), part, radar)
    if inside is None or not 0 < len(inside) <= 20:
        return None
    return Question(
        form="confirmed",
        source="paired",
        frames=(photograph.name,),
        answer=CountAnswer(value=len(inside), noun=noun.plural),
        second=lambda: str(count_by_pixels(called(lake, photograph, noun.word), photograph, part.shares, whole=True)),
        asked={"target": noun.word, "part": part.name},
        words={"things": noun.plural, "part": part.name},
        sentence=f"Radar and photograph together show {len(inside)} {noun.plural} in {part.name}.",
        plan=("get_sar_from_optical", PAIRED),
        evidence=(photograph.name, radar.name),
        threshold=CENTRE,
        stratum="confirmed",
    )


def _size(thing: Thing) -> float:
    left, top, right, bottom = thing.box
    return max(right - left, bottom - top)


def _holds(thing: Thing, at: tuple[float, float]) -> bool:
    return _gap(thing, at) == 0.0


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
