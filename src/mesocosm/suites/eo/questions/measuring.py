"""Measuring in a picture, each thing two ways: from exact outlines, and from the pixels that the outlines fill."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.questions.parts import POINTS
from mesocosm.suites.eo.questions.question import Shares

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.frame import Frame, Thing

Ids = NDArray[np.int32]
Floats = NDArray[np.float64]
CLEAR = 2.0
"""Fewest pixels between a thing and the edge of a view, inside or outside."""
WHOLE_SHARE = 0.999
"""A thing with a smaller share within the picture is cut by its edge; shares are rounded to a thousandth."""
WHOLE_VIEW: Shares = (0.0, 0.0, 1.0, 1.0)


def middle(thing: Thing) -> tuple[float, float]:
    """Return the middle of the thing's box, in pixels."""
    left, top, right, bottom = thing.box
    return (left + right) / 2.0, (top + bottom) / 2.0


def in_pixels(window: Shares, frame: Frame) -> tuple[float, float, float, float]:
    """Convert a window to pixels of the whole frame."""
    columns, rows = frame.size
    return window[0] * columns, window[1] * rows, window[2] * columns, window[3] * rows


def edges(window: Shares, frame: Frame) -> tuple[int, int, int, int]:
    """Convert a window to the whole pixels that a view takes in."""
    left, top, right, bottom = in_pixels(window, frame)
    return round(left), round(top), round(right), round(bottom)


def inner(window: Shares, part: Shares) -> Shares:
    """Return a part of a window, as shares of the whole picture."""
    width, height = window[2] - window[0], window[3] - window[1]
    return (
        window[0] + part[0] * width,
        window[1] + part[1] * height,
        window[0] + part[2] * width,
        window[1] + part[3] * height,
    )


def in_shares(at: tuple[float, float], frame: Frame, window: Shares) -> tuple[float, float]:
    """Convert a point from pixels of the whole frame to shares of a view."""
    left, top, right, bottom = edges(window, frame)
    return (at[0] - left) / (right - left), (at[1] - top) / (bottom - top)


def share_in_view(thing: Thing, frame: Frame, window: Shares) -> float:
    """Return the share of the thing's whole box that lies in a window of the frame."""
    left, top, right, bottom = in_pixels(window, frame)
    a, b, c, d = thing.box
    width, height = min(c, right) - max(a, left), min(d, bottom) - max(b, top)
    if width <= 0.0 or height <= 0.0 or c <= a or d <= b:
        return 0.0
    return thing.inside * width * height / ((c - a) * (d - b))


def shares_in_view(boxes: Floats, inside: Floats, frame: Frame, window: Shares) -> Floats:
    """Return the same as `share_in_view` for many boxes, of which given shares lie inside the picture."""
    left, top, right, bottom = in_pixels(window, frame)
    a, b, c, d = boxes.T
    width, height = np.minimum(c, right) - np.maximum(a, left), np.minimum(d, bottom) - np.maximum(b, top)
    seen = (width > 0.0) & (height > 0.0) & (c > a) & (d > b)
    return np.where(seen, inside * width * height / np.where(seen, (c - a) * (d - b), 1.0), 0.0)


def whole_in_view(things: Iterable[Thing], frame: Frame, window: Shares = WHOLE_VIEW) -> list[Thing] | None:
    """Return the things that lie wholly in the window; things cut by its edge are left out.

    None if that is unclear for a thing: it ends within `CLEAR` pixels of the window's edge on either side.
    """
    left, top, right, bottom = edges(window, frame)
    within: list[Thing] = []
    for thing in things:
        a, b, c, d = thing.box
        if c <= left or a >= right or d <= top or b >= bottom:
            continue
        room = min(a - left, b - top, right - c, bottom - d)
        if thing.inside >= WHOLE_SHARE and abs(room) < CLEAR:
            return None
        if thing.inside >= WHOLE_SHARE and room > 0.0:
            within.append(thing)
    return within


# ---------------------------------------------------------------- by pixels


def paint_numbers(things: Sequence[Thing], frame: Frame, *, all_touched: bool = True) -> Ids:
    """Return pixels with the number of the thing that fills them, from 1; later things lie above.

    `all_touched` also fills pixels that a thing only touches, so that small things are not lost.
    """
    from rasterio.features import rasterize

    columns, rows = frame.size
    shapes = [
        ({"type": "Polygon", "coordinates": [np.concatenate([thing.outline, thing.outline[:1]]).tolist()]}, number)
        for number, thing in enumerate(things, 1)
    ]
    if not shapes:
        return np.zeros((rows, columns), np.int32)
    return np.asarray(rasterize(shapes, out_shape=(rows, columns), fill=0, all_touched=all_touched, dtype="int32"))


def count_by_pixels(things: Sequence[Thing], frame: Frame, window: Shares = WHOLE_VIEW) -> int:
    """Count things with all pixels in the window and none at its edge, in the picture of their outlines."""
    ids = paint_numbers(things, frame)
    left, top, right, bottom = edges(window, frame)
    view = ids[top:bottom, left:right]
    total = np.bincount(ids.ravel(), minlength=len(things) + 1)
    inside = np.bincount(view.ravel(), minlength=len(things) + 1)
    whole = (inside == total) & (total > 0)
    whole[np.unique(np.concatenate([view[0], view[-1], view[:, 0], view[:, -1]]))] = False
    return int(whole[1:].sum())


def middles_by_pixels(things: Sequence[Thing], frame: Frame) -> list[tuple[float, float]]:
    """Return the middle of each thing's pixels, halfway between the first and the last."""
    from scipy.ndimage import find_objects

    places = find_objects(paint_numbers(things, frame), max_label=len(things))
    return [
        ((place[1].start + place[1].stop) / 2.0, (place[0].start + place[0].stop) / 2.0)
        if place is not None
        else (math.nan, math.nan)
        for place in places
    ]


# ---------------------------------------------------------------- directions and choices


def direction(start: tuple[float, float], end: tuple[float, float]) -> tuple[str, float]:
    """Return the compass point (of eight) from start to end, and degrees to the nearest border between two points."""
    turn = math.degrees(math.atan2(start[1] - end[1], end[0] - start[0])) % 360.0
    number = math.floor((turn + 22.5) / 45.0) % 8
    return POINTS[number], 22.5 - abs((turn - 45.0 * number + 180.0) % 360.0 - 180.0)


def distance(start: tuple[float, float], end: tuple[float, float]) -> float:
    return math.hypot(end[0] - start[0], end[1] - start[1])


def polygon_area_m2(thing: Thing, frame: Frame) -> float:
    """Return the area of the outline in m², by the shoelace formula."""
    x, y = thing.outline[:, 0], thing.outline[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2.0 * frame.window.resolution_m**2
