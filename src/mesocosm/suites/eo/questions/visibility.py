"""Whether the pixels of a view are clear about what it shows: nothing half hidden, no ruins, nothing that looks alike.

Lists are made from records, and a thing is in them or not; eyes see half a pool beside a crown, and cannot tell a
terminal from a factory hall. A question is drawn only if both lead to the same answer.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.painter import Polygons, cover_polygons, paint
from mesocosm.suites.eo.questions.measuring import edges, whole_in_view
from mesocosm.suites.eo.questions.question import Shares
from mesocosm.suites.eo.questions.site_material import left_out_of, things_called, things_of
from mesocosm.suites.eo.taxonomy import leaves_of, meant_by

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
PLAIN, GONE = 0.6, 0.05
"""Visible share of a thing from which on everybody counts it, and up to which nobody does."""
FINE = 16
"""Steps per pixel in which outlines are rounded to whole numbers, so that every machine gets the same."""
BUILDINGS = leaves_of("building")
RADAR_GAP = 2.0
"""Distance between two things, in pixels, below which their echoes are one."""
RADAR_ALIKE: dict[str, frozenset[str]] = {
    "building": frozenset({"storage_tank", "container_stack", "solar_array", "crane", "train"}),
    "storage tank": frozenset({"container_stack", "crane"}),
}
"""A word with the labels whose echoes look the same."""
TANK_LIKE, COMPACT = 0.7, 1.5
"""A building looks like a tank in radar if it has at least this share of the smallest tank's size, and its length is at
most this multiple of its width.
"""


def countable(lake: Imagery, frame: Frame, word: str, window: Shares) -> list[Thing] | None:
    """Return the whole things of a kind in a view; None if lists and eyes may differ on them."""
    things = seen_whole(lake, frame, word, window)
    if things is None or _touched(_ruins(lake, frame.name, word), frame, window):
        return None
    return None if has_alike(lake, frame, word, window) else things


def seen_whole(lake: Imagery, frame: Frame, word: str, window: Shares) -> list[Thing] | None:
    """Return the same as `countable`, including ruins, and even if other things look alike."""
    things = whole_in_view(things_called(lake, frame, word), frame, window)
    return None if things is None or is_half_hidden(lake, frame, word, window) else things


def is_half_hidden(lake: Imagery, frame: Frame, word: str, window: Shares) -> bool:
    """Return whether a thing of a kind in the view is neither plainly visible nor fully hidden."""
    return _touched(_half_hidden(lake, frame.name, word), frame, window)


def has_alike(lake: Imagery, frame: Frame, word: str, window: Shares) -> bool:
    """Return whether the view shows other kinds, or crowded things of this kind, that its sensor cannot tell apart."""
    if frame.sensor == "rgb":
        return word == "factory hall" and _touched(_hall_like(lake, frame.name), frame, window)
    if _touched(_crowded(lake, frame.name, word), frame, window):
        return True
    blocks = _label(lake, frame.name, RADAR_ALIKE.get(word, frozenset()))
    return _touched(_boxes(blocks), frame, window) or (
        word == "storage tank" and _touched(_tank_like(lake, frame.name), frame, window)
    )


def _touched(boxes: Floats, frame: Frame, window: Shares) -> bool:
    """Return whether any of the boxes lies in the view, wholly or in part."""
    left, top, right, bottom = edges(window, frame)
    a, b, c, d = boxes.T
    return bool(((c > left) & (a < right) & (d > top) & (b < bottom)).any())


def _boxes(things: Sequence[Thing]) -> Floats:
    return np.asarray([thing.box for thing in things], np.float64).reshape(-1, 4)


@functools.cache  # a few boxes for each picture and word
def _half_hidden(lake: Imagery, name: str, word: str) -> Floats:
    """Return boxes of listed things that are not plainly visible, and of unlisted things that are not fully hidden."""
    frame, leaves = lake.frame(name), meant_by(word)
    listed = things_called(lake, frame, word)
    missing = [thing for thing in left_out_of(lake, name) if thing.label in leaves]
    things = [*listed, *missing]
    if not things:
        return _boxes(())
    seen = open_shares(things, _cover(lake, name, leaves <= BUILDINGS))
    doubtful = np.where(np.arange(len(things)) < len(listed), seen < PLAIN, seen > GONE)
    return _boxes(things)[doubtful]


def open_shares(things: Sequence[Thing], cover: Bools) -> Floats:
    """Return the share of the pixels of each thing that lie outside a cover; 1 for things smaller than a pixel."""
    ids = paint(_polygons(things), np.arange(1, len(things) + 1), cover.shape)
    total, hidden = (np.bincount(each.ravel(), minlength=len(things) + 1)[1:] for each in (ids, ids[cover]))
    return np.asarray(1.0 - hidden / np.maximum(total, 1))


@functools.lru_cache(maxsize=48)
def _cover(lake: Imagery, name: str, over_roofs: bool) -> Bools:
    """Return the pixels under crowns; for things lower than roofs, also those under roofs."""
    above = frozenset({"tree"}) if over_roofs else frozenset({"tree"}) | BUILDINGS
    columns, rows = lake.frame(name).size
    return cover_polygons(_polygons(_label(lake, name, above)), (rows, columns))


def _polygons(things: Sequence[Thing]) -> Polygons:
    corners = np.concatenate([np.zeros((0, 2)), *(thing.outline for thing in things)])
    starts = np.concatenate([[0], np.cumsum([len(thing.outline) for thing in things])]).astype(np.int64)
    return Polygons(np.round(corners * FINE).astype(np.int64), starts)


def _label(lake: Imagery, name: str, labels: frozenset[str]) -> list[Thing]:
    """Return things in a picture's window with these labels, listed or not; radar lists neither trees nor courts."""
    return [thing for thing in (*things_of(lake, name), *left_out_of(lake, name)) if thing.label in labels]


@functools.cache  # a few boxes for each picture and word
def _ruins(lake: Imagery, name: str, word: str) -> Floats:
    """Return boxes of destroyed buildings: whether a heap of rubble is a building is not a question of counting."""
    things = things_called(lake, lake.frame(name), word)
    return _boxes([thing for thing in things if thing.attributes.get("damage") == "destroyed"])


@functools.cache  # a few boxes for each picture and word
def _hall_like(lake: Imagery, name: str) -> Floats:
    """Return boxes of stations and shops of one storey under a flat roof, which may have skylights as halls have."""
    others = _label(lake, name, frozenset({"commercial_building"}))
    flat = [thing for thing in others if thing.attributes.get("roof") == "flat"]
    return _boxes([thing for thing in flat if thing.attributes.get("storeys") == 1])


@functools.cache  # a few boxes for each picture and word
def _crowded(lake: Imagery, name: str, word: str) -> Floats:
    """Return boxes of things of a kind so near to another of it that radar shows them as one."""
    import shapely

    things = things_called(lake, lake.frame(name), word)
    shapes = shapely.make_valid(np.asarray([shapely.polygons(thing.outline) for thing in things], object))
    if len(things) < 2:
        return _boxes(())
    first, other = shapely.STRtree(shapes).query(shapes, "dwithin", RADAR_GAP)
    crowded: Floats = _boxes(things)[np.unique(first[first != other])]
    return crowded


@functools.cache  # a few boxes for each picture and word
def _tank_like(lake: Imagery, name: str) -> Floats:
    """Return boxes of buildings that are about as long as wide and no smaller than tanks."""
    tanks = _boxes(_label(lake, name, frozenset({"storage_tank"})))
    least = TANK_LIKE * float((tanks[:, 2] - tanks[:, 0]).min(initial=np.inf))
    others = [(thing, sides(thing.outline)) for thing in _label(lake, name, BUILDINGS)]
    return _boxes([thing for thing, (long, short) in others if long >= least and long < COMPACT * short])


def sides(outline: Floats) -> tuple[float, float]:
    """Return the longer and the shorter side of the smallest rotated box around an outline, in pixels."""
    from mesocosm.earth.planet.sensors.photo.annotations import smallest_boxes

    corners = smallest_boxes(outline, np.asarray([0, len(outline)]))[0]
    lengths = np.sqrt(((corners[1:3] - corners[:2]) ** 2).sum(axis=1))
    return float(lengths.max()), float(lengths.min())
