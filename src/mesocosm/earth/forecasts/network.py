"""Forecasts by a trained network (ONNX) from fields; each channel has a name, so that none is confused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.field_units import convert_field
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float32]
Run = Callable[[bytes, Mapping[str, Floats], int], Sequence[Mapping[str, Floats]]]
"""A function that runs a model on inputs by name for a number of steps and returns the state after each. The model may
be untrusted, so the caller decides where it runs.
"""
MOST_STEPS = 60


@dataclass(frozen=True)
class Port:
    """An input of a network: name, channels in order, and pressure levels (none at the surface)."""

    name: str
    channels: tuple[tuple[str, str], ...]
    """Variables with the unit that the network was trained in."""
    levels: tuple[float, ...] = ()


PANGU = (
    Port(
        "input",
        (("z", "m2 s-2"), ("q", "kg kg-1"), ("t", "K"), ("u", "m s-1"), ("v", "m s-1")),
        (1000, 925, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100, 50),
    ),
    Port("input_surface", (("msl", "Pa"), ("u10", "m s-1"), ("v10", "m s-1"), ("t2m", "K"))),
)
"""Pangu-Weather (Bi et al. 2023, Nature 619, 533-538), as its authors' notes state: geopotential, not height; specific
humidity; levels from the ground up; rows from north to south, longitudes from 0 to 360.
"""


def roll_out(
    model: bytes, ports: Sequence[Port], fields: Mapping[str, xr.DataArray], steps: int, run: Run
) -> list[xr.Dataset]:
    """Run a network step by step from the fields of one time, with each state as input of the next step.

    `ports` describe its inputs; its outputs have the same order and shape. Every field is converted to the unit of its
    channel; a missing channel or a grid that the network was not made for is an error.

    Args:
        model: The ONNX file.
        ports: The network's inputs.
        fields: Variables by name, each on (level,) latitude and longitude.
        steps: Number of steps.
        run: Function that runs the file on inputs in the order of `ports`.
    """
    names = [port.name for port in ports]
    if not names or len(set(names)) != len(names):
        raise InvalidRecord(f"a network needs inputs with distinct names, got {names}")
    made = run(model, {port.name: _fill(port, fields) for port in ports}, steps)
    template = fields[ports[0].channels[0][0]]
    return [_describe(ports, state, template) for state in made]


def _fill(port: Port, fields: Mapping[str, xr.DataArray]) -> Floats:
    """Return an array of channels (and levels), rows from north to south, columns from west to east."""
    parts = []
    for variable, unit in port.channels:
        if variable not in fields:
            raise InvalidRecord(f"`{port.name}` needs {variable!r}; given are {', '.join(sorted(fields))}")
        field = _eastward(convert_field(fields[variable], unit, variable)).isel(latitude=slice(None, None, -1))
        if port.levels:
            field = _on_levels(field, port.levels)
        elif set(field.dims) != {"latitude", "longitude"}:
            raise InvalidRecord(f"{variable} must have latitude and longitude alone, it has {field.dims}")
        parts.append(field.values.astype(np.float32))
    if not all(part.shape == parts[0].shape and np.isfinite(part).all() for part in parts):
        raise InvalidRecord(f"the channels of `{port.name}` must share a grid and have no missing values")
    return np.stack(parts)


def _on_levels(field: xr.DataArray, levels: Sequence[float]) -> xr.DataArray:
    there = {float(level) for level in field["level"].values} if "level" in field.dims else set()
    missing = [level for level in levels if float(level) not in there]
    if missing:
        raise InvalidRecord(f"{field.name} lacks the levels {missing} hPa; it has {sorted(there)}")
    return field.sel(level=list(map(float, levels))).transpose("level", "latitude", "longitude")


def _eastward(field: xr.DataArray) -> xr.DataArray:
    """Order longitudes from 0 to 360; for a part of the globe, from its western edge on, also across Greenwich."""
    turned = field.assign_coords(longitude=field["longitude"].values % 360.0).sortby("longitude")
    longitude = turned["longitude"].values
    gaps = np.diff(longitude, append=longitude[:1] + 360.0)
    widest = int(gaps.argmax())
    if gaps[widest] > 3.0 * np.median(gaps) and widest + 1 < longitude.size:
        turned = turned.roll(longitude=-(widest + 1), roll_coords=True)
        rolled = turned["longitude"].values
        turned = turned.assign_coords(longitude=np.where(rolled > longitude[widest], rolled - 360.0, rolled))
    return turned.transpose(..., "latitude", "longitude")


def _describe(ports: Sequence[Port], state: Mapping[str, Floats], template: xr.DataArray) -> xr.Dataset:
    import xarray as xr

    latitude = template["latitude"].values[::-1]
    longitude = _eastward(template)["longitude"].values
    dataset = xr.Dataset()
    for port in ports:
        axes = (("level",) if port.levels else ()) + ("latitude", "longitude")
        coords: dict[str, Any] = {"latitude": latitude, "longitude": longitude}
        if port.levels:
            coords["level"] = ("level", list(map(float, port.levels)), {"units": "hPa"})
        for (variable, unit), values in zip(port.channels, state[port.name], strict=True):
            dataset[variable] = xr.DataArray(values, coords, axes, attrs={"units": unit})
    return dataset
