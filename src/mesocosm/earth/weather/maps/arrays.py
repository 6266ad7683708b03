"""Maps of fields that are at hand as xarray objects: any region, any quantity.

import xarray as xr
from mesocosm.earth.weather.maps.arrays import draw_map

field = xr.open_dataset("era5.nc")["t2m"].isel(time=0)
open("map.png", "wb").write(draw_map(field))
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mesocosm import registry
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.grid import Grid
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.weather.maps.painter import Caption
    from mesocosm.earth.weather.maps.scales import Scale

Floats = NDArray[np.float64]
CAPTION_AXES = ("level", "height", "depth", "member", "step")
"""Coordinates whose values a caption shows, besides the axes of length 1 of a field."""
TIMES = ("valid_time", "time")
NAMED_BY = ("long_name", "standard_name", "description")
"""Attributes that describe a field, the best first; WRF writes the last."""
NOISE = 1e-3
"""Share of the greatest amount by which packing may put an amount of 0 below 0."""
EVEN = 1e-3
"""Share of a step by which an evenly spaced axis may deviate, as axes in single precision do."""


def draw_map(
    field: xr.DataArray, *, box: BoundingBox | None = None, title: str = "", unit: str = "", scale: Scale | None = None
) -> bytes:
    """Draw a map of a field as PNG, on a projection that suits its region; the same field gives the same bytes.

    Args:
        field: Values over latitudes and longitudes, whatever their names and directions, or on rows and columns with
            tables of latitudes and longitudes as coordinates; all other axes must have length 1.
        box: Area to show; default the whole field. A box may cross the antimeridian.
        title: Text above the map; default the field's `long_name`.
        unit: Unit of the values; default the field's `units`.
        scale: Levels and colours; default round levels over the values shown.
    """
    from mesocosm.earth.fields.curved import places_of
    from mesocosm.earth.weather.maps.painter import paint_values

    plane, layout = (_bent_plane if places_of(field) else _plain_plane)(field, box)
    words = (str(plane.name), *(str(plane.attrs.get(key, "")) for key in ("standard_name", "long_name")))
    chosen = scale or scale_for(layout.values, unit or str(plane.attrs.get("units", "")), *words)
    return paint_values(layout.values, layout.grid, chosen, _caption(plane, field.dims, title), layout.panel)


class Layout(NamedTuple):
    """Values on their grid, and the pixels that show them."""

    values: NDArray[np.float32]
    grid: Grid
    panel: Grid


def _plain_plane(field: xr.DataArray, box: BoundingBox | None) -> tuple[xr.DataArray, Layout]:
    from mesocosm.earth.weather.maps.region import panel_within

    plane = _plane(field)
    grid, values = grid_values(plane)
    return plane, Layout(values, grid, panel_within(grid, box))


def _bent_plane(field: xr.DataArray, box: BoundingBox | None) -> tuple[xr.DataArray, Layout]:
    """Resample a field with tables of latitudes and longitudes to the pixels."""
    from mesocosm.earth.fields.curved import places_of
    from mesocosm.earth.weather.maps.curved import CurvedGrid

    plane = field.squeeze(drop=False)
    places = places_of(plane)
    if places is None or any(len(table.dims) != 2 for table in places):
        raise InvalidRecord(
            f"{field.name} must have at least two rows and two columns to draw a map, got {field.sizes}"
        )
    latitude, longitude = places
    _demand_no_more_axes(plane, latitude.dims)
    bent = CurvedGrid(*(table.values.astype(np.float64) for table in (longitude, latitude)))
    panel = bent.panel(box)
    return plane, Layout(bent.on(panel, plane.transpose(*latitude.dims).values.astype(np.float64)), panel, panel)


def grid_values(plane: xr.DataArray) -> tuple[Grid, NDArray[np.float32]]:
    """Return the grid of a field, on rising latitudes and longitudes, and its values on it.

    Rows that are not evenly spaced, as on Gaussian grids, are interpolated to even rows.
    """
    from mesocosm.earth.drawing.window import cells_of

    cells = cells_of(plane)
    longitudes, latitudes = (cells.west + cells.east) / 2, plane["latitude"].values.astype(np.float64)
    values = plane.values.astype(np.float64)[:, cells.order]
    latitudes, values = _even(latitudes, values)
    longitudes, turned = _even(longitudes, values.T)
    dx, dy = (float(axis[-1] - axis[0]) / (len(axis) - 1) for axis in (longitudes, latitudes))
    grid = Grid("+proj=longlat", float(longitudes[0]), float(latitudes[0]), dx, dy, len(longitudes), len(latitudes))
    return grid, np.ascontiguousarray(turned.T, dtype=np.float32)


def _plane(field: xr.DataArray) -> xr.DataArray:
    """Return the field on rising latitudes and longitudes and no other axis."""
    from mesocosm.earth.fields.axes import canonical

    name = str(field.name or "field")
    dataset = canonical(field.rename(name).to_dataset(), name)
    plane = dataset[name].squeeze(drop=False)
    lacking = [axis for axis in ("latitude", "longitude") if axis not in plane.dims]
    if lacking:
        raise InvalidRecord(f"{name}: {lacking[0]} must have at least two values to draw a map, got {list(field.dims)}")
    _demand_no_more_axes(plane, ("latitude", "longitude"))
    return plane.transpose("latitude", "longitude")


def _demand_no_more_axes(plane: xr.DataArray, axes: tuple[Hashable, ...]) -> None:
    more = [f"{axis} ({plane.sizes[axis]})" for axis in plane.dims if axis not in axes]
    if more:
        raise InvalidRecord(f"{plane.name} also runs along {', '.join(more)}; choose one value of each")


def _even(axis: Floats, rows: Floats) -> tuple[Floats, Floats]:
    """Interpolate a field to evenly spaced rows if its own are not."""
    even = np.linspace(axis[0], axis[-1], len(axis))
    step = float(even[1] - even[0])
    if np.abs(axis - even).max() <= EVEN * step:
        return even, rows
    place = np.interp(even, axis, np.arange(len(axis)))
    below = np.minimum(place.astype(int), len(axis) - 2)
    share = (place - below)[:, None]
    return even, rows[below] * (1 - share) + rows[below + 1] * share


def scale_for(values: NDArray[np.float32], unit: str, *names: str) -> Scale:
    """Return round levels over the values, in colours that suit a quantity of these names."""
    registry.require("matplotlib")
    from mesocosm.earth.drawing.scales import is_water, scale_of
    from mesocosm.earth.weather.maps.scales import Scale, listed_colours

    known = values.astype(np.float64)
    words = " ".join(names).lower()
    style = "anomaly" if "anomal" in words else "amount" if is_water(words.replace(" ", "_"), unit) else "values"
    if style == "amount":
        known = _without_noise(known)
    drawn = scale_of(known, style)  # type: ignore[arg-type]  # one of its styles
    ends = (drawn.under or drawn.colours[0], *drawn.colours, drawn.over or drawn.colours[-1])
    beyond = {"below": drawn.under is not None, "above": drawn.over is not None}
    return Scale(unit, tuple(float(level) for level in drawn.levels), listed_colours(ends), **beyond)


def _without_noise(amounts: Floats) -> Floats:
    """Raise to 0 amounts that are a little negative; values well below 0, as evaporation may have, stay."""
    known = amounts[np.isfinite(amounts)]
    is_noise = known.size and -NOISE * known.max() <= known.min() < 0
    return np.maximum(amounts, 0.0) if is_noise else amounts


def _caption(plane: xr.DataArray, axes: tuple[Hashable, ...], title: str) -> Caption:
    """Return the name of the quantity, the selected values of its other axes, and the valid time."""
    from mesocosm.earth.fields.axis_selection import value_text
    from mesocosm.earth.weather.maps.painter import Caption

    words = title or str(next(filter(None, map(plane.attrs.get, NAMED_BY)), plane.name))
    chosen = [
        name for name in dict.fromkeys((*CAPTION_AXES, *map(str, axes))) if name not in TIMES and name in plane.coords
    ]
    notes = [f"{name} {value_text(plane[name])}" for name in chosen if not plane[name].ndim]
    return Caption(words, ", ".join(notes), _valid(plane))


def _valid(plane: xr.DataArray) -> str:
    from mesocosm.earth.fields.axis_selection import is_time, value_text

    for name in TIMES:
        if name in plane.coords and is_time(plane[name]) and not plane[name].ndim:
            return f"Valid {value_text(plane[name])}"
    return ""
