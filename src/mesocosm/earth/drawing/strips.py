"""Strips of pixels that accompany pictures: a colour ramp with numbers, or names above pictures side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.drawing.ink import clip_text
from mesocosm.earth.drawing.scales import round_levels
from mesocosm.earth.drawing.sheet import WIDEST, Frame, Pixels, sheet

STRIP = 62
HEAD = 26
APART = 8
"""Heights of a ramp with its text and of a name, and distance between pictures, in pixels."""


def ramp_strip(width: int, colours: NDArray[np.float64], limits: tuple[float, float], label: str) -> Pixels:
    """Draw a colour ramp between two limits, with numbers and a label, as wide as a picture."""
    low, high = limits
    with sheet(width, STRIP) as page:
        bar = Frame(width // 10, 8, width - 2 * (width // 10), 14)
        place = np.linspace(0, len(colours) - 1, bar.width)
        ramp = np.stack([np.interp(place, np.arange(len(colours)), shade) for shade in colours.T], axis=-1)
        page.picture(np.broadcast_to(np.rint(ramp).astype(np.uint8), (bar.height, bar.width, 3)), bar.left, bar.top)
        axes = page.axes(bar)
        ticks = [tick for tick in round_levels(low, high, 6) if low <= tick <= high]
        axes.set(xlim=(low, high), yticks=[], xticks=ticks)
        axes.set_xticklabels([f"{tick:g}" for tick in ticks])
        axes.tick_params(length=3, labelsize=8.5)
        page.write(width / 2, 44, clip_text(label, width // 8), ha="center", size=9)
    return page.pixels


def side_by_side(pictures: Sequence[Pixels], names: Sequence[str]) -> Pixels:
    """Place pictures of one size in a row, each below its name; reduce them if the row would be too wide."""
    step = -(-(len(pictures) * pictures[0].shape[1] + APART * (len(pictures) - 1)) // WIDEST)
    small = [np.asarray(picture[::step, ::step]) for picture in pictures]
    rows, columns = small[0].shape[:2]
    with sheet(len(small) * columns + APART * (len(small) - 1), HEAD + rows) as page:
        for number, (picture, name) in enumerate(zip(small, names, strict=True)):
            left = number * (columns + APART)
            page.picture(picture, left, HEAD)
            page.write(left + 2, 6, clip_text(name, columns // 8), size=9)
    return page.pixels
