"""One day of one forecaster: truth, forecast and SPC side by side, and level by level where they overlap."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import shapely

from mesocosm.earth.drawing.ink import clip_text
from mesocosm.report import figures
from mesocosm.suites.tornado.outlooks.bands import Bands
from mesocosm.suites.tornado.outlooks.levels import LEVEL_COLOURS, LEVELS
from mesocosm.suites.tornado.report.base_map import dots, draw_ground, fill, ground
from mesocosm.suites.tornado.report.sheet import (
    FALSE_ALARM,
    HIT,
    MISS,
    NOTE,
    REPORT,
    frame,
    place,
    sheet,
)
from mesocosm.suites.tornado.verification.reports import Reports
from mesocosm.suites.tornado.verification.tornadobench import DayScore, Profile

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = 3
PANEL_IN = 3.9
GAP_IN = 0.12
HEAD_IN, TITLE_IN, LEGEND_IN = 0.62, 0.26, 0.42
THOUSAND_KM2 = 1e9
"""A thousand km² in square metres."""


@dataclass(frozen=True)
class DayOfForecaster:
    """The content of one map; bands are in the profile's plane."""

    date: str
    forecaster: str
    profile: Profile
    truth: Bands
    forecast: Bands
    score: DayScore
    official: Bands | None = None
    """The outlook of the Storm Prediction Center, if there is one beside the forecast."""
    reports: Reports | None = None


@dataclass(frozen=True)
class Overlap:
    """Hits, misses and false alarms at one level."""

    level: int
    hit: shapely.Geometry
    miss: shapely.Geometry
    false_alarm: shapely.Geometry


def overlaps(day: DayOfForecaster) -> list[Overlap]:
    """Return the overlap of each level that either side has, in the bands that the profile compares."""
    nested = day.profile == "default"
    truth = day.truth.nested if nested else day.truth.shapes
    forecast = day.forecast.nested if nested else day.forecast.shapes
    nothing = shapely.Polygon()
    overlapping = []
    for level in (known for known in LEVELS if known in truth or known in forecast):
        real, said = truth.get(level, nothing), forecast.get(level, nothing)
        parts = shapely.intersection(real, said), shapely.difference(real, said), shapely.difference(said, real)
        overlapping.append(Overlap(level, *parts))
    return overlapping


def draw_day(day: DayOfForecaster) -> Figure:
    """Draw the picture; draw and save it inside `figures.style()`."""
    overlapping = overlaps(day)
    rows = 1 + math.ceil(len(overlapping) / COLUMNS)
    whole = ground(day.profile).window
    close = whole.around([*day.truth.shapes.values(), *day.forecast.shapes.values()]) if overlapping else whole
    panel_height = PANEL_IN * whole.height / whole.width
    width = COLUMNS * PANEL_IN + (COLUMNS + 1) * GAP_IN
    height = HEAD_IN + rows * (TITLE_IN + panel_height) + LEGEND_IN
    figure = sheet(_title(day), width_in=width, height_in=height)
    place(figure, _summary(day), left_in=0.15, top_in=0.37, color=NOTE)

    def panel(number: int, title: str) -> Axes:
        row, column = divmod(number, COLUMNS)
        left = GAP_IN + column * (PANEL_IN + GAP_IN)
        top = HEAD_IN + row * (TITLE_IN + panel_height)
        place(figure, title, left_in=left, top_in=top + 0.06, fontsize=9)
        axes = frame(figure, left_in=left, top_in=top + TITLE_IN, width_in=PANEL_IN, height_in=panel_height)
        draw_ground(axes, day.profile, whole if number < COLUMNS else close)
        return axes

    _draw_bands(panel(0, f"truth, {_reports_text(day)}"), day, day.truth)
    _draw_bands(panel(1, clip_text(day.forecaster, 55)), day, day.forecast)
    if day.official is not None:
        _draw_bands(panel(2, "Storm Prediction Center"), day, day.official)
    for number, overlap in enumerate(overlapping, start=COLUMNS):
        _draw_overlap(panel(number, _overlap_text(day, overlap)), day, overlap)
    _legend(figure, day)
    return figure


def _title(day: DayOfForecaster) -> str:
    date = f"{day.date[:4]}-{day.date[4:6]}-{day.date[6:]}"
    return f"{date}   {clip_text(day.forecaster, 70)}   TornadoBench {day.score.tb:.3f}"


def _summary(day: DayOfForecaster) -> str:
    score = day.score
    apart = "" if math.isnan(score.centroid_km) else f"; middles {score.centroid_km:,.0f} km apart"
    return (
        f"profile {day.profile}, the day weighs {score.weight}; highest level: truth {score.truth_highest} %, "
        f"forecast {score.forecast_highest} % ({score.match}){apart}"
    )


def _reports_text(day: DayOfForecaster) -> str:
    if day.reports is None:
        return "reports not known"
    return "1 report" if len(day.reports) == 1 else f"{len(day.reports)} reports"


def _overlap_text(day: DayOfForecaster, overlap: Overlap) -> str:
    which = f"at least {overlap.level} %" if day.profile == "default" else f"band of {overlap.level} %"
    hit, miss, false_alarm = (_area(shape) for shape in (overlap.hit, overlap.miss, overlap.false_alarm))
    return f"{which}: overlap {day.score.iou[overlap.level]:.2f}   hit {hit}, miss {miss}, false {false_alarm}"


def _area(shape: shapely.Geometry) -> str:
    return f"{shape.area / THOUSAND_KM2:,.{0 if shape.area >= 10 * THOUSAND_KM2 or not shape.area else 1}f}"


def _draw_bands(axes: Axes, day: DayOfForecaster, bands: Bands) -> None:
    for level, shape in bands.shapes.items():
        fill(axes, shape, facecolor=LEVEL_COLOURS[level], edgecolor=figures.INK, linewidth=0.5, zorder=2)
    _draw_reports(axes, day)


def _draw_overlap(axes: Axes, day: DayOfForecaster, overlap: Overlap) -> None:
    fill(axes, overlap.false_alarm, facecolor=FALSE_ALARM, edgecolor=figures.INK, linewidth=0.4, zorder=2)
    fill(axes, overlap.miss, facecolor=MISS, edgecolor=figures.INK, linewidth=0.4, zorder=2)
    fill(axes, overlap.hit, facecolor=HIT, edgecolor=figures.INK, linewidth=0.4, zorder=2)
    _draw_reports(axes, day)


def _draw_reports(axes: Axes, day: DayOfForecaster) -> None:
    if day.reports is not None and len(day.reports):
        dots(axes, day.reports, day.profile, s=7, color=REPORT, edgecolor="white", linewidth=0.4, zorder=4)


def _legend(figure: Figure, day: DayOfForecaster) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    highest = max(day.truth.highest, day.forecast.highest, day.official.highest if day.official else 0)
    levels = [level for level in LEVELS if level <= max(highest, LEVELS[-3])]
    handles: list[Patch | Line2D] = [
        Patch(facecolor=LEVEL_COLOURS[level], edgecolor=figures.INK, linewidth=0.5, label=f"{level} %")
        for level in levels
    ]
    handles += [
        Patch(facecolor=colour, edgecolor=figures.INK, linewidth=0.5, label=name)
        for colour, name in ((HIT, "hit"), (MISS, "miss"), (FALSE_ALARM, "false alarm"))
    ]
    if day.reports is not None:
        handles.append(Line2D([], [], color=REPORT, marker="o", markersize=3.5, linestyle="", label="tornado report"))
    figure.legend(handles=handles, loc="lower left", ncols=len(handles), handlelength=1.2, columnspacing=1.4)
    width, height = figure.get_size_inches()
    place(figure, "areas in 1,000 km²", left_in=width - 1.5, top_in=height - 0.26, color=NOTE, fontsize=9)
