"""Fields over a region and at a place: statistics over space that keep time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from mesocosm.earth.fields.area import cell_areas
from mesocosm.earth.fields.categories import refuse_between
from mesocosm.earth.fields.directions import circular_deviation, is_direction, mean_direction
from mesocosm.earth.fields.shares import box_shares
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

SPACE = ("latitude", "longitude")
Way = Literal["nearest", "bilinear"]


def areas_in(values: xr.DataArray, box: BoundingBox | None, mask: xr.DataArray | None = None) -> xr.DataArray:
    """Return the area of each cell that counts, km²: the whole cell or its share in a box, times its share in a mask.

    With a box, the result has only the cells that touch it.
    """
    needs_grid(values)
    areas = cell_areas(values)
    if mask is not None:
        needs_grid(mask)
        same = all(
            mask.sizes[axis] == areas.sizes[axis] and np.allclose(mask[axis], areas[axis], atol=1e-4) for axis in SPACE
        )
        if not same:
            raise InvalidRecord("the mask lies on another grid than the field; regrid one of them first")
        shares = mask.fillna(0).astype(np.float64)
        if float(shares.min()) < 0 or float(shares.max()) > 1:
            raise InvalidRecord(
                f"a mask holds shares of cells, 0 to 1; got {float(shares.min()):g} to {float(shares.max()):g}"
            )
        areas = areas * shares.assign_coords({axis: areas[axis] for axis in SPACE})
    if box is None:
        return areas
    shares = box_shares(areas, box)
    rows, columns = (np.flatnonzero((shares > 0).any(other).values) for other in reversed(SPACE))
    return (areas * shares).isel(latitude=rows, longitude=columns).rename("area")


def reduce_area(
    values: xr.DataArray, areas: xr.DataArray, statistic: str, threshold: float | None = None
) -> xr.DataArray:
    """Compute a statistic over an area, for each time and level; cells without a value do not count.

    Means and deviations of directions are circular.

    Args:
        values: A field.
        areas: Areas of the cells that count, as `areas_in` returns them.
        statistic: mean, min, max, std, a percentile such as p95 (that share of the area lies below), or above and
            below: the share of the area, 0 to 1, above or below `threshold`.
        threshold: Threshold of these shares.
    """
    whole = all(values.indexes[axis].equals(areas.indexes[axis]) for axis in SPACE)
    part = values if whole else values.reindex(latitude=areas["latitude"], longitude=areas["longitude"])
    areas = areas.fillna(0)
    weighted = part.weighted(areas)
    if statistic in ("mean", "std") and is_direction(values):
        around = mean_direction if statistic == "mean" else circular_deviation
        result: xr.DataArray = around(part, lambda vectors: vectors.weighted(areas).mean(SPACE))
    elif statistic in ("mean", "std"):
        result = getattr(weighted, statistic)(SPACE, keep_attrs=True)
    elif statistic in ("min", "max"):
        result = getattr(part.where(areas > 0), statistic)(SPACE, keep_attrs=True)
    elif statistic in ("above", "below"):
        result = _share(part, areas, statistic, threshold)
    else:
        result = weighted.quantile(_percentile(statistic), dim=SPACE, keep_attrs=True).drop_vars("quantile")
    return result


def _share(part: xr.DataArray, areas: xr.DataArray, statistic: str, threshold: float | None) -> xr.DataArray:
    if threshold is None:
        raise InvalidRecord(f"`threshold` is needed for the share of the area {statistic} it")
    holds = part > threshold if statistic == "above" else part < threshold
    share = holds.astype(np.float64).where(part.notnull()).weighted(areas).mean(SPACE)
    return share.drop_attrs(deep=False).assign_attrs(
        units="1", long_name=f"share of the area {statistic} {threshold:g}"
    )


def _percentile(statistic: str) -> float:
    number = statistic.removeprefix("p")
    if not statistic.startswith("p") or not number.isdigit() or not 0 <= int(number) <= 100:
        allowed = "mean, min, max, std, above, below or a percentile such as p95"
        raise InvalidRecord(f"statistic must be {allowed}, got {statistic!r}")
    return int(number) / 100


def at_place(values: xr.DataArray, longitude: float, latitude: float, way: Way) -> xr.DataArray:
    """Return a field at a place: of the nearest cell, or interpolated between four; refuse a place outside the grid.

    Classes are never interpolated.
    """
    needs_grid(values)
    refuse_between(values, "way", way)
    around = _around(values)
    place = {"latitude": latitude, "longitude": _on_axis(around, longitude)}
    halves = {axis: float(np.diff(around[axis].values).max()) / 2 for axis in SPACE if around.sizes[axis] > 1}
    for axis, value in place.items():
        axis_values = around[axis].values.astype(np.float64)
        margin = halves.get(axis, max(halves.values(), default=0.0))  # a single row is as high as its cells are wide
        if not axis_values[0] - margin <= value <= axis_values[-1] + margin:
            low, high = float(values[axis].min()), float(values[axis].max())
            raise InvalidRecord(f"{axis} {value:g} lies outside the grid, which covers {low:g} to {high:g}")
        place[axis] = float(np.clip(value, axis_values[0], axis_values[-1]))
    if way == "nearest":
        return around.sel(place, method="nearest")
    wanted = {axis: place[axis] for axis in SPACE if around.sizes[axis] > 1}

    def between(field: xr.DataArray) -> xr.DataArray:
        return field.interp(wanted).squeeze(drop=False)

    if is_direction(values):
        return mean_direction(around, between)
    return between(around).assign_attrs(values.attrs)


def _around(values: xr.DataArray) -> xr.DataArray:
    """Repeat the first column after the last if the grid goes around the globe."""
    import xarray as xr

    longitudes = values["longitude"].values
    if len(longitudes) < 3 or longitudes[-1] - longitudes[0] + (longitudes[1] - longitudes[0]) < 359.9:
        return values
    first = values.isel(longitude=[0])
    return xr.concat([values, first.assign_coords(longitude=first["longitude"] + 360.0)], "longitude")


def _on_axis(values: xr.DataArray, longitude: float) -> float:
    """Shift a longitude by a whole turn if that brings it between the first and last column."""
    first, last = float(values["longitude"].values[0]), float(values["longitude"].values[-1])
    return next((turn for turn in (longitude, longitude + 360, longitude - 360) if first <= turn <= last), longitude)


def needs_grid(values: xr.DataArray) -> None:
    if not {"latitude", "longitude"} <= set(values.dims):
        raise InvalidRecord(
            f"{values.name} has no grid of latitudes and longitudes; its axes are {', '.join(map(str, values.dims))}"
        )
