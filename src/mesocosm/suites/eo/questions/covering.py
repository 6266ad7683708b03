"""The cover of the ground in a view: exactly by masks and outlines, and a second way by testing points of a lattice."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.painter import Polygons, cover_polygons
from mesocosm.suites.eo.questions.measuring import edges, share_in_view
from mesocosm.suites.eo.questions.question import Shares
from mesocosm.suites.eo.questions.site_material import mask_of, things_called

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

Bools = NDArray[np.bool_]
FINE = 16
"""Steps per pixel in which outlines are rounded."""
LATTICE = 3
"""Pixels between the points of the lattice, for the second way."""


@dataclass(frozen=True)
class Cover:
    name: str
    words: str
    synonyms: tuple[str, ...]
    tool: str
    target: str = ""
    """Target for the tool, if the tool takes one."""


OBJECT_MASK = "get_object_mask_by_optical_image"
BUILDINGS = Cover(
    "buildings",
    "buildings",
    ("building", "roofs", "rooftops", "houses", "building footprints"),
    "get_building_mask_by_optical_image",
)
ROADS = Cover("roads", "roads", ("road", "streets", "road surface", "tarmac"), "get_road_mask_by_optical_image")
TREES = Cover("trees", "tree crowns", ("tree", "tree crowns", "canopy", "tree canopy"), OBJECT_MASK, "tree")
CARS = Cover("cars", "cars", ("car",), OBJECT_MASK, "car")
CAR_PARKS = Cover("car_parks", "car parks", ("car park", "parking lots", "parking"), OBJECT_MASK, "car park")
VESSELS = Cover("vessels", "vessels", ("ships", "boats", "ships and boats", "vessel"), OBJECT_MASK, "vessel")
COVERS = (BUILDINGS, ROADS, TREES)
"""Covers that can take up most of a view. Cars and car parks never do, so naming them would give the answer away."""
BY_NAME = {cover.name: cover for cover in (*COVERS, CARS, CAR_PARKS, VESSELS)}
OVERLAPS = ((CAR_PARKS, CARS), (CAR_PARKS, CARS), (ROADS, TREES), (BUILDINGS, TREES), (ROADS, CARS))
"""A lower cover, and the cover that lies over it."""


def covered_pixels(things: Sequence[Thing], frame: Frame) -> Bools:
    """Return the pixels whose middle lies in an outline; in whole numbers, so that every machine gets the same."""
    columns, rows = frame.size
    if not things:
        return np.zeros((rows, columns), np.bool_)
    corners = np.round(np.concatenate([thing.outline for thing in things]) * FINE).astype(np.int64)
    starts = np.concatenate([[0], np.cumsum([len(thing.outline) for thing in things])]).astype(np.int64)
    return cover_polygons(Polygons(corners, starts), (rows, columns))


@functools.lru_cache(maxsize=24)
def _fill(lake: Imagery, name: str, cover: str) -> Bools:
    frame, chosen = lake.frame(name), BY_NAME[cover]
    if chosen.target:
        return covered_pixels(things_called(lake, frame, chosen.target), frame)
    return mask_of(lake, name, {"buildings": "building", "roads": "road"}[cover])


def mask(lake: Imagery, frame: Frame, window: Shares, cover: Cover) -> Bools:
    """Return the pixels of the view that a cover fills."""
    left, top, right, bottom = edges(window, frame)
    return _fill(lake, frame.name, cover.name)[top:bottom, left:right]


def share(lake: Imagery, frame: Frame, window: Shares, cover: Cover) -> float:
    """Return the share of the view that a cover fills, 0 to 1."""
    return float(mask(lake, frame, window, cover).mean())


def overlap(lake: Imagery, frame: Frame, window: Shares, below: Cover, above: Cover) -> float | None:
    """Return the percentage of the lower cover that the upper one covers; None if too little of it is in view."""
    under, over = mask(lake, frame, window, below), mask(lake, frame, window, above)
    if under.mean() < 0.02:
        return None
    return 100.0 * float((under & over).sum()) / float(under.sum())


def at_points(lake: Imagery, frame: Frame, window: Shares, cover: Cover, step: int) -> Bools:
    """Return whether each point of a lattice lies in the cover's outlines; roads have none, so their mask is used."""
    import shapely

    left, top, right, bottom = edges(window, frame)
    x, y = np.meshgrid(np.arange(left, right, step) + 0.5, np.arange(top, bottom, step) + 0.5)
    if cover is ROADS:
        return np.asarray(mask_of(lake, frame.name, "road")[y.astype(np.int64), x.astype(np.int64)])
    outlines = [thing.outline for thing in things_called(lake, frame, cover.target or "building")]
    inside = np.zeros(x.size, np.bool_)
    if outlines:
        tree = shapely.STRtree([shapely.make_valid(shapely.polygons(outline)) for outline in outlines])
        inside[np.unique(tree.query(shapely.points(x.ravel(), y.ravel()), "intersects")[0])] = True
    return inside.reshape(x.shape)


def overlap_as_detected(lake: Imagery, frame: Frame, window: Shares, below: Cover, above: Cover) -> float:
    """Return the percentage as tools measure it: they leave out things with less than half in the view."""
    left, top, right, bottom = edges(window, frame)
    under, over = (_detect(lake, frame, window, cover)[top:bottom, left:right] for cover in (below, above))
    return 100.0 * float((under & over).sum()) / max(float(under.sum()), 1.0)


def _detect(lake: Imagery, frame: Frame, window: Shares, cover: Cover) -> Bools:
    if not cover.target:
        return _fill(lake, frame.name, cover.name)
    things = [thing for thing in things_called(lake, frame, cover.target) if share_in_view(thing, frame, window) >= 0.5]
    return covered_pixels(things, frame)


def share_by_points(lake: Imagery, frame: Frame, window: Shares, cover: Cover) -> float:
    return float(at_points(lake, frame, window, cover, LATTICE).mean())


def overlap_by_points(lake: Imagery, frame: Frame, window: Shares, below: Cover, above: Cover) -> float:
    """Return the percentage by testing the middle of every pixel against outlines."""
    under, over = (at_points(lake, frame, window, cover, 1) for cover in (below, above))
    return 100.0 * float((under & over).sum()) / max(float(under.sum()), 1.0)
