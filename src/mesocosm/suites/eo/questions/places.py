"""Kinds of places: their names, and whether the things in a view confirm a name."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.questions.measuring import in_pixels, polygon_area_m2, shares_in_view
from mesocosm.suites.eo.questions.question import Shares
from mesocosm.suites.eo.questions.site_material import mask_of, things_of

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

BUILDINGS = ("house", "apartment_block", "commercial_building", "church", "factory_hall")


@dataclass(frozen=True)
class View:
    """The things in a view, in numbers."""

    counts: dict[str, int]
    areas_m2: dict[str, float]
    """Area of outlines by label, in m²."""
    water: float
    built: float
    """Built-up share of the view."""
    side_m: float

    def has(self, *labels: str) -> int:
        return sum(self.counts.get(label, 0) for label in labels)

    def roofs(self, *labels: str) -> float:
        """Return the share of the buildings' area that these labels have."""
        total = sum(self.areas_m2.get(label, 0.0) for label in BUILDINGS)
        return sum(self.areas_m2.get(label, 0.0) for label in labels) / max(total, 1.0)


@dataclass(frozen=True)
class Place:
    words: str
    synonyms: tuple[str, ...]
    shows: Callable[[View], bool]
    near: tuple[str, ...] = ()
    """Places that it could be mistaken for; never offered beside it."""


PLACES: dict[str, Place] = {
    "harbour": Place(
        "a harbour",
        ("port", "harbor", "seaport", "docks", "container port", "container terminal"),
        lambda view: view.has("crane", "container_stack", "ship", "boat") >= 2,
        ("open water", "industrial area"),
    ),
    "airfield": Place(
        "an airfield",
        ("airport", "aerodrome", "airstrip"),
        lambda view: view.has("plane") >= 1,
    ),
    "oil storage area": Place(
        "an oil storage area",
        ("tank farm", "oil depot", "fuel depot", "oil terminal", "oil storage"),
        lambda view: view.has("storage_tank") >= 3,
        ("industrial area",),
    ),
    "solar farm": Place(
        "a solar farm",
        ("solar park", "solar power plant", "photovoltaic plant", "solar field"),
        lambda view: view.has("solar_array") >= 3,
    ),
    "farmland": Place(
        "farmland",
        ("fields", "agricultural land", "farm land", "cropland", "arable land"),
        lambda view: view.built < 0.1 and view.water < 0.3,
        ("woodland", "park", "open land"),
    ),
    "woodland": Place(
        "woodland",
        ("forest", "wood", "woods"),
        lambda view: view.built < 0.08 and view.has("tree") > 60.0 * (view.side_m / 300.0) ** 2,
        ("farmland", "park"),
    ),
    "railway station": Place(
        "a railway station",
        ("train station", "rail station", "station", "railway yard", "rail yard"),
        lambda view: view.has("train") >= 1,
        ("industrial area",),
    ),
    "industrial area": Place(
        "an industrial area",
        ("industrial estate", "industry", "industrial zone", "factories", "business park"),
        lambda view: view.roofs("factory_hall") > 0.4,
        ("oil storage area", "harbour", "railway station", "town centre"),
    ),
    "town centre": Place(
        "a town centre",
        ("city centre", "downtown", "town center", "city center", "urban core", "old town"),
        lambda view: view.roofs("apartment_block", "commercial_building", "church") > 0.3 and view.built > 0.15,
        ("residential area", "industrial area"),
    ),
    "residential area": Place(
        "a residential area",
        ("housing area", "suburb", "residential neighbourhood", "housing estate", "housing", "residential"),
        lambda view: view.roofs("house", "apartment_block") > 0.5 and view.has("house", "apartment_block") >= 8,
        ("town centre", "park"),
    ),
    "open water": Place(
        "open water",
        ("sea", "lake", "bay", "water"),
        lambda view: view.water > 0.6,
        ("harbour",),
    ),
}


@dataclass(frozen=True)
class _Outlined:
    """The things of a picture, one per row."""

    labels: tuple[str, ...]
    label: NDArray[np.int64]
    """Index into `labels` for each thing."""
    boxes: NDArray[np.float64]
    inside: NDArray[np.float64]
    areas_m2: NDArray[np.float64]


@functools.lru_cache(maxsize=24)
def _outline(lake: Imagery, name: str) -> _Outlined:
    """Outline all things once: windows of one picture are tried by the hundred."""
    things, frame = things_of(lake, name), lake.frame(name)
    labels = tuple(sorted({thing.label for thing in things}))
    return _Outlined(
        labels,
        np.asarray([labels.index(thing.label) for thing in things], np.int64),
        np.asarray([thing.box for thing in things], np.float64).reshape(-1, 4),
        np.asarray([thing.inside for thing in things], np.float64),
        np.asarray([polygon_area_m2(thing, frame) for thing in things], np.float64),
    )


def view_of(lake: Imagery, frame: Frame, window: Shares) -> View:
    """Return the things in a window of a photograph, by outlines and masks; a thing counts if over half is inside."""
    every = _outline(lake, frame.name)
    own = shares_in_view(every.boxes, every.inside, frame, window) > 0.5
    numbers = np.bincount(every.label[own], minlength=len(every.labels))
    sizes = np.bincount(every.label[own], every.areas_m2[own], minlength=len(every.labels))
    counts = {label: int(number) for label, number in zip(every.labels, numbers, strict=True)}
    areas = {label: float(size) for label, size in zip(every.labels, sizes, strict=True)}
    left, top, right, bottom = (round(edge) for edge in in_pixels(window, frame))
    water, built = (
        float(np.mean(mask_of(lake, frame.name, name)[top:bottom, left:right])) for name in ("water", "building")
    )
    return View(counts, areas, water, built, (right - left) * frame.window.resolution_m)
