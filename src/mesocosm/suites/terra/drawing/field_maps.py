"""Maps of fields that the tools draw, and the text that describes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.drawing.maps import MapSheet, map_sheet
from mesocosm.earth.drawing.scales import (
    CLASSES,
    TERCILE_EDGES,
    TERCILE_RAMPS,
    Category,
    Scale,
    Style,
    class_scale,
    is_water,
    scale_of,
    tercile_pixels,
)
from mesocosm.earth.drawing.sheet import Frame
from mesocosm.earth.fields.categories import is_categorical
from mesocosm.earth.geo.backdrop import Backdrop
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing.field_slices import Plane, extremes, plane_of, pretty, range_words
from mesocosm.suites.terra.drawing.pictures import save_picture
from mesocosm.suites.terra.inputs.arguments import Name, Path
from mesocosm.tools.tool import Output
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr


BOTH_SIDES = 0.05
"""Extent of the smaller side of 0, as a share of the larger, at which both sides count."""


class Dots(Record):
    """Place of dots: cells where a second field, such as a confidence, is at least a value."""

    path: Path
    above: float
    variable: Name | None = None
    at: dict[str, float | str] = Field(default_factory=dict, max_length=6)


def shaded_map(
    workspace: Workspace,
    backdrop: Backdrop,
    plane: Plane,
    style: Style,
    box: list[float] | None,
    *,
    limits: tuple[float | None, float | None] = (None, None),
    dots: Dots | None = None,
    word: str = "",
) -> Output:
    """Draw a field in the colours of its style, save the map and describe it."""
    window = plane.window(box)
    part = plane.inside(window)
    figures = extremes(part)
    scale = scale_of(part.values.astype(np.float64), style, *limits)
    title = f"{word}: {plane.label}" if word else plane.label
    unit = pretty(plane.unit)
    inputs = dict(plane.inputs)
    with map_sheet(window, backdrop, title, plane.line) as drawn:
        shade(drawn, plane.field, scale, bar_label(plane, style), factor=100.0 if style == "probability" else 1.0)
        if dots is not None:
            inputs |= _dotted(workspace, drawn, dots)
    lines = [f"{title}{', ' + plane.when if plane.when else ''}", range_words(figures, unit), scale_words(scale, unit)]
    if dots is not None:
        lines.append(f"dots where the value of {dots.path} is at or above {dots.above:g}")
    data = picture_data(drawn, plane, figures, scale)
    stem = f"map {word or style} {plane.field.name}"
    return save_picture(workspace, stem, drawn.sheet.png, *lines, data=data, inputs=inputs)


def shade(drawn: MapSheet, field: xr.DataArray, scale: Scale, label: str, factor: float = 1.0) -> None:
    """Draw cells in colour, and the colour scale."""
    values = drawn.spread(field)
    drawn.shade(values, scale.pixels(values))
    drawn.bar(scale, label, factor=factor)


def bar_label(plane: Plane, style: Style) -> str:
    """Return the label of the colour scale: quantity and unit."""
    if style == "probability":
        return "probability (%)"
    if style == "skill":
        return f"{plane.label} (1 is perfect; brown: below the lower end)"
    unit = pretty(plane.unit) or ("pure number" if plane.unit == "1" else "unit not told")
    return f"{plane.label} ({unit})"


def scale_words(scale: Scale, unit: str) -> str:
    """Describe the colour scale in one line."""
    beyond = " and ".join(word for word, colour in (("below", scale.under), ("above", scale.over)) if colour)
    tail = f", with colours for what lies {beyond}" if beyond else ""
    return (
        f"colours: {len(scale.colours)} bands from {scale.levels[0]:g} to {scale.levels[-1]:g} {unit}".rstrip() + tail
    )


def picture_data(
    drawn: MapSheet, plane: Plane, figures: dict[str, JsonValue], scale: Scale | None
) -> dict[str, JsonValue]:
    """Return the map's data for programs; `panel` holds the left, top, right and bottom pixel of the map."""
    data: dict[str, JsonValue] = {"variable": str(plane.field.name), "units": plane.unit, "when": plane.when, **figures}
    if scale is not None:
        data["levels"], data["colours"] = list(scale.levels), list(scale.colours)
    return data | panel_data(drawn)


def panel_data(drawn: MapSheet) -> dict[str, JsonValue]:
    """Return where the map lies in the picture and on the globe."""
    frame, window = drawn.frame, drawn.window
    return {
        "panel": [frame.left, frame.top, frame.left + frame.width, frame.top + frame.height],
        "box": [round(edge, 6) for edge in (window.west, window.south, window.east, window.north)],
    }


def _dotted(workspace: Workspace, drawn: MapSheet, dots: Dots) -> dict[str, str]:
    plane = plane_of(workspace, dots.path, dots.variable, at=dots.at)
    drawn.dot(drawn.spread(plane.field) >= dots.above)
    return plane.inputs


def values_style(plane: Plane, limits: tuple[float | None, float | None] = (None, None)) -> Style:
    """Return the style of a field: amounts of water have own colours, fields on both sides of a true 0 two ramps."""
    water = is_water(str(plane.field.name), plane.unit)
    low, high = float(plane.field.min()), float(plane.field.max())
    both = min(-low, high) >= BOTH_SIDES * max(-low, high) > 0
    if both and limits == (None, None) and _has_true_zero(plane):
        return "water anomaly" if water else "anomaly"
    return "amount" if water else "values"


def _has_true_zero(plane: Plane) -> bool:
    from mesocosm.earth.fields.field_units import DIFFERENCE, normalise_unit

    return normalise_unit(plane.unit) not in ("degC", "degF") or DIFFERENCE.items() <= plane.field.attrs.items()


def classes_of(plane: Plane) -> dict[int, str] | None:
    """Return the names of the classes of a field of whole numbers, if it is one and they are few; else None.

    Numbers are classes if the file says so (flags, a code table), if it stores whole numbers, or if it is an image
    without a unit.
    """
    values = plane.field.values
    flags, image = plane.field.attrs.get("flag_values"), not plane.unit and "units" not in plane.field.attrs
    if flags is None and values.dtype.kind not in "iu" and not image and not is_categorical(plane.field):
        return None
    known = values[np.isfinite(values)]
    codes = np.unique(known)
    if not 1 < len(codes) <= len(CLASSES) or (codes != np.round(codes)).any():
        return None
    words = str(plane.field.attrs.get("flag_meanings", "")).split()
    names = dict(zip(np.atleast_1d(flags).astype(int).tolist(), words, strict=False)) if flags is not None else {}
    return {int(code): names.get(int(code), f"{int(code)}") for code in codes}


def class_map(
    workspace: Workspace, backdrop: Backdrop, plane: Plane, classes: dict[int, str], box: list[float] | None
) -> Output:
    """Draw a map of classes, one colour each, with their names below and the share of cells in each class."""
    window = plane.window(box)
    part = plane.inside(window).values
    known = part[np.isfinite(part)]
    if not known.size:
        raise ToolError(f"{plane.field.name} has no value there: nothing can be drawn")
    scale = class_scale(list(classes))
    keys = [(CLASSES[place], name) for place, name in enumerate(classes.values())]
    with map_sheet(window, backdrop, plane.label, plane.line, more=16 * (len(keys) // 6)) as drawn:
        values = drawn.spread(plane.field)
        drawn.shade(values, scale.pixels(values))
        drawn.key(keys)
    shares: dict[str, JsonValue] = {name: float((known == code).mean()) for code, name in classes.items()}
    words = ", ".join(f"{name} {share:.1%}" for name, share in shares.items())
    lines = [
        f"{plane.label}{', ' + plane.when if plane.when else ''}: {len(classes)} classes",
        f"of the cells: {words}",
    ]
    data: dict[str, JsonValue] = {"variable": str(plane.field.name), "share_of_cells": shares, **panel_data(drawn)}
    return save_picture(
        workspace, f"map classes {plane.field.name}", drawn.sheet.png, *lines, data=data, inputs=plane.inputs
    )


def as_share(plane: Plane) -> Plane:
    """Return probabilities as shares of 1, from shares or percent; other numbers are refused."""
    from dataclasses import replace

    field = plane.field / 100.0 if plane.unit in ("%", "percent") else plane.field
    low, high = float(field.min()), float(field.max())
    if low < -1e-6 or high > 1 + 1e-6:
        raise ToolError(
            f"{plane.field.name} is no probability: it must lie in 0 to 1 or 0 to 100 %, it reaches {low:g} to {high:g}"
        )
    return replace(plane, field=field.clip(0.0, 1.0).rename(plane.field.name), unit="1")


def tercile_map(
    workspace: Workspace, backdrop: Backdrop, plane: Plane, box: list[float] | None, *, water: bool
) -> Output:
    """Draw the most likely category of each cell by its probability."""
    categories: tuple[Category, ...] = ("below", "normal", "above")
    window = plane.window(box)
    inside = plane.inside(window)
    chances = inside.transpose("category", "latitude", "longitude").values
    known = np.isfinite(chances).all(axis=0)
    if not known.any():
        raise ToolError(f"{plane.field.name} has no value there: nothing can be drawn")
    best = np.argmax(np.where(known, chances, 0.0), axis=0)
    title = f"Likeliest tercile of {'precipitation' if water else 'temperature'}"
    with map_sheet(window, backdrop, title, plane.line, more=16) as drawn:
        layers = np.stack([drawn.spread(plane.field.isel(category=number)) for number in range(3)])
        gaps = ~np.isfinite(layers).all(axis=0)
        likeliest = np.argmax(np.where(gaps, 0.0, layers), axis=0)
        chance = np.where(gaps, np.nan, np.max(np.where(gaps, 0.0, layers), axis=0))
        drawn.shade(chance, tercile_pixels(likeliest, chance, categories, water))
        _tercile_bars(drawn, water)
    shares: dict[str, JsonValue] = {
        name: float((best[known] == number).mean()) for number, name in enumerate(categories)
    }
    words = ", ".join(
        f"{name} normal {share:.0%}" if name != "normal" else f"near normal {share:.0%}"
        for name, share in shares.items()
    )
    lines = [
        f"{title}{', ' + plane.when if plane.when else ''}",
        f"of the cells: {words}",
        f"{int((~known).sum())} of {known.size} cells have no value",
    ]
    data: dict[str, JsonValue] = {"share_of_cells": shares, "missing": int((~known).sum()), **panel_data(drawn)}
    return save_picture(workspace, "map terciles", drawn.sheet.png, *lines, data=data, inputs=plane.inputs)


def _tercile_bars(drawn: MapSheet, water: bool) -> None:
    """Draw three rows of colours side by side, each with its probabilities."""
    frame = drawn.frame
    names: dict[Category, str] = {"below": "below normal", "normal": "near normal", "above": "above normal"}
    span = min(max(frame.width, drawn.sheet.width - 40), 780) // 3
    left = frame.left + frame.width // 2 - 3 * span // 2
    for number, (category, words) in enumerate(names.items()):
        bar = Frame(max(8, left) + number * span + 10, frame.top + frame.height + 36, span - 26, 14)
        axes = drawn.sheet.axes(bar)
        for place, colour in enumerate(TERCILE_RAMPS[water][category]):
            axes.axvspan(place, place + 1, color=colour, lw=0)
        axes.set(xlim=(0, 5), ylim=(0, 1), yticks=[])
        axes.set_xticks(range(5), [f"{100 * edge:.0f}" for edge in TERCILE_EDGES[:-1]])
        axes.tick_params(length=2, labelsize=8)
        drawn.sheet.write(bar.left + bar.width / 2, bar.top + 38, f"{words} (%)", ha="center", size=9)
