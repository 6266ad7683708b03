"""The calendar of daily scores: forecasters by days, with the truth's highest level on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.earth.drawing.ink import clip_text
from mesocosm.report import figures
from mesocosm.suites.tornado.outlooks.levels import LEVEL_COLOURS
from mesocosm.suites.tornado.report.sheet import NOTE, frame, ink_on, place, sheet
from mesocosm.suites.tornado.report.standings import Standing, Standings
from mesocosm.types import AnswerStatus

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DAYS_PER_STRIP = 30
CELL_IN, ROW_IN = 0.36, 0.25
"""Width and height of a cell, in inches; wider than a year of four figures, which may be above every cell."""
LEAST_DAYS = 18
"""Fewest cells of a row, so that it is as wide as the legend."""
LETTER_IN = 0.078
"""Width of a letter of a forecaster's name, in inches, about."""
LONGEST_NAME = 60
HEAD_IN, DATES_IN, LEGEND_IN = 0.75, 0.5, 0.5
LOW, HIGH = "#f4f1e6", "#08306b"
NO_OUTLOOK = "#ffffff"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MARKS: dict[AnswerStatus, str] = {"valid": "", "repaired": "•", "rejected": "×", "missing": "–"}


def draw_calendar(standings: Standings) -> Figure:
    """Draw the picture; draw and save it inside `figures.style()`."""
    dates = list(standings.truth_highest)
    strips = [dates[at : at + DAYS_PER_STRIP] for at in range(0, len(dates), DAYS_PER_STRIP)]
    left = 0.3 + LETTER_IN * max(len(clip_text(row.name, LONGEST_NAME)) for row in standings.forecasters)
    rows_in = ROW_IN * (len(standings.forecasters) + 1)
    width = left + CELL_IN * max(len(strips[0]), LEAST_DAYS) + 0.2
    height = HEAD_IN + len(strips) * (DATES_IN + rows_in) + LEGEND_IN
    figure = sheet(f"Daily TornadoBench, profile {standings.profile}", width_in=width, height_in=height)
    place(figure, "in hundredths; the truth on top, the highest score first", left_in=0.15, top_in=0.38, color=NOTE)
    for number, strip in enumerate(strips):
        top = HEAD_IN + number * (DATES_IN + rows_in) + DATES_IN
        axes = frame(figure, left_in=left, top_in=top, width_in=CELL_IN * len(strip), height_in=rows_in)
        _draw_strip(axes, standings, strip)
    _legend(figure)
    return figure


def _draw_strip(axes: Axes, standings: Standings, dates: Sequence[str]) -> None:
    names = ["truth's highest level, %", *(clip_text(row.name, LONGEST_NAME) for row in standings.forecasters)]
    axes.set_xlim(0, len(dates))
    axes.set_ylim(len(names), 0)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_yticks([place + 0.5 for place in range(len(names))], [figures.plain(name) for name in names])
    axes.set_xticks([place + 0.5 for place in range(len(dates))], _day_names(dates))
    axes.tick_params(axis="both", length=0, labelsize=8)
    axes.tick_params(axis="x", labelsize=8, labeltop=True, labelbottom=False)
    for column, date in enumerate(dates):
        if column and dates[column - 1][:4] != date[:4]:
            axes.axvline(column, color=figures.INK, linewidth=1.2, zorder=5)
        level = standings.truth_highest[date]
        _cell(axes, column, 0, LEVEL_COLOURS[level], str(level))
        for row, standing in enumerate(standings.forecasters, start=1):
            _draw_day(axes, column, row, standing, date)


def _day_names(dates: Sequence[str]) -> list[str]:
    """Write days of the month; where a month begins, its name and year above."""
    begins = [place == 0 or dates[place - 1][:6] != date[:6] for place, date in enumerate(dates)]
    names = [f"{date[:4]}\n{MONTHS[int(date[4:6]) - 1]}\n{date[6:]}" for date in dates]
    return [name if first else date[6:] for name, first, date in zip(names, begins, dates, strict=True)]


def _draw_day(axes: Axes, column: int, row: int, standing: Standing, date: str) -> None:
    mark = MARKS[standing.status[date]]
    if date not in standing.daily:
        _cell(axes, column, row, NO_OUTLOOK, mark, hatch="////")
        return
    score = standing.daily[date]
    colour = shade(score)
    _cell(axes, column, row, colour, f"{100 * score:.0f}")
    if mark:
        axes.text(
            column + 0.83, row + 0.26, mark, fontsize=9, weight="bold", color=ink_on(colour), ha="center", va="center"
        )


def _cell(axes: Axes, column: int, row: int, colour: str, text: str, *, hatch: str = "") -> None:
    from matplotlib.patches import Rectangle

    edge = figures.PALE if hatch else "white"
    axes.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor=edge, linewidth=0.8, hatch=hatch))
    axes.text(column + 0.48, row + 0.53, text, fontsize=8, color=ink_on(colour), ha="center", va="center")


def shade(score: float) -> str:
    """Return a shade from pale to dark by the square root of a score, which spreads the small ones."""
    part = math.sqrt(min(max(score, 0.0), 1.0))
    pairs = [(int(LOW[at : at + 2], 16), int(HIGH[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(low + part * (high - low)):02x}" for low, high in pairs)


def _legend(figure: Figure) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Patch | Line2D] = [
        Patch(facecolor=shade(score), label=f"{score:g}") for score in (0, 0.1, 0.3, 0.6, 1)
    ]
    handles.append(Patch(facecolor=NO_OUTLOOK, edgecolor=figures.PALE, hatch="////", label="no outlook: counts 0"))
    handles += [
        Line2D([], [], linestyle="", color=figures.INK, marker=f"${mark}$", markersize=6, label=status)
        for status, mark in MARKS.items()
        if mark
    ]
    figure.legend(
        handles=handles, loc="lower left", ncols=len(handles), fontsize=9, handlelength=1.4, columnspacing=1.3
    )
