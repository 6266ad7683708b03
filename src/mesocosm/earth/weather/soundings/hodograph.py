"""The hodograph: winds seen from above, coloured by height, with storm motions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PIL import Image

from mesocosm.earth.weather.soundings.brushes import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PALE,
    PURPLE,
    RED,
    Panel,
    Point,
    points,
)
from mesocosm.earth.weather.soundings.indices import Analysis
from mesocosm.earth.weather.soundings.profile import KNOT, FloatArray
from mesocosm.earth.weather.soundings.winds import Vector, Winds

SIZE = 384
TOP_M = 12_000.0
LAYERS = ((0, 1000, PURPLE), (1000, 3000, RED), (3000, 6000, GREEN), (6000, 9000, ORANGE), (9000, 12_000, BLUE))
"""Layers: metres above ground and colour."""
MARKED_KM = (0, 1, 2, 3, 6, 9, 12)
HALF_SPANS_KT = (30, 40, 50, 60, 80, 100, 120, 150, 200)
"""Wind speeds that half the picture may span, in knots."""
MARGIN = 26


class Frame(NamedTuple):
    """The wind at the centre of the picture, and the knots that half the picture spans."""

    centre_u: float
    centre_v: float
    half_span: float

    def place(self, u: FloatArray | float, v: FloatArray | float) -> FloatArray:
        """Return pixels of winds in knots."""
        scale = (SIZE / 2 - MARGIN) / self.half_span
        x = SIZE / 2 + (np.asarray(u) - self.centre_u) * scale
        y = SIZE / 2 - (np.asarray(v) - self.centre_v) * scale
        return points(np.atleast_1d(x), np.atleast_1d(y))

    def spot(self, wind: Vector) -> Point:
        [[x, y]] = self.place(wind.u / KNOT, wind.v / KNOT)
        return float(x), float(y)


def draw_hodograph(analysis: Analysis) -> Image.Image:
    """Draw the hodograph up to 12 km; without winds, an empty one with a remark."""
    panel = Panel.empty(SIZE, SIZE)
    if analysis.winds is None:
        panel.text((SIZE / 2, SIZE / 2), "no winds", 16, GREY, "mm")
        return panel.finished()
    heights = _heights(analysis.winds)
    frame = _frame(analysis, heights)
    _rings(panel, frame)
    _helicity_area(panel, frame, analysis)
    _trace(panel, frame, analysis.winds, heights)
    _motions(panel, frame, analysis)
    _legend(panel)
    return panel.finished()


def _heights(winds: Winds) -> FloatArray:
    """Return the heights of all levels with a wind up to 12 km, and the bounds of the layers."""
    bounds = np.array([0.0, *(top for _, top, _ in LAYERS)])
    reached = bounds[bounds <= winds.height[-1]]
    return np.unique(np.concatenate([winds.height[winds.height <= TOP_M], reached]))


def _frame(analysis: Analysis, heights: FloatArray) -> Frame:
    """Choose the smallest span that contains calm, the hodograph and the storm motions."""
    u, v = _knots(analysis.winds, heights)
    if analysis.motions is not None:
        movers = [motion for motion in analysis.motions if np.isfinite(motion.u)]
        u = np.concatenate([u, [motion.u / KNOT for motion in movers], [0.0]])
        v = np.concatenate([v, [motion.v / KNOT for motion in movers], [0.0]])
    centre_u, centre_v = (10 * round((component.max() + component.min()) / 20) for component in (u, v))
    reach = max(np.abs(u - centre_u).max(), np.abs(v - centre_v).max())
    return Frame(
        centre_u, centre_v, next((half_span for half_span in HALF_SPANS_KT if half_span >= reach), HALF_SPANS_KT[-1])
    )


def _knots(winds: Winds | None, heights: FloatArray) -> tuple[FloatArray, FloatArray]:
    assert winds is not None
    u = np.interp(heights, winds.height, winds.u) / KNOT
    return u, np.interp(heights, winds.height, winds.v) / KNOT


def _rings(panel: Panel, frame: Frame) -> None:
    """Draw circles of equal speed about calm, labelled along the axis with most room."""
    [[x, y]] = frame.place(0.0, 0.0)
    scale = (SIZE / 2 - MARGIN) / frame.half_span
    step = 10 if frame.half_span <= 50 else 20
    furthest = int(np.hypot(SIZE, SIZE) / scale)
    for speed in range(step, furthest, step):
        panel.ring((x, y), speed * scale, PALE, 1.0)
    panel.line(points([0, SIZE], [y, y]), PALE, 1.0)
    panel.line(points([x, x], [0, SIZE]), PALE, 1.0)
    for speed in range(step, furthest, step):
        across = x + speed * scale if x < SIZE / 2 else x - speed * scale
        if 10 < across < SIZE - 16 and 10 < y < SIZE - 12:
            panel.haloed((across, y + 9), f"{speed}", 11, GREY, "mm")
    panel.text((SIZE - 8, SIZE - 12), f"rings every {step} kt", 12, GREY, "rm")


def _helicity_area(panel: Panel, frame: Frame, analysis: Analysis) -> None:
    """Draw the area swept relative to the storm in the lowest kilometre: half the 0-1 km helicity."""
    winds, storm = analysis.winds, analysis.storm
    if winds is None or storm is None or not np.isfinite(storm.u):
        return
    low = np.unique(np.concatenate([[0.0], winds.height[winds.height < 1000], [1000.0]]))
    swept = frame.place(*_knots(winds, low))
    panel.area(np.concatenate([np.array([frame.spot(storm)]), swept]), (*PURPLE, 36))


def _trace(panel: Panel, frame: Frame, winds: Winds, heights: FloatArray) -> None:
    for bottom, top, colour in LAYERS:
        inside = heights[(heights >= bottom) & (heights <= top)]
        if len(inside) > 1:
            panel.line(frame.place(*_knots(winds, inside)), colour, 3.0)
    for height in MARKED_KM:
        if height * 1000 <= winds.height[-1]:
            x, y = frame.spot(winds.at(height * 1000.0) if height else Vector(float(winds.u[0]), float(winds.v[0])))
            panel.dot((x, y), 3.4, (255, 255, 255), BLACK)
            panel.haloed((x + 6, y - 8), f"{height}", 12, BLACK)


def _motions(panel: Panel, frame: Frame, analysis: Analysis) -> None:
    if analysis.motions is None:
        return
    for name, motion, colour in zip(("RM", "LM", "MW"), analysis.motions, (RED, BLUE, GREY), strict=True):
        if np.isfinite(motion.u):
            x, y = frame.spot(motion)
            panel.ring((x, y), 5.0, colour, 1.8)
            panel.line(points([x - 5, x + 5], [y, y]), colour, 1.2)
            panel.line(points([x, x], [y - 5, y + 5]), colour, 1.2)
            panel.haloed((x + 9, y + 8), name, 12, colour)


def _legend(panel: Panel) -> None:
    x = 10
    for bottom, top, colour in LAYERS:
        panel.line(points([x, x + 14], [13, 13]), colour, 3.0)
        panel.haloed((x + 18, 13), f"{bottom // 1000}-{top // 1000} km", 11, BLACK)
        x += 72 if bottom < 6000 else 76
