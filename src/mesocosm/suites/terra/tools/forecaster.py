"""Forecasters: persistence, climatology, a small physical model, and an interface to a trained network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from mesocosm.earth.fields.axes import canonical
from mesocosm.earth.fields.categories import refuse_mixing
from mesocosm.earth.fields.directions import refuse_direction
from mesocosm.earth.forecasts import forecasters
from mesocosm.earth.forecasts.ensembles import in_unit_of, on_grid_of
from mesocosm.earth.forecasts.network import MOST_STEPS, PANGU, Port, roll_out
from mesocosm.errors import ToolError
from mesocosm.registry import version_of
from mesocosm.suites.terra.inputs.files import Fields, open_field_file, saved_fields
from mesocosm.suites.terra.inputs.forecasts import Leads, Paths, describe_field, moment64, rising, save_field
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.untrusted.network import LARGEST_MODEL, run_network
from mesocosm.tools.tool import Output
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

OLD_H = 24.0
"""Hours; the start of a forecast should not be older."""


@tool()
def persistence(
    workspace: Workspace, /, path: str, issued: str, lead_hours: Leads, variable: str | None = None
) -> Output:
    """Forecast that nothing changes: the last field known when the forecast is issued.

    Args:
        path: File of analyses.
        issued: When the forecast is issued, ISO 8601, UTC.
        lead_hours: Lead times in hours, ascending.
        variable: Variable.
    """
    file = open_field_file(workspace, path)
    field = file.field(variable)
    start = moment64(issued, "issued")
    made = forecasters.persistence(field, start, rising(lead_hours))
    out = save_field(workspace, f"persistence {field.name}", str(field.name), made, {path: file.sha256}, "persistence")
    return _with_ages(out, {"analysis": field}, start)


def _with_ages(out: Output, fields: Mapping[str, xr.DataArray], issued: np.datetime64) -> Output:
    """Add the times of a forecast's starting fields to an answer, and warn if one is older than a day."""
    lines, data = [], dict(out.data) if isinstance(out.data, dict) else {}
    for what, field in fields.items():
        if "time" not in field.dims:
            lines.append(f"the {what} tells no time")
            data |= {f"{what}_time": None, f"{what}_age_h": None}
            continue
        times = field["time"].values
        last = times[times <= issued].max()
        age = float((issued - last) / np.timedelta64(1, "h"))
        lines.append(f"{what} of {str(last)[:16]}, {age:g} h before the issue")
        if age > OLD_H:
            lines.append(f"note: the {what} is {age / 24:.3g} days older than `issued`; give a file that reaches it")
        data |= {f"{what}_time": str(last)[:16], f"{what}_age_h": age}
    return out.model_copy(update={"text": "\n".join([out.text, *lines]), "data": data})


@tool()
def climatology(
    workspace: Workspace,
    /,
    path: str,
    issued: str,
    lead_hours: Leads,
    window_days: Annotated[int, Field(ge=0, le=60)],
    variable: str | None = None,
) -> Output:
    """Forecast by the climate: an ensemble of the values of earlier years at that hour near that day of the year.

    Args:
        path: File of analyses over several years.
        issued: When the forecast is issued, ISO 8601, UTC; nothing later is used.
        lead_hours: Lead times in hours, ascending.
        window_days: Days before and after the day of the year that count.
        variable: Variable.
    """
    file = open_field_file(workspace, path)
    field = file.field(variable)
    made = forecasters.climatology(field, moment64(issued, "issued"), rising(lead_hours), window_days)
    return save_field(workspace, f"climatology {field.name}", str(field.name), made, {path: file.sha256}, "climatology")


@tool()
def advection(
    workspace: Workspace,
    /,
    path: str,
    wind_path: str,
    climate_path: str,
    issued: str,
    lead_hours: Leads,
    damping_days: Annotated[float, Field(gt=0, le=1000)],
    variable: str,
    east: str = "u",
    north: str = "v",
    level: float | None = None,
) -> Output:
    """Forecast by a small physical model: the anomaly at the start is carried along by a steady wind and fades.

    Args:
        path: File of analyses of the variable.
        wind_path: File of the wind; its last time not after `issued` is taken.
        climate_path: File of the climate: the same variable without time.
        issued: When the forecast is issued, ISO 8601, UTC.
        lead_hours: Lead times in hours, ascending.
        damping_days: Days after which an anomaly has faded to 1/e.
        variable: Name in `path` and `climate_path`.
        east: Variable of the eastward wind.
        north: Variable of the northward wind.
        level: Pressure level of the wind in hPa, if it has levels.
    """
    files = [open_field_file(workspace, each) for each in (path, wind_path, climate_path)]
    start, hours = moment64(issued, "issued"), rising(lead_hours)
    now = forecasters.latest(files[0].field(variable), start).reset_coords(drop=True)
    refuse_direction(now, "anomaly")
    refuse_mixing(now, "anomaly")
    usual = on_grid_of(now, in_unit_of(now, files[2].field(variable))).reset_coords(drop=True)
    if set(now.dims) | set(usual.dims) != {"latitude", "longitude"}:
        raise ToolError(
            f"{variable} and its climate need latitude and longitude alone, got {now.dims} and {usual.dims}"
        )
    blowing = [files[1].field(name) for name in (east, north)]
    winds = [_wind(wind, start, level) for wind in blowing]
    moved = forecasters.advect_anomaly(now - usual, winds[0], winds[1], hours, damping_days)
    made = (moved + usual).rename(lead_h="time").assign_coords(time=forecasters.valid_times(start, hours))
    inputs = {file.path: file.sha256 for file in files}
    out = save_field(workspace, f"advection {variable}", variable, made.assign_attrs(now.attrs), inputs, "advection")
    return _with_ages(out, {"analysis": files[0].field(variable), "wind": blowing[0]}, start)


def _wind(wind: xr.DataArray, issued: np.datetime64, level: float | None) -> xr.DataArray:
    if "level" in wind.dims:
        levels = wind["level"].values.tolist()
        if level not in levels:
            raise ToolError(f"`level` must be one of {levels} hPa, got {level}")
        wind = wind.sel(level=level, drop=True)
    return forecasters.latest(wind, issued) if "time" in wind.dims else wind


class NetworkInput(Record):
    """An input of a network: name, variables of its channels in order with their units, levels in hPa."""

    name: str
    channels: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field(min_length=1, max_length=200)
    levels: list[float] = Field(default_factory=list, max_length=100)


@tool()
def network(
    workspace: Workspace,
    /,
    model_path: str,
    paths: Paths,
    issued: str,
    step_hours: Annotated[float, Field(gt=0, le=240)],
    steps: Annotated[int, Field(ge=1, le=MOST_STEPS)],
    layout: Literal["pangu"] | list[NetworkInput],
) -> Output:
    """Run a trained forecast network (an ONNX file in the workspace), step after step from the fields of one time.

    It is fed rows from north to south and columns from west to east (from 0° all around the Earth). All steps together
    have 120 s and 2 GiB of memory.

    Args:
        model_path: The .onnx file, with its weights inside.
        paths: Files that hold the network's variables at the time of issue.
        issued: Time of the fields to start from, ISO 8601, UTC.
        step_hours: Hours that one run of the network advances.
        steps: Number of runs.
        layout: "pangu", or the network's inputs with [variable, units] of each channel in the order it was trained on.
    """
    start, version = moment64(issued, "issued"), version_of("onnxruntime")
    model = workspace.read_bytes(model_path, LARGEST_MODEL)
    files = [open_field_file(workspace, path) for path in paths]
    ports = PANGU if layout == "pangu" else tuple(_port(given) for given in layout if not isinstance(given, str))
    made = roll_out(model, ports, _fields_at(files, start), steps, run_network)
    times = forecasters.valid_times(start, np.arange(1, steps + 1, dtype=np.float64) * step_hours)
    joined = _join(made, times)
    path = saved_fields(workspace, "network forecast", canonical(joined, "the forecast"))
    lines = [describe_field(joined[name]) for name in list(joined.data_vars)[:5]]
    inputs = {file.path: file.sha256 for file in files}
    data = {"path": path, "variables": [str(name) for name in joined.data_vars][:50], "steps": steps}
    return Output(
        text="\n".join([f"{path}:", *lines]), data=data, inputs=inputs, engine="onnxruntime", engine_version=version
    )


def _port(given: NetworkInput) -> Port:
    return Port(given.name, tuple((pair[0], pair[1]) for pair in given.channels), tuple(given.levels))


def _fields_at(files: Sequence[Fields], start: np.datetime64) -> dict[str, xr.DataArray]:
    fields = {}
    for file in files:
        for name, values in file.dataset.data_vars.items():
            if "time" in values.dims:
                if start not in values["time"].values:
                    raise ToolError(f"`issued`: {file.path!r} has no {name} at {start}")
                values = values.sel(time=start, drop=True)
            fields[str(name)] = values
    return fields


def _join(steps: list[xr.Dataset], times: object) -> xr.Dataset:
    import xarray as xr

    return xr.concat(steps, "time").assign_coords(time=times)


FAMILY = "forecast"
PUBLISHED = {"run_pangu_forecast": "forecaster.network", "run_aurora_forecast": "forecaster.network"}
"""Published names to ours."""
