"""The form of a diagram: a plot for each forecaster, with SPC and the baselines behind it in each."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mesocosm.earth.drawing.ink import clip_text
from mesocosm.report import figures
from mesocosm.suites.tornado.report.sheet import NOTE, frame, place, sheet
from mesocosm.suites.tornado.report.standings import Standing, Standings
from mesocosm.suites.tornado.verification.baselines import CLIMATOLOGY_NAME, EMPTY_NAME, PERSISTENCE_NAME
from mesocosm.suites.tornado.verification.probabilities import Verification

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS, PANEL_IN = 4, 2.6
LEFT_IN, GAP_IN, HEAD_IN, TITLE_IN, FOOT_IN, LEGEND_IN = 0.75, 0.5, 0.86, 0.58, 0.5, 0.35
NAME_WIDTH = 38
"""Letters of a forecaster's name over its plot; a longer one takes a second line."""
LETTERS_PER_IN = 13
"""Letters of a note that fit in an inch, with a small reserve."""
GREY = "#7d8b92"
BEHIND: dict[str, dict[str, Any]] = {
    PERSISTENCE_NAME: {"color": GREY, "linestyle": "--", "marker": "^", "markersize": 3.5},
    CLIMATOLOGY_NAME: {"color": GREY, "linestyle": ":", "marker": "v", "markersize": 3.5},
    EMPTY_NAME: {"color": GREY, "linestyle": "-.", "marker": "x", "markersize": 5},
}
OFFICIAL: dict[str, Any] = {"color": figures.INK, "linestyle": "-", "marker": "s", "markersize": 3.5}
OWN: dict[str, Any] = {"color": figures.COLOURS[0], "linestyle": "-", "linewidth": 2, "zorder": 5}


class Point(NamedTuple):
    """One point of a curve."""

    x: float
    y: float
    label: str = ""
    area: float = 28.0
    """Area of the point's sign, in square points."""


@dataclass(frozen=True)
class Diagram:
    """One kind of diagram: its texts, curve and background."""

    name: str
    title: str
    note: str
    x: str
    y: str
    curve: Callable[[Verification], list[Point]]
    headline: Callable[[Verification], str]
    """Text over a forecaster's plot: its main number."""
    background: Callable[[Axes, Verification], None]


def draw_diagram(diagram: Diagram, standings: Standings) -> Figure:
    """Draw the picture; draw and save it inside `figures.style()`."""
    fronts = [row for row in standings.forecasters if row.kind == "forecaster"] or _officials(standings)
    columns = max(min(COLUMNS, len(fronts)), 3)
    rows = max(math.ceil(len(fronts) / columns), 1)
    row_in = TITLE_IN + PANEL_IN + FOOT_IN
    width = LEFT_IN + columns * (PANEL_IN + GAP_IN)
    figure = sheet(diagram.title, width_in=width, height_in=HEAD_IN + rows * row_in + LEGEND_IN)
    note = textwrap.fill(diagram.note, int(LETTERS_PER_IN * width))
    place(figure, note, left_in=0.15, top_in=0.38, color=NOTE, fontsize=9)
    for number, front in enumerate(fronts):
        row, column = divmod(number, columns)
        left, top = LEFT_IN + column * (PANEL_IN + GAP_IN), HEAD_IN + row * row_in
        _heading(figure, diagram, front, left_in=left, top_in=top)
        axes = frame(figure, left_in=left, top_in=top + TITLE_IN, width_in=PANEL_IN, height_in=PANEL_IN)
        _draw_panel(axes, diagram, front, [row for row in standings.forecasters if row.kind != "forecaster"])
        axes.set_ylabel(diagram.y if column == 0 else "", fontsize=8)
    _legend(figure, standings)
    return figure


def _officials(standings: Standings) -> list[Standing]:
    return [row for row in standings.forecasters if row.kind == "official"]


def _heading(figure: Figure, diagram: Diagram, front: Standing, *, left_in: float, top_in: float) -> None:
    lines = [
        *textwrap.wrap(clip_text(front.name, 2 * NAME_WIDTH - 8), NAME_WIDTH)[:2],
        diagram.headline(front.verification),
    ]
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        style = {"color": NOTE} if last else {"weight": "bold"}
        place(figure, line, left_in=left_in, top_in=top_in + 0.16 * (number + 3 - len(lines)), fontsize=8, **style)


def _draw_panel(axes: Axes, diagram: Diagram, front: Standing, others: Sequence[Standing]) -> None:
    diagram.background(axes, front.verification)
    for row in others:
        if row.name != front.name:
            points = _known(diagram, row)
            axes.plot([point.x for point in points], [point.y for point in points], linewidth=1, **_style(row))
    own = _known(diagram, front)
    axes.plot([point.x for point in own], [point.y for point in own], **OWN)
    axes.scatter(
        [point.x for point in own], [point.y for point in own], [point.area for point in own], OWN["color"], zorder=6
    )
    for point in own:
        style = {"fontsize": 8, "color": OWN["color"], "zorder": 7}
        axes.annotate(point.label, (point.x, point.y), (4, -9), textcoords="offset points", **style)
    axes.set_xlabel(diagram.x, fontsize=8)
    axes.tick_params(labelsize=8)


def _known(diagram: Diagram, row: Standing) -> list[Point]:
    return [point for point in diagram.curve(row.verification) if not (math.isnan(point.x) or math.isnan(point.y))]


def _style(row: Standing) -> dict[str, Any]:
    return OFFICIAL if row.kind == "official" else BEHIND[row.name]


def _legend(figure: Figure, standings: Standings) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], marker="o", label="the forecaster named above", **OWN)]
    handles += [
        Line2D([], [], linewidth=1, label=figures.plain(row.name), **_style(row))
        for row in standings.forecasters
        if row.kind != "forecaster"
    ]
    figure.legend(handles=handles, loc="lower left", ncols=len(handles), fontsize=9, handlelength=2.6)
