"""Measuring in a picture, each thing two ways: from exact outlines, and from the pixels that the outlines fill."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.questions.parts import POINTS, Part
from mesocosm.suites.eo.questions.question import Shares

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.frame import Frame, Thing

Ids = NDArray[np.int32]
NEARLY_ALL, HARDLY_ANY = 0.97, 0.03
"""A thing of which a share between these lies in a view is cut by its edge."""
WHOLE_SHARE = 0.999
"""Less of a thing within the picture means that the edge cuts it; shares are told to a thousandth."""
WHOLE_VIEW: Shares = (0.0, 0.0, 1.0, 1.0)


def middle(thing: Thing) -> tuple[float, float]:
    """Of the thing's box, in pixels."""
    left, top, right, bottom = thing.box
    return (left + right) / 2.0, (top + bottom) / 2.0


def in_pixels(window: Shares, frame: Frame) -> tuple[float, float, float, float]:
    """A window in pixels of the whole frame."""
    columns, rows = frame.size
    return window[0] * columns, window[1] * rows, window[2] * columns, window[3] * rows


def share_in_view(thing: Thing, frame: Frame, window: Shares) -> float:
    """Share of the thing's whole box that lies in a window of the frame."""
    left, top, right, bottom = in_pixels(window, frame)
    a, b, c, d = thing.box
    width, height = min(c, right) - max(a, left), min(d, bottom) - max(b, top)
    if width <= 0.0 or height <= 0.0 or c <= a or d <= b:
        return 0.0
    return thing.inside * width * height / ((c - a) * (d - b))


def things_in_view(
    things: Iterable[Thing], frame: Frame, window: Shares = WHOLE_VIEW
) -> tuple[list[Thing], list[Thing]]:
    """Things that lie in the window as good as whole, and those that its edge cuts."""
    within: list[Thing] = []
    cut: list[Thing] = []
    for thing in things:
        share = share_in_view(thing, frame, window)
        if share >= NEARLY_ALL:
            within.append(thing)
        elif share > HARDLY_ANY:
            cut.append(thing)
    return within, cut


def in_part(things: Sequence[Thing], part: Part, frame: Frame, clear: float = 2.0) -> list[Thing] | None:
    """Whole things whose middle lies in the part; what the picture's edge cuts is left out.

    None where that is not clear of some: its middle lies within `clear` pixels of the part's inner edges, or it ends
    within a pixel of the picture's edge.
    """
    columns, rows = frame.size
    left, top, right, bottom = part.shares
    # Edges of the picture itself divide nothing, so they may lie anywhere beyond it.
    open_part = Part(part.name, (left or -1.0, top or -1.0, right + (right == 1.0), bottom + (bottom == 1.0)))
    loose = [thing for thing in things if open_part.holds(*middle(thing), columns, rows, -clear)]
    firm = [thing for thing in loose if open_part.holds(*middle(thing), columns, rows, clear)]
    if len(firm) < len(loose) or any(touches_edge(thing, frame, 1.0) != touches_edge(thing, frame) for thing in firm):
        return None
    return [thing for thing in firm if not touches_edge(thing, frame)]


def touches_edge(thing: Thing, frame: Frame, within: float = 0.0) -> bool:
    """Whether the picture's edge cuts the thing, or lies within so many pixels of it."""
    columns, rows = frame.size
    left, top, right, bottom = thing.box
    near = min(left, top, columns - right, rows - bottom) <= within
    return near if within else thing.inside < WHOLE_SHARE


# ---------------------------------------------------------------- by pixels


def painted(things: Sequence[Thing], frame: Frame, *, all_touched: bool = True) -> Ids:
    """Pixels with the number of the thing that fills them, from 1; the later lies above.

    `all_touched`: also those that it only touches, so that small things are not lost.
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


def count_by_pixels(things: Sequence[Thing], frame: Frame, window: Shares = WHOLE_VIEW, *, whole: bool = False) -> int:
    """Things of which most pixels lie in the window, counted in the picture of their outlines.

    `whole`: only those that fill no pixel at the picture's edge.
    """
    ids = painted(things, frame)
    left, top, right, bottom = (round(edge) for edge in in_pixels(window, frame))
    total = np.bincount(ids.ravel(), minlength=len(things) + 1)
    inside = np.bincount(ids[top:bottom, left:right].ravel(), minlength=len(things) + 1)
    counted = (inside > 0.5 * total) & (total > 0)
    if whole:
        counted[np.unique(np.concatenate([ids[0], ids[-1], ids[:, 0], ids[:, -1]]))] = False
    return int(counted[1:].sum())


def area_by_pixels(things: Sequence[Thing], frame: Frame, window: Shares = WHOLE_VIEW) -> float:
    """Square metres that the things fill together within the window."""
    left, top, right, bottom = (round(edge) for edge in in_pixels(window, frame))
    return float((painted(things, frame)[top:bottom, left:right] > 0).sum()) * frame.window.resolution_m**2


def middles_by_pixels(things: Sequence[Thing], frame: Frame) -> list[tuple[float, float]]:
    """Middle of each thing's pixels, halfway between the first and the last of them."""
    from scipy.ndimage import find_objects

    places = find_objects(painted(things, frame), max_label=len(things))
    return [
        ((place[1].start + place[1].stop) / 2.0, (place[0].start + place[0].stop) / 2.0)
        if place is not None
        else (math.nan, math.nan)
        for place in places
    ]


# ---------------------------------------------------------------- directions and choices


def direction(start: tuple[float, float], end: tuple[float, float]) -> tuple[str, float]:
    """Which of the eight points the end lies towards, and degrees to the nearest border between two of them."""
    turn = math.degrees(math.atan2(start[1] - end[1], end[0] - start[0])) % 360.0
    number = math.floor((turn + 22.5) / 45.0) % 8
    return POINTS[number], 22.5 - abs((turn - 45.0 * number + 180.0) % 360.0 - 180.0)


def distance(start: tuple[float, float], end: tuple[float, float]) -> float:
    return math.hypot(end[0] - start[0], end[1] - start[1])


def clear_first(things: Sequence[Thing], key: Callable[[Thing], float], margin: float) -> Thing | None:
    """The thing with the smallest key, if the next one's is larger by at least the margin."""
    order = sorted(things, key=key)
    if not order or (len(order) > 1 and key(order[1]) - key(order[0]) < margin):
        return None
    return order[0]


def polygon_area_m2(thing: Thing, frame: Frame) -> float:
    """Of the outline, by the shoelace formula."""
    x, y = thing.outline[:, 0], thing.outline[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2.0 * frame.window.resolution_m**2
