"""The four diagrams of verified probabilities: reliability, performance, ROC and economic value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from mesocosm.report import figures
from mesocosm.report.number_format import format_signed, number
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.report.panels import Diagram, Point
from mesocosm.suites.tornado.report.sheet import NOTE
from mesocosm.suites.tornado.verification.probabilities import Verification

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STRIP = "#e3eef5"
CSI_LINES = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7)
BIAS_RAYS = (0.25, 0.5, 1, 2, 4, 8)


def _reliability_curve(verification: Verification) -> list[Point]:
    """Return the reliability curve; a sign's area grows with the log of its cells, so that rare levels look unsure."""
    return [
        Point(100 * step.probability, 100 * step.observed, area=4 + 9 * math.log10(max(step.cells, 1)))
        for step in verification.reliability
    ]


def _reliability_ground(axes: Axes, verification: Verification) -> None:
    edges = np.array([0, *LEVELS, 100])
    axes.set_xscale("function", functions=(_root, _square))
    axes.set_yscale("function", functions=(_root, _square))
    axes.fill_between(edges[:-1], edges[:-1], edges[1:], color=STRIP, linewidth=0, zorder=0)
    if not math.isnan(verification.base_rate):
        axes.axhline(100 * verification.base_rate, color=NOTE, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
    axes.set_xlim(0, 70)
    axes.set_ylim(0, 100)
    axes.set_xticks([0, *LEVELS])
    axes.set_yticks([0, *LEVELS, 100])


def _root(value: Any) -> Any:
    return np.sqrt(np.maximum(value, 0))


def _square(value: Any) -> Any:
    return np.square(value)


def _performance_curve(verification: Verification) -> list[Point]:
    return [
        Point(1 - threshold.far, threshold.pod, f"{threshold.level}" if threshold.pod else "")
        for threshold in verification.thresholds
    ]


def _performance_ground(axes: Axes, verification: Verification) -> None:
    success = np.linspace(0.001, 1, 400)
    for csi in CSI_LINES:
        right = success[success >= csi]
        axes.plot(right, 1 / (1 / csi - 1 / right + 1), color=figures.PALE, linewidth=0.8, zorder=0)
        axes.text(0.995, csi, f"{csi:g}", fontsize=8, color=NOTE, ha="right", va="bottom")
    for bias in BIAS_RAYS:
        axes.plot([0, min(1, 1 / bias)], [0, min(1, bias)], color=NOTE, linewidth=0.5, linestyle=(0, (4, 3)), zorder=0)
        axes.text(*(min(1, 1 / bias), min(1, bias)), f" {bias:g}", fontsize=8, color=NOTE, ha="left", va="bottom")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)


def _roc_curve(verification: Verification) -> list[Point]:
    return [Point(false_alarms, detected) for false_alarms, detected in verification.roc]


def _roc_ground(axes: Axes, verification: Verification) -> None:
    axes.plot([0, 1], [0, 1], color=figures.PALE, linewidth=1, zorder=0)
    axes.set_xlim(-0.02, 1)
    axes.set_ylim(0, 1.02)
    axes.grid(color=figures.GRID)


def _value_curve(verification: Verification) -> list[Point]:
    return [Point(100 * float(ratio), value) for ratio, value in verification.value.items()]


def _value_ground(axes: Axes, verification: Verification) -> None:
    axes.set_xscale("log")
    axes.set_xticks(LEVELS, [str(level) for level in LEVELS])
    axes.set_xticks([], minor=True)
    axes.set_xlim(1.8, 66)
    axes.set_ylim(-0.05, 1)
    axes.grid(color=figures.GRID)


def _best_csi(verification: Verification) -> str:
    known = [threshold for threshold in verification.thresholds if not math.isnan(threshold.csi)]
    best = max(known, key=lambda threshold: threshold.csi, default=None)
    return f"best CSI {best.csi:.3f}, at {best.level} %" if best else "nothing to verify"


def _largest_value(verification: Verification) -> str:
    known = {ratio: value for ratio, value in verification.value.items() if not math.isnan(value)}
    best = max(known, key=lambda ratio: known[ratio], default=None)
    return f"largest {known[best]:.2f}, at {100 * float(best):g} %" if best else "nothing to verify"


def _skill(verification: Verification) -> str:
    return f"Brier skill over climatology {format_signed(verification.climatology_skill)}, {verification.days} days"


DIAGRAMS: dict[str, Diagram] = {
    "reliability": Diagram(
        name="Reliability",
        title="Reliability: how often it happened where a probability was said",
        note="shaded: observed within the band that was said; a larger sign: more cells; dotted: how often it happened "
        "anywhere on the forecaster's days",
        x="probability said, %",
        y="tornado within 40 km, % of cells",
        curve=_reliability_curve,
        headline=_skill,
        background=_reliability_ground,
    ),
    "performance": Diagram(
        name="Performance",
        title="Performance: areas of at least a level against cells within 40 km of a report",
        note="numbers at signs: level in %; lines: critical success index (at the right edge); rays: area forecast per "
        "area observed. Empty and climatology never reach a level: no sign.",
        x="success ratio (1 − false alarm ratio)",
        y="probability of detection",
        curve=_performance_curve,
        headline=_best_csi,
        background=_performance_ground,
    ),
    "roc": Diagram(
        name="Relative operating characteristic",
        title="Relative operating characteristic: detections against false detections",
        note="one sign for each threshold; the diagonal has no skill, and the empty outlook lies on it",
        x="probability of false detection",
        y="probability of detection",
        curve=_roc_curve,
        headline=lambda verification: f"area {number(verification.roc_area)}, {verification.days} days",
        background=_roc_ground,
    ),
    "value": Diagram(
        name="Economic value",
        title="Economic value: what a user saves, as a share of what a perfect forecast would save",
        note="each user acts at the level that serves best; 0 is what the better of always and never acting saves",
        x="cost of acting over loss avoided, %",
        y="relative value",
        curve=_value_curve,
        headline=_largest_value,
        background=_value_ground,
    ),
}
"""Diagrams by the name of the picture's file."""
