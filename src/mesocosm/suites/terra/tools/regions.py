"""Regions of the globe on grids: masks, tables of their means, and the boxes of El Niño."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.fields.shares import box_shares, polygon_shares, region_areas, region_mean, ring_of
from mesocosm.earth.forecasts.enso import enso_indices, phase
from mesocosm.errors import ToolError
from mesocosm.suites.terra.arguments import Box, box_of
from mesocosm.suites.terra.files import opened, saved, saved_fields
from mesocosm.tools.tool import Output, tool
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

Corner = Annotated[list[float], Field(min_length=2, max_length=2)]
Polygon = Annotated[list[Corner], Field(min_length=3, max_length=2000)]
Year = Annotated[int, Field(ge=1700, le=2200)]
MOST_ROWS = 5000


REGION_EXAMPLE: list[JsonValue] = [{"name": "the coast", "box": [5.0, 0.0, 7.0, 2.0]}]


class Region(Record):
    """A named region: a box, or a polygon of [longitude, latitude] corners."""

    name: str = Field(min_length=1, max_length=80)
    box: Box | None = None
    polygon: Polygon | None = None


def _shares(
    grid: xr.DataArray | xr.Dataset, box: list[float] | None, polygon: list[list[float]] | None
) -> xr.DataArray:
    if (box is None) == (polygon is None):
        raise ToolError("a region is either a `box` or a `polygon`; give one of them")
    if not {"latitude", "longitude"} <= set(grid.dims):
        raise ToolError(
            f"a region needs a grid of latitudes and longitudes; there are {', '.join(map(str, grid.dims))}"
        )
    return box_shares(grid, box_of(box)) if box is not None else polygon_shares(grid, ring_of(polygon or []))


@tool()
def mask(workspace: Workspace, /, path: str, box: Box | None = None, polygon: Polygon | None = None) -> Output:
    """Share of each cell of a file's grid that lies in a region, from 0 to 1.

    Args:
        path: File whose grid to take.
        box: West, south, east, north in degrees; west above east crosses the antimeridian.
        polygon: Corners as [longitude, latitude] in degrees.
    """
    file = opened(workspace, path)
    shares = _shares(file.dataset, box, polygon)
    saved_as = saved_fields(workspace, "region mask", shares.to_dataset())
    cells, area = int((shares > 0).sum()), float(region_areas(shares).sum())
    text = f"{saved_as}: region ({cells} cells touched, {area:,.0f} km²)"
    data = {"path": saved_as, "variable": "region", "cells": cells, "area_km2": area}
    return Output(text=text, data=data, inputs={path: file.sha256})


@tool()
def table(
    workspace: Workspace,
    /,
    path: str,
    regions: Annotated[list[Region], Field(min_length=1, max_length=100, examples=[REGION_EXAMPLE])],
    variable: str | None = None,
) -> Output:
    """Means of a field over regions, weighted by area, one row per region and step of the other axes, as CSV.

    Args:
        path: File of the field, such as tercile probabilities, anomalies or skill.
        regions: Each with a name and a box or a polygon.
        variable: Name in the file.
    """
    file = opened(workspace, path)
    field = file.field(variable)
    rows: list[dict[str, object]] = []
    for region in regions:
        mean = region_mean(field, _shares(field, region.box, region.polygon))
        rows += _rows(region.name, mean)
    if len(rows) > MOST_ROWS:
        raise ToolError(f"the table would have {len(rows):,} rows, at most {MOST_ROWS:,}; reduce the other axes first")
    saved_as = saved(workspace, f"regions {field.name}", _csv(rows), ".csv")
    lines = [", ".join(f"{key} {_short(value)}" for key, value in row.items()) for row in rows[:5]]
    unit = str(field.attrs.get("units", ""))
    text = "\n".join([f"{saved_as}: {len(rows)} rows of {field.name} ({unit})", *lines])
    return Output(text=text, data={"path": saved_as, "units": unit, "rows": rows[:100]}, inputs={path: file.sha256})


def _rows(name: str, mean: xr.DataArray) -> list[dict[str, object]]:
    axes = list(mean.dims)
    made: list[dict[str, object]] = []
    for place in np.ndindex(*mean.shape):
        at = {str(axis): _plain(mean[axis].values[k]) for axis, k in zip(axes, place, strict=True)}
        value = float(mean.values[place])
        made.append({"region": name, **at, "value": value if np.isfinite(value) else None})
    return made


def _plain(value: object) -> object:
    if isinstance(value, np.datetime64):
        return str(value.astype("datetime64[s]"))
    return value.item() if isinstance(value, np.generic) else str(value)


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _csv(rows: list[dict[str, object]]) -> bytes:
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return sheet.getvalue().encode()


@tool()
def enso(
    workspace: Workspace,
    /,
    path: str,
    baseline_start: Year,
    baseline_end: Year,
    variable: str | None = None,
    running_months: Annotated[int, Field(ge=1, le=12)] = 3,
) -> Output:
    """Indices of El Niño (Niño 1+2, 3, 3.4, 4): monthly anomalies of sea surface temperature and their running means.

    Args:
        path: File of monthly sea surface temperature over the tropical Pacific.
        baseline_start: First year of the mean that anomalies are taken from.
        baseline_end: Last year of it, included.
        variable: Name in the file.
        running_months: Months of the running mean.
    """
    file = opened(workspace, path)
    if baseline_start > baseline_end:
        raise ToolError(f"`baseline_start` must not exceed `baseline_end`, got {baseline_start} and {baseline_end}")
    indices, seen = enso_indices(file.field(variable), baseline_start, baseline_end, running_months)
    rows = [
        {
            "time": str(time)[:10],
            **{str(name): round(float(part.values[k]), 6) for name, part in indices.data_vars.items()},
        }
        for k, time in enumerate(indices["time"].values)
    ]
    saved_as = saved(workspace, "enso indices", _csv([dict(row) for row in rows]), ".csv")
    lines = [f"{saved_as}: {len(rows)} months; boxes {', '.join(name for name in seen if name in indices)} (K)"]
    data: dict[str, object] = {"path": saved_as, "share_seen": seen}
    if "nino34_mean" in indices:
        known = indices["nino34_mean"].dropna("time")
        if known.sizes["time"]:
            last, when = float(known[-1]), str(known["time"].values[-1])[:7]
            lines.append(f"Niño 3.4, mean of {running_months} months about {when}: {last:+.2f} K ({phase(last)})")
            data |= {"last": when, "nino34_mean": last, "phase": phase(last)}
    return Output(text="\n".join(lines), data=data, inputs={path: file.sha256})


PUBLISHED = {
    "region_mask": "regions.mask",
    "seasonal_region_table": "regions.table",
    "compute_enso_indices": "regions.enso",
}
"""Published name to ours."""
