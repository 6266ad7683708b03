"""Forecasts as inputs and outputs of tools: members of several files, times, and a field's summary in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from mesocosm.earth.forecasts.ensembles import stack_members
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import moment_of
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.inputs.selection import mean_of
from mesocosm.suites.terra.replies.lists import unit_after
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

Paths = Annotated[list[str], Field(min_length=1, max_length=60)]
Weights = Annotated[list[Annotated[float, Field(ge=0)]], Field(min_length=1, max_length=400)]
Comparison = Literal[">", ">=", "<", "<="]
Leads = Annotated[list[Annotated[float, Field(gt=0, le=8784)]], Field(min_length=1, max_length=400)]
"""Lead times, hours."""


def gather_forecasts(
    workspace: Workspace, paths: Sequence[str], variable: str | None
) -> tuple[list[xr.DataArray], dict[str, str]]:
    """Return a variable of several files, and the hash of each; texts and dates are refused."""
    files = [open_field_file(workspace, path) for path in paths]
    fields = [file.field(variable) for file in files]
    for file, field in zip(files, fields, strict=True):
        if field.dtype.kind not in "fiub":
            raise ToolError(f"`paths`: {field.name} in {file.path!r} must hold numbers, it holds {field.dtype}")
    return fields, {file.path: file.sha256 for file in files}


def ensemble_of(
    workspace: Workspace, paths: Sequence[str], variable: str | None
) -> tuple[xr.DataArray, dict[str, str]]:
    """Return the members of several files along one axis, and the hash of each file."""
    fields, inputs = gather_forecasts(workspace, paths, variable)
    return stack_members(fields), inputs


def moment64(text: str, name: str) -> np.datetime64:
    """Convert an agent's time to the type of the files' time axes."""
    moment = moment_of(text, name).replace(tzinfo=None)
    if not 1700 <= moment.year <= 2200:
        raise ToolError(f"`{name}` must lie in the years 1700 to 2200, got {text!r}")
    return np.datetime64(moment, "ns")


def rising(leads: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return lead times in hours, each greater than the one before."""
    hours = np.asarray(leads, dtype=np.float64)
    if (np.diff(hours) <= 0).any():
        raise ToolError(f"`lead_hours` must increase, got {list(leads)[:12]}")
    return hours


def describe_field(values: xr.DataArray) -> str:
    """Describe a field briefly: shape, range and mean over the area."""
    unit = values.attrs.get("units", "")
    shape = " × ".join(f"{axis} {size}" for axis, size in values.sizes.items())
    if not bool(values.notnull().any()):
        return f"{values.name or 'values'} ({shape}): no values"
    low, high, mean = float(values.min()), float(values.max()), mean_of(values)
    return f"{values.name or 'values'} ({shape}): {low:.4g} to {high:.4g}, mean {mean:.4g}{unit_after(unit)}"


def range_of(values: xr.DataArray) -> dict[str, float | str | None]:
    """Return minimum, mean and maximum for programs; None if there is none."""
    if not bool(values.notnull().any()):
        return {"min": None, "mean": None, "max": None, "units": str(values.attrs.get("units", ""))}
    low, high = float(values.min()), float(values.max())
    return {"min": low, "mean": mean_of(values), "max": high, "units": str(values.attrs.get("units", ""))}


def save_field(
    workspace: Workspace, stem: str, name: str, values: xr.DataArray, inputs: dict[str, str], engine: str = "mesocosm"
) -> Output:
    """Save a field under a new name and return the tool's output about it."""
    named = values.rename(name)
    path = saved_fields(workspace, stem, named.to_dataset())
    data = {"path": path, "variable": name, **range_of(named)}
    return Output(text=f"{path}: {describe_field(named)}", data=data, inputs=inputs, engine=engine)
