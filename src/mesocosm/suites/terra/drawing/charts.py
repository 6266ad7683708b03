"""Charts that the tools draw, and the text that describes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.drawing.charts import ChartSheet, Floats, chart_sheet, time_axis
from mesocosm.earth.drawing.ink import COLOURS
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing.field_slices import place_words, pretty, quantity_of
from mesocosm.suites.terra.drawing.pictures import save_picture
from mesocosm.suites.terra.drawing.series import (
    Line,
    Series,
    distinguish_labels,
    format_time,
    in_one_unit,
    read_line,
    times_of,
)
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.inputs.selection import select_variable
from mesocosm.suites.terra.replies.lists import unit_after
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

MOST_TITLE = 80
"""Characters that fit into a chart's title."""
LEAP_DAY = 229
"""The 29th of February, as a month and a day; it has too few years for normals."""


def axis_label(name: str, unit: str) -> str:
    """Return the label of an axis: quantity and unit."""
    return f"{name} ({pretty(unit) or ('pure number' if unit == '1' else 'unit not told')})"


def plot_data(drawn: ChartSheet) -> dict[str, JsonValue]:
    """Return where the plot lies in the picture, and the ranges of its axes."""
    x, y = drawn.axes.get_xlim(), drawn.axes.get_ylim()
    return {"panel": list(drawn.frame), "y_range": [float(end) for end in y], "x_range": [float(end) for end in x]}


def _inputs(lines: Sequence[Series]) -> dict[str, str]:
    return {path: sha256 for line in lines for path, sha256 in line.inputs.items()}


def series_chart(workspace: Workspace, lines: list[Series], threshold: float | None, title: str | None) -> Output:
    """Draw series over time."""
    unit, quantity = lines[0].unit, shared_quantity(lines)
    if len(lines) > 1:
        lines = [replace(line, label=line.place) if line.label == quantity and line.place else line for line in lines]
        lines = distinguish_labels(lines)
    title = title or _series_title(quantity, [line.label for line in lines])
    period = (
        f"{format_time(min(line.times[0] for line in lines))} to {format_time(max(line.times[-1] for line in lines))}"
    )
    places = list(dict.fromkeys(line.place for line in lines if line.place))
    where = period if len(places) != 1 else f"{period}, at {places[0]}"
    words = threshold_words(threshold, unit)
    names = [] if len(lines) == 1 and not words else [*(line.label for line in lines), *words]
    with chart_sheet(title, where, "", axis_label(quantity or "value", unit), names=names) as drawn:
        for line, colour in zip(lines, COLOURS, strict=False):
            drawn.line(line.times, line.values, colour, line.label)
        if threshold is not None:
            drawn.level(threshold, words[0])
        time_axis(drawn.axes, lines[0].times)
    data: dict[str, JsonValue] = {"series": [line.summary() for line in lines], **plot_data(drawn)}
    data["places"] = list[JsonValue](places)
    text_lines = [f"{title}, {where}", *(line.words() for line in lines)]
    return save_picture(workspace, "chart series", drawn.sheet.png, *text_lines, data=data, inputs=_inputs(lines))


def shared_quantity(lines: Sequence[Series]) -> str:
    """Return the quantity that all series share; empty if they differ."""
    return lines[0].quantity if len({line.quantity for line in lines}) == 1 else ""


def _series_title(quantity: str, labels: list[str]) -> str:
    """Return the quantity and the series' name; of many series only the quantity, as the legend names them all."""
    whose = ", ".join(labels)
    if not quantity or all(quantity.lower() in label.lower() for label in labels):
        return whose
    whole = f"{quantity}: {whose}"
    return whole if len(whole) <= MOST_TITLE else quantity


def threshold_words(threshold: float | None, unit: str) -> list[str]:
    """Return the name of the dashed threshold line, if there is one."""
    return [] if threshold is None else [f"threshold {threshold:g} {pretty(unit)}".rstrip()]


def plume_chart(
    workspace: Workspace,
    path: str,
    variable: str | None,
    point: list[float] | None,
    units: str | None,
    observed: Line | None,
    threshold: float | None,
    title: str | None,
) -> Output:
    """Draw the members, their median and the bands that hold most of them."""
    from mesocosm.earth.fields.field_units import convert_field
    from mesocosm.earth.fields.region import at_place

    fields = open_field_file(workspace, path)
    values = select_variable(fields, variable)
    values = values if point is None else at_place(values, point[0], point[1], "nearest")
    single = [str(axis) for axis in values.dims if str(axis) not in ("member", "time") and values.sizes[axis] == 1]
    values = values.squeeze(single, drop=True)
    if set(values.dims) != {"member", "time"}:
        raise ToolError(
            f"{values.name} must have members and times alone, it has {dict(values.sizes)}; give `point` or reduce it"
        )
    values = (values if units is None else convert_field(values, units)).transpose("member", "time")
    unit, table, times = units or str(values.attrs.get("units", "")), values.values.astype(np.float64), times_of(values)
    if not np.isfinite(table).all(axis=0).any():
        raise ToolError(f"{values.name} has no time at which all members have a value")
    whole = np.where(np.isfinite(table).all(axis=0), table, np.nan)
    bands = dict(zip((10, 25, 50, 75, 90), np.percentile(whole, (10, 25, 50, 75, 90), axis=0), strict=True))
    median = Series(times, bands[50], "median", unit, {path: fields.sha256})
    lines = [median] if observed is None else in_one_unit([median, read_line(workspace, observed)])
    lines = [median, *(_within(replace(line, label="observed"), median) for line in lines[1:])]
    words = threshold_words(threshold, unit)
    names = ["10 to 90 %", "25 to 75 %", *(line.label for line in lines), f"{len(table)} members", *words]
    title = title or f"{quantity_of(values)}: {len(table)} members"
    where = median.period if point is None else f"{median.period}, at {place_words(list(point))}"
    with chart_sheet(title, where, "", axis_label(quantity_of(values), unit), names=names) as drawn:
        for number, member in enumerate(table):
            drawn.line(
                times, member, "#8a979e", names[-1 - len(words)] if not number else "_", lw=0.5, marker="", zorder=1.5
            )
        drawn.band(times, bands[10], bands[90], COLOURS[0], 0.2, names[0])
        drawn.band(times, bands[25], bands[75], COLOURS[0], 0.35, names[1])
        for line, colour in zip(lines, (COLOURS[0], "#111111"), strict=False):
            drawn.line(line.times, line.values, colour, line.label, lw=2.0)
        if threshold is not None:
            drawn.level(threshold, words[0])
        time_axis(drawn.axes, times)
    data: dict[str, JsonValue] = {
        "members": len(table),
        "series": [line.summary() for line in lines],
        **plot_data(drawn),
    }
    width = float(np.nanmax(bands[90] - bands[10]))
    text_lines = [
        f"{title}, {where}",
        *(line.words() for line in lines),
        f"10 to 90 % are at most {width:.4g}{unit_after(unit)} apart",
    ]
    return save_picture(
        workspace, f"chart plume {values.name}", drawn.sheet.png, *text_lines, data=data, inputs=_inputs(lines)
    )


def _within(line: Series, other: Series) -> Series:
    """Cut a series to the times that another one covers."""
    if line.times.dtype.kind != other.times.dtype.kind:
        raise ToolError(f"{line.label} and {other.label} use different calendars")
    inside = (line.times >= other.times[0]) & (line.times <= other.times[-1])
    if not (inside & np.isfinite(line.values)).any():
        raise ToolError(f"{line.label} covers {line.period}, the ensemble {other.period}: they do not overlap")
    return replace(line, times=line.times[inside], values=line.values[inside])


def climatology_chart(
    workspace: Workspace, line: Series, year: int, baseline: tuple[int, int], title: str | None
) -> Output:
    """Draw a year over its normals."""
    if baseline[0] > baseline[1]:
        raise ToolError(f"`baseline_start` must not exceed `baseline_end`, got {baseline[0]} and {baseline[1]}")
    if line.times.dtype.kind != "M":
        raise ToolError(f"{line.label} uses a special calendar; normals need the standard calendar")
    years = line.times.astype("datetime64[Y]").astype(int) + 1970
    marks = _marks(line)
    days = sorted(set(marks[marks != LEAP_DAY].tolist()))
    if len(days) > 366:
        raise ToolError(f"{line.label} has several values a day; reduce it to days or months first")
    shown_year = _by_mark(line, years == year, marks, days)
    inside = (years >= baseline[0]) & (years <= baseline[1]) & np.isfinite(line.values)
    groups = [line.values[inside & (marks == day)] for day in days]
    if not np.isfinite(shown_year).any() or min(map(len, groups)) < 2:
        raise ToolError(
            f"{line.label} covers {line.period}: it needs values in {year}, and two years of each "
            f"day or month in {baseline[0]} to {baseline[1]}"
        )
    mean, low, high = (np.array([reduce(group) for group in groups]) for reduce in (np.mean, _tenth, _ninetieth))
    moments = np.array([f"{year}-{day // 100:02d}-{day % 100:02d}" for day in days], "datetime64[ns]")
    names = [f"10 to 90 % of {baseline[0]} to {baseline[1]}", f"mean of {baseline[0]} to {baseline[1]}", str(year)]
    title = title or f"{line.label}: {year} and its normals"
    with chart_sheet(
        title, f"normals of {baseline[0]} to {baseline[1]}", "", axis_label(line.quantity, line.unit), names=names
    ) as drawn:
        drawn.band(moments, low, high, "#8a979e", 0.4, names[0])
        drawn.line(moments, mean, "#47565f", names[1], lw=1.2, marker="")
        drawn.line(moments, shown_year, COLOURS[1], names[2], lw=1.6)
        time_axis(drawn.axes, moments)
    away = shown_year - mean
    known = np.isfinite(away)
    above, below = (int((known & outside).sum()) for outside in (shown_year > high, shown_year < low))
    far = int(np.nanargmax(np.abs(away)))
    unit = unit_after(line.unit)
    furthest = f"furthest {away[far]:+.4g}{unit} at {str(moments[far])[:10]}"
    text_lines = [
        title,
        f"{year}: mean departure {np.nanmean(away):+.4g}{unit} from the normals over {int(known.sum())} steps",
        f"{above} above the 90th and {below} below the 10th percentile; {furthest}",
    ]
    data: dict[str, JsonValue] = {
        "year": year, "mean_departure": float(np.nanmean(away)), "steps": int(known.sum()), "above_p90": above,
        "below_p10": below, "units": line.unit, **plot_data(drawn),
    }  # fmt: skip
    return save_picture(workspace, "chart climatology", drawn.sheet.png, *text_lines, data=data, inputs=line.inputs)


def _marks(line: Series) -> NDArray[np.int64]:
    """Return month and day of each time as one number."""
    months = line.times.astype("datetime64[M]")
    day = (line.times.astype("datetime64[D]") - months.astype("datetime64[D]")).astype(np.int64) + 1
    return np.asarray((months.astype(np.int64) % 12 + 1) * 100 + day)


def _by_mark(line: Series, chosen: NDArray[np.bool_], marks: NDArray[np.int64], days: list[int]) -> Floats:
    at = dict(zip(marks[chosen].tolist(), line.values[chosen].tolist(), strict=True))
    return np.array([at.get(day, np.nan) for day in days])


def _tenth(group: Floats) -> float:
    return float(np.percentile(group, 10))


def _ninetieth(group: Floats) -> float:
    return float(np.percentile(group, 90))
