"""Temporal reasoning over passes of Sentinel-2 and Landsat: covers that grow and shrink, indices that rise and fall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.questions.parts import PARTS, WHOLE, Part
from mesocosm.suites.eo.questions.question import Kind, Question, Shares, ask
from mesocosm.suites.eo.questions.site_material import mask_of
from mesocosm.suites.eo.questions.spectral import (
    IndexName,
    clear,
    clouded_share,
    cloudy_share,
    index,
    mean_by_library,
    mean_index,
)
from mesocosm.suites.eo.records import ChoiceAnswer, DateAnswer, NumberAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

CHANGES: dict[str, tuple[str, ...]] = {
    "expanded": ("expand", "expansion", "grew", "grow", "grown", "growth", "increased", "increase", "larger"),
    "contracted": (
        "contract", "contraction", "shrank", "shrink", "shrunk", "decreased", "decrease", "smaller", "reduced",
        "receded",
    ),
    "stable": ("unchanged", "no change", "no significant change", "did not change", "the same", "constant", "steady"),
}  # fmt: skip
STABLE = 0.10
"""Share of the earlier area below which a change counts as none; the item says so."""
UNCLEAR = (0.06, 0.15)
"""Changes between these shares are not asked about."""
CLOUDIEST = 0.005
"""Share of a scene that clouds may hide."""
LEAST = 0.01
"""Share of the scene that a cover must take up in one of the two passes."""


LOOK_UP = "theme_index_lookup"
LOOKED_UP = 0.3
"""Share of questions about a cover whose plan begins with looking up its index."""


@dataclass(frozen=True)
class Theme:
    name: str
    words: str
    mask: str
    """In the lake's masks."""
    index: IndexName
    above: float
    """Of the index, for the second way."""
    tool: str


THEMES = (
    Theme("vegetation", "green vegetation", "vegetation", "ndvi", 0.4, "compute_vegetation_mask_by_multispectral"),
    Theme("water", "open water", "water", "ndwi", 0.0, "compute_water_mask_by_multispectral"),
    Theme("urban", "built-up land", "built", "ndbi", 0.0, "compute_urban_mask_by_multispectral"),
)
INDICES: dict[IndexName, str] = {
    "ndvi": "NDVI",
    "ndwi": "NDWI (green and near infrared, after McFeeters)",
    "ndbi": "NDBI",
    "ndsi": "NDSI",
}
BARE, DRY = 0.3, 0.0
"""NDVI and NDWI below which land may count as built-up."""
INDEX_TOLERANCE = 0.02


def draw_passes(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """How a cover or an index changed from one clear pass to the one beside it, or which pass was greenest."""
    frames = [*lake.frames(site, ("sentinel-2", "sentinel-2", "landsat")[int(draw.integers(3))])]
    if len(frames) < 3:
        return None
    number = int(draw.integers(1, len(frames) - 1))
    part = WHOLE if draw.uniform() < 0.5 else PARTS[int(draw.integers(len(PARTS)))]
    make = (_change, _change, _difference, _greenest, _peak)[int(draw.integers(5))]
    return make(lake, frames, number, part, draw)


def _change(lake: Imagery, frames: list[Frame], number: int, part: Part, draw: Generator) -> Question | None:
    theme = THEMES[int(draw.integers(len(THEMES)))]
    form, pair = _neighbours(frames, number, draw)
    lookup = bool(draw.uniform() < LOOKED_UP)
    if not _are_clear(lake, pair):
        return None
    change = growth(*(share_of(lake, frame, theme, part.shares) for frame in pair))
    if change is None:
        return None
    answer = ChoiceAnswer(value=word_of_change(change), among=CHANGES)

    def second() -> str:
        again = growth(*(share_by_index(lake, frame, theme, part.shares) for frame in pair))
        return "" if again is None else word_of_change(again)

    return ask(
        "multispectral",
        frames[number],
        pair,
        form,
        None,
        answer,
        second,
        {"theme": theme.name, "part": part.name, "lookup": lookup},
        {"theme": theme.words, "part": part.name, "limit": f"{STABLE:.0%}".replace("%", " %")},
        f"{theme.words.capitalize()} in {part.name}: {answer.value}, a change of {100.0 * change:+.0f} %.",
        (*(LOOK_UP,) * lookup, *_fetch(form, part), theme.tool, theme.tool, "basic_calculator"),
        rule=f"A change below {STABLE:.0%} of the earlier area counts as stable.",
    )


def growth(earlier: float, later: float) -> float | None:
    """Of a cover's share, as a share of the earlier one; None where it is too little to speak of or hard to judge."""
    if max(earlier, later) < LEAST or earlier <= 0.0:
        return None
    change = (later - earlier) / earlier
    return None if UNCLEAR[0] < abs(change) < UNCLEAR[1] else change


def word_of_change(change: float) -> str:
    """A change as a share of the earlier area, in a word."""
    return "stable" if abs(change) < STABLE else "expanded" if change > 0 else "contracted"


def _difference(lake: Imagery, frames: list[Frame], number: int, part: Part, draw: Generator) -> Question | None:
    which = list(INDICES)[int(draw.integers(len(INDICES)))]
    form, pair = _neighbours(frames, number, draw)
    if not _are_clear(lake, pair):
        return None
    earlier, later = (mean_by_library(lake, frame.name, which, part.shares) for frame in pair)
    value, (first, last) = round(later - earlier, 3), pair
    if not abs(value) >= 2.5 * INDEX_TOLERANCE:  # too small, or not a number
        return None
    return ask(
        "multispectral",
        frames[number],
        pair,
        f"index_{form}",
        None,
        NumberAnswer(value=value, unit="1", tolerance=INDEX_TOLERANCE),
        lambda: (
            f"{mean_index(lake, last.name, which, part.shares) - mean_index(lake, first.name, which, part.shares):.4f}"
        ),
        {"index": which, "part": part.name},
        {"index": INDICES[which], "part": part.name, "tolerance": f"{INDEX_TOLERANCE:g}"},
        f"The mean changed by {value:+.2f}.",
        (
            *_fetch(form, part),
            f"compute_{which}_by_multispectral",
            f"compute_{which}_by_multispectral",
            "basic_calculator",
        ),
        stratum="rose" if value > 0 else "fell",
    )


def _greenest(lake: Imagery, frames: list[Frame], number: int, part: Part, draw: Generator) -> Question | None:
    """Of three passes in a row."""
    three = frames[number - 1 : number + 2]
    places = ("before", "same", "after")
    return _highest("greenest", lake, three, frames[number], "ndvi", places) if _are_clear(lake, three) else None


def _peak(lake: Imagery, frames: list[Frame], number: int, part: Part, draw: Generator) -> Question | None:
    """Of all passes that are free of clouds."""
    which = list(INDICES)[int(draw.integers(len(INDICES)))]
    covers = [clouded_share(lake, frame.name) for frame in frames]
    if any(0.005 < cover < 0.02 for cover in covers):
        return None
    free = [frame for frame, cover in zip(frames, covers, strict=True) if cover <= 0.005]
    if frames[number] not in free or not 4 <= len(free) <= 11:
        return None
    return _highest("peak", lake, free, frames[number], which, tuple(f"peak {k % 4}" for k in range(len(free))))


def _highest(
    form: str, lake: Imagery, among: list[Frame], shown: Frame, which: IndexName, places: tuple[str, ...]
) -> Question | None:
    """The day of the highest mean index, which is clearly higher than the next and not that of the shown pass alone."""
    means = [mean_by_library(lake, frame.name, which, WHOLE.shares) for frame in among]
    order = sorted(range(len(among)), key=lambda k: -means[k])
    if not means[order[0]] - means[order[1]] >= 0.03:
        return None
    best = among[order[0]]

    def second() -> str:
        again = [mean_index(lake, frame.name, which, WHOLE.shares) for frame in among]
        return among[max(range(len(again)), key=again.__getitem__)].day

    compute = f"compute_{which}_by_multispectral"
    return ask(
        "multispectral",
        shown,
        among,
        form,
        None,
        DateAnswer(value=best.day),
        second,
        {"sensor": shown.sensor, "index": which},
        {"index": INDICES[which]},
        f"The mean was highest on {best.day}.",
        ("get_multispectral_list", *(compute,) * len(among)),
        stratum=places[order[0]],
    )


def share_of(lake: Imagery, frame: Frame, theme: Theme, window: Shares) -> float:
    """Share of a window that the cover takes up, exactly."""
    return float(_cut(mask_of(lake, frame.name, theme.mask), window).mean())


def share_by_index(lake: Imagery, frame: Frame, theme: Theme, window: Shares) -> float:
    """The same from the bands: pixels whose index lies above the theme's threshold."""
    mask = index(lake, frame.name, theme.index) > theme.above
    if theme.name == "urban":
        mask &= (index(lake, frame.name, "ndvi") < BARE) & (index(lake, frame.name, "ndwi") < DRY)
    return float(_cut(mask & clear(lake, frame.name), window).mean())


def _cut(mask: NDArray[np.bool_], window: Shares) -> NDArray[np.bool_]:
    rows, columns = mask.shape
    return mask[
        round(window[1] * rows) : round(window[3] * rows), round(window[0] * columns) : round(window[2] * columns)
    ]


def _neighbours(frames: list[Frame], number: int, draw: Generator) -> tuple[str, list[Frame]]:
    """The shown pass with the one before it or after it, the earlier first, and which it is."""
    if draw.uniform() < 0.5:
        return "since", frames[number - 1 : number + 1]
    return "until", frames[number : number + 2]


def _are_clear(lake: Imagery, frames: list[Frame]) -> bool:
    return all(cloudy_share(lake, frame.name) <= CLOUDIEST for frame in frames)


def _fetch(form: str, part: Part) -> tuple[str, ...]:
    step = "get_previous_multispectral" if form == "since" else "get_next_multispectral"
    return (step,) if part is WHOLE else (step, "crop_multispectral_image", "crop_multispectral_image")


KINDS = (
    Kind(
        "multispectral_temporal_analysis",
        "temporal",
        (*CHANGES, "rose", "fell", "before", "same", "after", *(f"peak {k}" for k in range(4))),
        draw_passes,
    ),
)
