"""Diagrams that the tools draw: bars, scatter plots, reliability, discharge under rain, profiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.drawing.charts import Times, break_at_gaps, chart_sheet, named_bars, time_axis
from mesocosm.earth.drawing.ink import COLOURS
from mesocosm.errors import ToolError, UserError
from mesocosm.suites.terra.drawing.charts import axis_label, plot_data, threshold_words
from mesocosm.suites.terra.drawing.field_slices import at_time, place_words
from mesocosm.suites.terra.drawing.pictures import save_picture
from mesocosm.suites.terra.drawing.series import Series, column, distinguish_labels, in_one_unit, numbers, read_table
from mesocosm.suites.terra.inputs.files import Fields, open_field_file
from mesocosm.suites.terra.inputs.selection import select_variable
from mesocosm.suites.terra.replies.lists import unit_after
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]
MOST_BARS = 40
FLAT = 1e-12
"""Share of the largest value of a series; a series that varies by no more is constant except for rounding."""
USUAL_LEVELS = (1000, 850, 700, 500, 400, 300, 250, 200, 150, 100, 70, 50, 30, 20, 10)
"""Usual pressure levels, hPa."""


def bar_chart(workspace: Workspace, path: str, label: str, value: str, unit: str, title: str | None) -> Output:
    """Draw the numbers of a table as bars."""
    rows, inputs = read_table(workspace, path)
    if len(rows) > MOST_BARS:
        raise ToolError(f"{path!r} has {len(rows)} rows; {MOST_BARS} bars are drawn at most")
    names, values = column(rows, label, path, "label"), numbers(column(rows, value, path, "value"))
    if not np.isfinite(values).any():
        raise ToolError(f"`value` {value!r} holds no number in {path!r}")
    title = title or f"{value.replace('_', ' ')} by {label.replace('_', ' ')}"
    words, after = axis_label(value.replace("_", " "), unit), unit_after(unit)
    lying = max(map(len, names)) * len(names) > 110
    with chart_sheet(title, path, words if lying else label, "" if lying else words) as drawn:
        if lying:
            box = drawn.axes.get_position()
            drawn.axes.set_position((200 / drawn.sheet.width, box.y0, box.x1 - 200 / drawn.sheet.width, box.height))
        named_bars(drawn.axes, names, values)
    low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
    ends = f"least {values[low]:.5g}{after} ({names[low]}), greatest {values[high]:.5g}{after} ({names[high]})"
    data: dict[str, JsonValue] = {
        "bars": len(names),
        "min": float(values[low]),
        "max": float(values[high]),
        "units": unit,
    }
    gaps = f"{int(np.isnan(values).sum())} of {len(names)} have no number (crossed)"
    data |= plot_data(drawn)
    return save_picture(workspace, f"chart bars {value}", drawn.sheet.png, title, ends, gaps, data=data, inputs=inputs)


def scatter_chart(workspace: Workspace, x: Series, y: Series, title: str | None) -> Output:
    """Draw one series against another at their common times."""
    same = bool(x.unit and y.unit) and _alike(x, y)
    if same:
        x, y = in_one_unit([x, y])
    x, y = distinguish_labels([x, y])
    at = dict(zip(x.times.tolist(), x.values.tolist(), strict=True))
    pairs = np.array(
        [(at[time], value) for time, value in zip(y.times.tolist(), y.values.tolist(), strict=True) if time in at]
    )
    pairs = pairs[np.isfinite(pairs).all(axis=1)] if len(pairs) else pairs
    if len(pairs) < 2:
        raise ToolError(
            f"{x.label} ({x.period}) and {y.label} ({y.period}) share {len(pairs)} times with values; two are needed"
        )
    names = [f"{len(pairs)} times", *(["equal"] if same else [])]
    title = title or f"{y.label} against {x.label}"
    with chart_sheet(
        title,
        f"{len(pairs)} common times",
        axis_label(x.label, x.unit),
        axis_label(y.label, y.unit),
        names=names,
        width=640,
    ) as drawn:
        size = 16 if len(pairs) < 500 else 5
        drawn.axes.scatter(pairs[:, 0], pairs[:, 1], s=size, color=COLOURS[0], alpha=0.6, lw=0, label=names[0])
        if same:
            ends = np.array([pairs.min(), pairs.max()])
            drawn.axes.plot(ends, ends, color="#111111", lw=1.0, label="equal")
    flat = bool((np.ptp(pairs, axis=0) <= FLAT * np.abs(pairs).max(axis=0)).any())
    correlation = None if flat else float(np.corrcoef(pairs.T)[0, 1])
    text_lines = [
        title,
        f"{len(pairs)} pairs; correlation "
        + ("undefined, for one does not vary" if correlation is None else f"{correlation:.4f}"),
    ]
    data: dict[str, JsonValue] = {"pairs": len(pairs), "correlation": correlation, **plot_data(drawn)}
    if same:
        off = float((pairs[:, 1] - pairs[:, 0]).mean())
        text_lines.append(f"mean difference {off:+.5g}{unit_after(x.unit)} ({y.label} less {x.label})")
        data["mean_difference"] = off
    return save_picture(workspace, "chart scatter", drawn.sheet.png, *text_lines, data=data, inputs=x.inputs | y.inputs)


def _alike(x: Series, y: Series) -> bool:
    try:
        in_one_unit([x, y])
    except UserError:
        return False
    return True


def reliability_chart(workspace: Workspace, path: str, title: str | None) -> Output:
    """Draw frequency against probability, and how often each probability was forecast."""
    rows, inputs = read_table(workspace, path)
    chance, came, share = (numbers(column(rows, name, path, "path")) for name in ("probability", "frequency", "share"))
    known = np.isfinite(chance) & np.isfinite(came)
    whole = np.concatenate([chance[known], came[known], share[np.isfinite(share)]])
    if not known.any() or whole.min() < 0 or whole.max() > 1:
        raise ToolError(f"{path!r} must hold probability, frequency and share within 0 to 1")
    title = title or "Reliability"
    names = ["observed frequency", "perfect", "share of the forecasts"]
    with chart_sheet(
        title,
        path,
        "forecast probability (share of 1)",
        "observed frequency (share of 1)",
        names=names,
        width=640,
    ) as drawn:
        drawn.axes.bar(chance, np.nan_to_num(share), width=0.03, color="#b8c4ca", label=names[2], zorder=1)
        drawn.axes.plot([0, 1], [0, 1], color="#111111", lw=1.0, label=names[1])
        drawn.line(chance[known], came[known], COLOURS[1], names[0], marker="o", markersize=5)
        drawn.axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    off = float(np.nansum(share[known] * (came[known] - chance[known])) / max(np.nansum(share[known]), 1e-12))
    than = "more often than" if off > 0 else "less often than"
    text_lines = [title, f"{int(known.sum())} classes; events come {abs(off):.4f} {than} forecast on average"]
    data: dict[str, JsonValue] = {"classes": int(known.sum()), "mean_departure": off, **plot_data(drawn)}
    return save_picture(workspace, "chart reliability", drawn.sheet.png, *text_lines, data=data, inputs=inputs)


def hydrograph_chart(
    workspace: Workspace, flow: Series, rain: Series | None, threshold: float | None, title: str | None
) -> Output:
    """Draw discharge below, rain as bars from the top; means over a day or longer stand at the middle of their time."""
    words = threshold_words(threshold, flow.unit)
    names = [flow.label, *words, *([] if rain is None else [rain.label])]
    names = names if len(names) > 1 else []
    if rain is not None and (rain.times.dtype.kind != "M" or flow.times.dtype.kind != "M"):
        raise ToolError("discharge and rain must use the standard calendar to be drawn together")
    middles, end = _centre(flow.times)
    title, what = title or f"Hydrograph: {flow.label}", flow.quantity.partition(" at ")[0]
    with chart_sheet(title, flow.period, "", axis_label(what, flow.unit), names=names) as drawn:
        x, y = break_at_gaps(middles, flow.values)
        drawn.axes.fill_between(x, 0, y, color=COLOURS[0], alpha=0.18, lw=0)
        drawn.line(middles, flow.values, COLOURS[0], flow.label, marker="")
        if threshold is not None:
            drawn.level(threshold, words[0])
        top = max(float(np.nanmax(flow.values)), threshold or -np.inf)
        low = min(0.0, float(np.nanmin(flow.values)))
        drawn.axes.set_ylim(low, low + (top - low or 1.0) * (1.08 if rain is None else 1.55))
        if rain is not None:
            box, room = drawn.axes.get_position(), 48 / drawn.sheet.width
            drawn.axes.set_position((box.x0, box.y0, box.width - room, box.height))
            _hang(drawn.axes, rain)
        time_axis(drawn.axes, flow.times)
        drawn.axes.set_xlim(flow.times[0], end)
    text_lines = [f"{title}, {flow.period}", flow.words(), *([] if rain is None else [rain.words()])]
    data: dict[str, JsonValue] = {
        "series": [line.summary() for line in (flow, rain) if line is not None],
        **plot_data(drawn),
    }
    if threshold is not None:
        over = int((flow.values >= threshold).sum())
        text_lines.append(f"{over} of {int(np.isfinite(flow.values).sum())} values reach the threshold")
        data["reach_threshold"] = over
    inputs = flow.inputs | ({} if rain is None else rain.inputs)
    return save_picture(workspace, "chart hydrograph", drawn.sheet.png, *text_lines, data=data, inputs=inputs)


def _centre(times: Times) -> tuple[Times, Any]:
    """Return where values stand and when the last ends: means over a day or longer stand at the middle of it."""
    if times.dtype.kind != "M" or len(times) < 2:
        return times, times[-1]
    moments = np.asarray(times, "datetime64[ns]")
    step = np.median(np.diff(moments)).astype("timedelta64[ns]")
    if step < np.timedelta64(1, "D"):
        return times, times[-1]
    return moments + step // 2, moments[-1] + step


def _hang(axes: Axes, rain: Series) -> None:
    """Draw rain as bars from the top, on an axis of its own at the right."""
    above = axes.twinx()
    step = np.median(np.diff(rain.times)) if len(rain.times) > 1 else np.timedelta64(1, "D")
    above.bar(rain.times, rain.values, width=step * 0.9, align="edge", color="#56b4e9", label=rain.label)
    above.set_ylim(3.2 * max(float(np.nanmax(rain.values)), 1e-12), 0)
    above.set_ylabel(axis_label(rain.label, rain.unit), loc="top")
    above.spines[["bottom", "left", "top"]].set_visible(False)
    above.set_yticks([tick for tick in above.get_yticks() if 0 <= tick <= 1.05 * float(np.nanmax(rain.values))])


@dataclass(frozen=True)
class Profile:
    """A variable on its pressure levels at a point."""

    name: str
    levels: Floats
    values: Floats
    unit: str
    moment: str
    """Time of the profile, if the file states it."""

    @property
    def words(self) -> str:
        span = f"{self.levels.min():g} to {self.levels.max():g} hPa"
        ends = f"{np.nanmin(self.values):.5g} to {np.nanmax(self.values):.5g}{unit_after(self.unit)}"
        return f"{self.name}: {ends}, {span}"


def profile_chart(
    workspace: Workspace,
    path: str,
    variables: list[str],
    point: list[float],
    time: str | None,
    units: str | None,
    title: str | None,
) -> Output:
    """Draw variables against pressure, low pressures on top."""
    fields = open_field_file(workspace, path)
    profiles = [_profile(fields, name, point, time, units) for name in dict.fromkeys(variables)]
    if len({profile.unit for profile in profiles}) > 1:
        pairs = ", ".join(f"{profile.name} in {profile.unit}" for profile in profiles)
        raise ToolError(f"`variables` differ in their units: {pairs}")
    known = [profile for profile in profiles if np.isfinite(profile.values).any()]
    if not known:
        raise ToolError(f"{', '.join(variables)} have no value there")
    unit, names = profiles[0].unit, [profile.name for profile in profiles]
    moments = sorted({profile.moment for profile in profiles if profile.moment})
    title = title or f"Profile of {', '.join(names)}"
    where = ", ".join([place_words(list(point)), *moments])
    label = axis_label("value" if len(names) > 1 else names[0], unit)
    several = names if len(names) > 1 else ()
    with chart_sheet(title, where, label, "pressure (hPa)", names=several, width=640) as drawn:
        for profile, colour in zip(profiles, COLOURS, strict=False):
            drawn.line(profile.values, profile.levels, colour, profile.name)
        _upwards(drawn.axes, profiles[0].levels)
    lines = [f"{title}, {where}", *(profile.words for profile in known)]
    data: dict[str, JsonValue] = {"variables": list[JsonValue](names), "units": unit, **plot_data(drawn)}
    data["times"] = list[JsonValue](moments)
    return save_picture(workspace, "chart profile", drawn.sheet.png, *lines, data=data, inputs={path: fields.sha256})


def _profile(fields: Fields, name: str, point: list[float], time: str | None, units: str | None) -> Profile:
    from mesocosm.earth.fields.field_units import convert_field
    from mesocosm.earth.fields.region import at_place

    values = select_variable(fields, name)
    values = at_time(values, time) if time is not None else values
    values = at_place(values, point[0], point[1], "nearest").squeeze()
    if values.dims != ("level",):
        raise ToolError(f"{name} must have pressure levels alone at a point, it has {dict(values.sizes)}; give `time`")
    values = values if units is None else convert_field(values, units)
    dated = "time" in values.coords and values["time"].dtype.kind in "MO"
    moment = str(values["time"].dt.strftime("%Y-%m-%d %H:%M UTC").item()) if dated else ""
    levels = values["level"].values.astype(np.float64)
    return Profile(name, levels, values.values.astype(np.float64), units or str(values.attrs.get("units", "")), moment)


def _upwards(axes: Axes, levels: Floats) -> None:
    """Set a logarithmic pressure axis that decreases upwards, with the usual levels as ticks."""
    axes.set_yscale("log")
    ticks = [tick for tick in USUAL_LEVELS if levels.min() <= tick <= levels.max()]
    axes.set_yticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_ylim(levels.max() * 1.03, levels.min() / 1.03)
