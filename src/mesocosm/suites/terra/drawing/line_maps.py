"""Maps of winds, and of contours of an ensemble's members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.drawing.ink import COLOURS
from mesocosm.earth.drawing.maps import MapSheet, map_sheet
from mesocosm.earth.drawing.scales import scale_of
from mesocosm.earth.drawing.window import cells_of
from mesocosm.earth.geo.backdrop import Backdrop
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing.field_maps import panel_data, picture_data, scale_words, shade
from mesocosm.suites.terra.drawing.field_slices import Plane, extremes, pretty, range_words
from mesocosm.suites.terra.drawing.pictures import save_picture
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
Masked = np.ma.MaskedArray[Any, np.dtype[np.float64]]
SIGNS_APART = 34
"""Least distance between two arrows or barbs, pixels."""
BARB = 32
"""Length of a barb with its feathers, pixels."""
ARROW = 22.0
"""Length of the arrow of a moderate wind, pixels."""
KNOTS = 3600 / 1852
"""Knots in a metre per second."""


def wind_map(
    workspace: Workspace, backdrop: Backdrop, east: Plane, north: Plane, box: list[float] | None, sign: str
) -> Output:
    """Draw speed in colour, direction as arrows or barbs."""
    from dataclasses import replace

    from mesocosm.earth.fields.air import winds

    speed = winds(east.field, north.field)["wind_speed"]
    plane = replace(east, field=speed, unit="m s-1", label="wind speed")
    window = plane.window(box)
    part = plane.inside(window)
    figures = extremes(part)
    scale = scale_of(part.values.astype(np.float64), "wind")
    title = f"Wind ({east.field.name}, {north.field.name})"
    key = "; half feather 5 kt, feather 10 kt, flag 50 kt" if sign == "barbs" else ""
    with map_sheet(window, backdrop, title, plane.line + key) as drawn:
        shade(drawn, speed, scale, "wind speed (m s⁻¹)")
        _signs(drawn, east.field, north.field, sign)
    lines = [f"{title}, {plane.when}".rstrip(", "), range_words(figures, "m s⁻¹"), scale_words(scale, "m s⁻¹")]
    data = picture_data(drawn, plane, figures, scale)
    return save_picture(workspace, "map wind", drawn.sheet.png, *lines, data=data, inputs=east.inputs | north.inputs)


def _signs(drawn: MapSheet, east: xr.DataArray, north: xr.DataArray, sign: str) -> None:
    """Draw arrows or barbs at cells that lie far enough apart."""
    cells, window, frame = cells_of(east), drawn.window, drawn.frame
    columns, rows = (cells.west + cells.east) / 2, (cells.south + cells.north) / 2
    room = BARB if sign == "barbs" else -np.inf
    turned = window.turned(columns)
    across = _apart((turned - window.west) / (window.east - window.west) * frame.width, frame.width, room)
    up = _apart((rows - window.south) / (window.north - window.south) * frame.height, frame.height, room)
    x, y = turned[across], rows[up]
    planes = [part.transpose("latitude", "longitude").values[:, cells.order] for part in (east, north)]
    planes = [part[np.ix_(up, across)] for part in planes]
    u, v = (np.ma.masked_invalid(part) for part in planes)
    (_barbs if sign == "barbs" else _arrows)(drawn, x, y, u, v)


def _apart(pixels: Floats, width: int, room: float) -> NDArray[np.intp]:
    """Return which of some ascending pixels get a symbol: far enough apart, and none that the frame would cut."""
    every = max(1, int(np.ceil(SIGNS_APART / float(np.abs(np.diff(pixels)).min()))))
    roomy = np.flatnonzero((pixels >= room) & (pixels <= width - room))
    return (roomy if roomy.size else np.arange(len(pixels)))[::every]


def _barbs(drawn: MapSheet, x: Floats, y: Floats, u: Masked, v: Masked) -> None:
    from matplotlib.patheffects import withStroke

    south = np.broadcast_to((y < 0)[:, None], u.shape)
    halo = [withStroke(linewidth=2.2, foreground="white")]
    drawn.axes.barbs(
        x, y, u * KNOTS, v * KNOTS, length=5.6, linewidth=0.8, flip_barb=south, zorder=4, path_effects=halo
    )  # fmt: skip


def _arrows(drawn: MapSheet, x: Floats, y: Floats, u: Masked, v: Masked) -> None:
    from matplotlib.patheffects import withStroke

    speeds = np.ma.hypot(u, v).compressed()
    middling = float(np.median(speeds)) if speeds.size else 0.0
    size = float(f"{middling:.1g}") or 1.0
    arrows = drawn.axes.quiver(
        x, y, u, v, angles="uv", scale_units="dots", scale=size / ARROW, units="dots", width=1.6,
        path_effects=[withStroke(linewidth=1.6, foreground="white")], zorder=4,
    )  # fmt: skip
    at = (1 - 45 / drawn.sheet.width, 14 / drawn.sheet.height)
    style = {"size": 8.5}
    drawn.axes.quiverkey(arrows, *at, size, f"{size:g} m s⁻¹", coordinates="figure", labelpos="W", fontproperties=style)


def spaghetti_map(
    workspace: Workspace, backdrop: Backdrop, planes: list[Plane], values: list[float], box: list[float] | None
) -> Output:
    """Draw a thin contour for each member and value, a thick one for the mean."""
    import xarray as xr

    if len({plane.unit for plane in planes}) > 1:
        raise ToolError(
            f"the files differ in their units: {', '.join(sorted({plane.unit for plane in planes}))}; give `units`"
        )
    members = [member for plane in planes for member in _members(plane.field)]
    if any(member.shape != members[0].shape for member in members):
        raise ToolError("the files lie on different grids; bring them onto one first")
    mean = xr.concat(members, "member", coords="minimal", compat="override").mean("member")
    first, unit = planes[0], pretty(planes[0].unit)
    window = first.window(box)
    title = f"{first.label}: lines of {len(members)} members"
    colours = dict(zip(values, COLOURS, strict=False))
    with map_sheet(window, backdrop, title, first.line) as drawn:
        counts = {value: _lines(drawn, members, mean, value, colour) for value, colour in colours.items()}
        words = [f"{value:g} {unit}".strip() + f" ({counts[value]} of {len(members)})" for value in colours]
        drawn.key(list(zip(colours.values(), words, strict=True)), marker="-")
        drawn.sheet.write(
            drawn.sheet.width / 2,
            drawn.sheet.height - 26,
            f"thin: members; thick: their mean ({unit or 'no unit'})",
            ha="center",
            size=8.5,
        )
    if not any(counts.values()):
        low, high = float(mean.min()), float(mean.max())
        raise ToolError(
            f"no member reaches {', '.join(f'{value:g}' for value in values)} {unit}; "
            f"their mean lies in {low:g} to {high:g}"
        )
    lines = [f"{title}, {first.when}".rstrip(", "), "members with a line: " + "; ".join(words)]
    data: dict[str, JsonValue] = {
        "variable": str(first.field.name), "units": first.unit, "members": len(members),
        "members_with_line": {f"{value:g}": count for value, count in counts.items()}, **panel_data(drawn),
    }  # fmt: skip
    inputs = {path: sha256 for plane in planes for path, sha256 in plane.inputs.items()}
    return save_picture(
        workspace, f"map spaghetti {first.field.name}", drawn.sheet.png, *lines, data=data, inputs=inputs
    )


def _members(field: xr.DataArray) -> list[xr.DataArray]:
    plain = field.transpose(..., "latitude", "longitude")
    return [plain.isel(member=number) for number in range(plain.sizes["member"])] if "member" in plain.dims else [plain]


def _lines(drawn: MapSheet, members: list[xr.DataArray], mean: xr.DataArray, value: float, colour: str) -> int:
    """Return how many members have a contour."""
    seen = sum(_contour(drawn, member, value, colour, 0.7) for member in members)
    _contour(drawn, mean, value, colour, 2.2)
    return seen


def _contour(drawn: MapSheet, field: xr.DataArray, value: float, colour: str, width: float) -> bool:
    """Draw a contour where a field has a value; return whether there is one."""
    plain = field.values.astype(np.float64)
    if not np.isfinite(plain).any() or not np.nanmin(plain) < value < np.nanmax(plain):
        return False
    cells = cells_of(field)
    columns, rows = (cells.west + cells.east) / 2, (cells.south + cells.north) / 2
    table = np.ma.masked_invalid(plain[:, cells.order])
    for turn in (-360.0, 0.0, 360.0):
        if columns[-1] + turn > drawn.window.west and columns[0] + turn < drawn.window.east:
            drawn.axes.contour(columns + turn, rows, table, levels=[value], colors=[colour], linewidths=width, zorder=4)
    return True
