"""Slices of fields that maps show: one value for each cell, with name, unit, time and place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.drawing.window import Window, cells_of, window_of_box
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import box_of, moment_of
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.inputs.geodata import NETCDF, opened_raster
from mesocosm.suites.terra.inputs.selection import DIGITS, select_variable
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.imagery.raster import Raster

At = Annotated[dict[str, float | str], Field(max_length=6)]
"""A value for each axis that is neither time, level, latitude nor longitude."""
GRID = ("latitude", "longitude")
MOST_SHOWN = 8
FINEST = 1500
"""Cells along a side of an image that is put on a grid of degrees."""


@dataclass(frozen=True)
class Plane:
    """A field with axes latitude and longitude only, or with one more axis that was requested."""

    field: xr.DataArray
    label: str
    unit: str
    when: str
    inputs: dict[str, str]

    @property
    def line(self) -> str:
        """Description of time and place; the file if the slice has neither."""
        return self.when or next(iter(self.inputs))

    def window(self, box: list[float] | None) -> Window:
        """Area that a map of the slice shows: a box, or all."""
        from mesocosm.earth.fields.axes import demand_reach

        if box is None:
            return cells_of(self.field).window
        demand_reach(self.field["longitude"], box_of(box))
        return window_of_box(box_of(box))

    def inside(self, window: Window) -> xr.DataArray:
        """Return the cells whose centres lie in a window; an empty result is refused."""
        from mesocosm.earth.fields.axes import within

        return within(self.field.to_dataset(name="field"), window.box)["field"].rename(self.field.name)

    def in_unit(self, unit: str | None) -> Plane:
        """Convert the slice to another unit of the same kind."""
        from mesocosm.earth.fields.field_units import convert_field

        return self if unit is None else replace(self, field=convert_field(self.field, unit), unit=unit)


def plane_of(
    workspace: Workspace,
    path: str,
    variable: str | None,
    *,
    time: str | None = None,
    level: float | None = None,
    at: dict[str, float | str] | None = None,
    keep: str | None = None,
) -> Plane:
    """Return a variable of a file, or a band of an image, at one time and level. Axes with one value are described.

    Args:
        workspace: Workspace of the file.
        path: The file.
        variable: Variable; optional if there is only one.
        time: Time, if there are several.
        level: Pressure level, if there are several.
        at: Values of other axes.
        keep: Axis that is not reduced.
    """
    if not workspace.read_bytes(path).startswith((*NETCDF, b"GRIB")):
        return _image_plane(workspace, path, variable)
    fields = open_field_file(workspace, path)
    values, details = select_variable(fields, variable, level=level), []
    if level is not None:
        details.append(f"{level:g} hPa")
    if time is not None:
        values = at_time(values, time)
    for axis, wanted in (at or {}).items():
        values = at_value(values, axis, wanted)
    axes = [str(axis) for axis in values.dims if str(axis) not in (*GRID, keep)]
    wide = [axis for axis in axes if values.sizes[axis] > 1]
    if wide:
        offers = "; ".join(_offer(values, axis) for axis in wide)
        lacking = [f"`{axis}`" if axis in ("time", "level") else f'`at` with "{axis}"' for axis in wide]
        raise ToolError(f"give {' and '.join(lacking)}: {values.name} has several values along {offers}")
    values = values.squeeze(axes)
    details = [
        *details,
        *(word for axis in _first_time(values) if (word := _describe(values, axis)) and word not in details),
    ]
    checked_grid(values, str(values.name))
    if "baseline" in values.attrs:
        details.append(f"baseline {values.attrs['baseline']}")
    label, unit = label_of(values), str(values.attrs.get("units", ""))
    return Plane(values, label, unit, ", ".join(details), {path: fields.sha256})


def checked_grid(values: xr.DataArray, name: str) -> None:
    """Refuse a grid that cannot be drawn as a map."""
    if not set(GRID) <= set(values.dims):
        raise ToolError(
            f"{name} has no latitudes and longitudes, its axes are {', '.join(map(str, values.dims)) or 'none'}"
        )
    if min(values.sizes[axis] for axis in GRID) < 2:
        raise ToolError(f"{name} has {values.sizes['latitude']} x {values.sizes['longitude']} cells; a map needs 2 x 2")


def quantity_of(values: xr.DataArray) -> str:
    """Return the quantity in words: the long name, or the short one if there is no other."""
    return (str(values.attrs.get("long_name", "")).strip() or str(values.name)).replace("_", " ")


def label_of(values: xr.DataArray) -> str:
    """Return the long name with the short one."""
    name, words = str(values.name), quantity_of(values)
    return words if words.lower().replace(" ", "_") == name.lower() else f"{words} ({name})"


def at_time(values: xr.DataArray, text: str) -> xr.DataArray:
    """Select a time of a field; a day is enough if the field has only one time on it."""
    if "time" not in values.dims:
        raise ToolError(f"{values.name} has no axis of times, so `time` cannot be used")
    moment = moment_of(text, "time")
    form = "%Y-%m-%d" if len(text) <= 10 else "%Y-%m-%dT%H:%M:%S"
    wanted = moment.strftime("%Y-%m-%d" if len(text) <= 10 else "%Y-%m-%dT%H:%M:%S").rjust(len(text[:10]), "0")
    places = np.flatnonzero(values["time"].dt.strftime(form).values == wanted)
    if len(places) != 1:
        what = "no time" if not len(places) else f"{len(places)} times"
        raise ToolError(f"`time` {text!r} is {what} of the file: {_offer(values, 'time')}")
    return values.isel(time=int(places[0]))


def at_value(values: xr.DataArray, axis: str, wanted: float | str) -> xr.DataArray:
    """Select a value of an axis of a field; `wanted` may be the beginning of a word or of a time."""
    if axis not in values.dims or axis in GRID:
        others = [str(other) for other in values.dims if str(other) not in GRID]
        raise ToolError(f"`at` names {axis!r}; axes to choose along are {', '.join(others) or 'none'}")
    if axis == "time":
        return at_time(values, str(wanted))
    marks = values[axis].values if axis in values.coords else np.arange(values.sizes[axis])
    if isinstance(wanted, str):
        hits = np.array([str(mark)[: max(len(wanted), 1)] == wanted for mark in marks])
    else:
        hits = np.isclose(marks.astype(float), wanted) if marks.dtype.kind in "fiu" else np.zeros(len(marks), bool)
    if hits.sum() != 1:
        raise ToolError(f"`at`: {wanted!r} is no single value of {_offer(values, axis)}")
    return values.isel({axis: int(np.flatnonzero(hits)[0])})


def _offer(values: xr.DataArray, axis: str) -> str:
    """Describe an axis and its values briefly."""
    size = values.sizes[axis]
    if axis not in values.coords:
        return f"{axis} (0 to {size - 1})"
    marks = values[axis].dt.strftime("%Y-%m-%dT%H:%M").values if axis == "time" else values[axis].values
    if size <= MOST_SHOWN:
        return f"{axis} ({', '.join(_word(mark) for mark in marks)})"
    return f"{axis} ({size}, {_word(marks[0])} to {_word(marks[-1])})"


def _word(mark: object) -> str:
    return f"{mark:g}" if isinstance(mark, float | np.floating) else str(mark).removesuffix(".000000000")


def _first_time(values: xr.DataArray) -> list[str]:
    single = [str(name) for name in values.coords if not values[name].dims and values[name].size == 1]
    return sorted((name for name in single if name not in GRID), key=lambda name: (name != "time", name))


def _describe(values: xr.DataArray, axis: str) -> str:
    """Describe a chosen value in words; numbers that only count the file's own parts are left out."""
    mark = values[axis]
    if axis == "time" and mark.dtype.kind in "MO":
        return str(mark.dt.strftime("%Y-%m-%d %H:%M UTC").item())
    if axis == "level":
        return f"{float(mark):g} hPa"
    if mark.dtype.kind == "M":
        return f"{axis.replace('_', ' ')} {str(mark.values)[:10]}"
    known = axis in (
        "member",
        "lead_month",
        "quantile",
        "category",
        "season",
        "heightAboveGround",
        "month",
        "dayofyear",
    )
    return f"{axis.replace('_', ' ')} {_word(mark.values[()])}" if known else ""


def _image_plane(workspace: Workspace, path: str, variable: str | None) -> Plane:
    """Return a band of an image, put on a grid of degrees."""
    import xarray as xr

    raster, inputs = opened_raster(workspace, path)
    name = variable or next(iter(raster.bands))
    flat = _in_degrees(raster.with_bands({name: raster.band(variable)}, raster.units))
    rows, columns = flat.shape
    step_x, step_y = flat.transform.a, flat.transform.e
    axes = {
        "latitude": (flat.transform.f + step_y * (np.arange(rows) + 0.5))[::-1],
        "longitude": flat.transform.c + step_x * (np.arange(columns) + 0.5),
    }
    field = xr.DataArray(flat.bands[name][::-1], axes, GRID, name=name)
    checked_grid(field, name)
    return Plane(field, name.replace("_", " "), raster.units.get(name, ""), "", inputs)


def _in_degrees(raster: Raster) -> Raster:
    from rasterio.crs import CRS
    from rasterio.warp import calculate_default_transform

    from mesocosm.earth.imagery.raster import warp_raster

    degrees = CRS.from_epsg(4326)
    transform, columns, rows = calculate_default_transform(
        raster.crs, degrees, raster.shape[1], raster.shape[0], *raster.bounds
    )
    if max(rows, columns) > FINEST:
        shrink = FINEST / max(rows, columns)
        columns, rows = max(2, round(columns * shrink)), max(2, round(rows * shrink))
        transform, columns, rows = calculate_default_transform(
            raster.crs, degrees, raster.shape[1], raster.shape[0], *raster.bounds, dst_width=columns, dst_height=rows
        )
    return raster if raster.crs == degrees else warp_raster(raster, degrees, transform, (rows, columns), "nearest")


def extremes(values: xr.DataArray) -> dict[str, JsonValue]:
    """Return the range of a field, the places of its minimum and maximum, and the number of cells without a value."""
    plain = values.transpose(*GRID).values.astype(np.float64)
    known = np.isfinite(plain)
    if not known.any():
        raise ToolError(f"{values.name} has no value there: nothing can be drawn")
    figures: dict[str, JsonValue] = {"cells": int(plain.size), "missing": int(plain.size - known.sum())}
    for word, place in (("min", np.nanargmin(plain)), ("max", np.nanargmax(plain))):
        row, column = np.unravel_index(place, plain.shape)
        figures[word] = float(plain[row, column])
        figures[f"{word}_at"] = [float(values["longitude"][column]), float(values["latitude"][row])]
    return figures


def range_words(figures: dict[str, JsonValue], unit: str) -> str:
    """Describe the range in one line."""
    low, high = (f"{figures[word]:.{DIGITS}g}" for word in ("min", "max"))
    gaps = f"; {figures['missing']} of {figures['cells']} cells have no value (hatched)" if figures["missing"] else ""
    at = {word: place_words(figures[f"{word}_at"]) for word in ("min", "max")}
    return f"range {low} to {high} {unit}".rstrip() + f"; greatest at {at['max']}, least at {at['min']}{gaps}"


def place_words(place: JsonValue) -> str:
    """Format longitude and latitude, such as 12.5°E 45°S."""
    assert isinstance(place, list)
    longitude, latitude = (float(str(value)) for value in place)
    return f"{abs(longitude):.6g}°{'WE'[longitude >= 0]} {abs(latitude):.6g}°{'SN'[latitude >= 0]}"


def pretty(unit: str) -> str:
    """Format a unit as people write it: m s**-1 becomes m s⁻¹; a pure number has none."""
    import re

    if "(" in unit:
        return unit
    raised = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    words = re.sub(r"(?<=[A-Za-z])(?:\*\*|\^)?(-?\d+)", lambda match: match[1].translate(raised), unit)
    return {"1": "", "degc": "°C", "degC": "°C", "celsius": "°C", "degrees_celsius": "°C", "percent": "%"}.get(
        unit, words.replace("*", " ")
    )
