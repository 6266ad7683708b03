"""A trained forecast network (ONNX) run on fields, with each channel named, so that none is fed in another's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.measures import converted
from mesocosm.errors import InvalidRecord
from mesocosm.registry import require

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float32]
MOST_STEPS = 60


@dataclass(frozen=True)
class Port:
    """An input of a network: what it is called, its channels in order, and on which levels (none at the surface)."""

    name: str
    channels: tuple[tuple[str, str], ...]
    """Variable and the unit the network was trained in."""
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
humidity; levels from the ground up; rows from north to south, longitudes from 0 to 360."""


def session_of(model: bytes) -> Any:
    """An ONNX network ready to run, on one core, so that one input gives one output on every machine."""
    onnxruntime = require("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library has its own classes, not all of them public
        raise InvalidRecord(f"the model cannot be read as ONNX: {str(error)[:200]}") from error


def stepped(model: bytes, ports: Sequence[Port], fields: Mapping[str, xr.DataArray], steps: int) -> list[xr.Dataset]:
    """What a network makes of the fields of one time, step after step, each fed with the last one's outcome.

    Its inputs are named by `ports`; its outputs come in their order and shape. Every field is converted to the unit
    stated for its channel; a channel that is absent, or a grid that the network was not made for, is refused.

    Args:
        model: The ONNX file.
        ports: The network's inputs.
        fields: Variables by name, each on (level,) latitude and longitude.
        steps: How often to run it.
    """
    session = session_of(model)
    named = [given.name for given in session.get_inputs()]
    if sorted(named) != sorted(port.name for port in ports):
        raise InvalidRecord(f"the network's inputs are {', '.join(named)}; told were {[port.name for port in ports]}")
    if len(session.get_outputs()) != len(ports):
        raise InvalidRecord(f"the network has {len(session.get_outputs())} outputs for {len(ports)} inputs")
    state = {port.name: _filled(port, fields) for port in ports}
    shapes = {given.name: given.shape for given in session.get_inputs()}
    for port in ports:
        _check_shape(port, state[port.name].shape, shapes[port.name])
    template = fields[ports[0].channels[0][0]]
    made = []
    for _ in range(steps):
        state = _run(session, ports, state, shapes)
        made.append(_told(ports, state, template))
    return made


def _filled(port: Port, fields: Mapping[str, xr.DataArray]) -> Floats:
    """Channels (and levels), rows from north to south, longitudes from 0 to 360."""
    parts = []
    for variable, unit in port.channels:
        if variable not in fields:
            raise InvalidRecord(f"`{port.name}` needs {variable!r}; given are {', '.join(sorted(fields))}")
        field = _eastward(converted(fields[variable], unit, variable)).isel(latitude=slice(None, None, -1))
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
    turned = field.assign_coords(longitude=field["longitude"].values % 360.0)
    return turned.sortby("longitude").transpose(..., "latitude", "longitude")


def _check_shape(port: Port, given: tuple[int, ...], wanted: Sequence[object]) -> None:
    """Sizes the network leaves open are names or None; one leading 1 is a batch."""
    sizes = list(wanted)[1:] if len(wanted) == len(given) + 1 else list(wanted)
    fits = len(sizes) == len(given) and all(
        not isinstance(size, int) or size == there for size, there in zip(sizes, given, strict=True)
    )
    if not fits:
        raise InvalidRecord(f"`{port.name}` wants the shape {list(wanted)}, the fields make {list(given)}")


def _run(
    session: Any, ports: Sequence[Port], state: dict[str, Floats], shapes: Mapping[str, Sequence[object]]
) -> dict[str, Floats]:
    given = {name: values[None] if len(shapes[name]) == values.ndim + 1 else values for name, values in state.items()}
    try:
        outcome = session.run(None, given)
    except Exception as error:  # as above
        raise InvalidRecord(f"the network fails on these fields: {str(error)[:200]}") from error
    made = {}
    for port, values in zip(ports, outcome, strict=True):
        wanted = state[port.name].shape
        if np.asarray(values).size != int(np.prod(wanted)):
            raise InvalidRecord(
                f"the network's outcome for `{port.name}` has the shape {np.shape(values)}, not {wanted}"
            )
        made[port.name] = np.asarray(values, dtype=np.float32).reshape(wanted)
    return made


def _told(ports: Sequence[Port], state: Mapping[str, Floats], template: xr.DataArray) -> xr.Dataset:
    import xarray as xr

    latitude = template["latitude"].values[::-1]
    longitude = np.sort(template["longitude"].values % 360.0)
    told = xr.Dataset()
    for port in ports:
        axes = (("level",) if port.levels else ()) + ("latitude", "longitude")
        coords: dict[str, Any] = {"latitude": latitude, "longitude": longitude}
        if port.levels:
            coords["level"] = ("level", list(map(float, port.levels)), {"units": "hPa"})
        for (variable, unit), values in zip(port.channels, state[port.name], strict=True):
            told[variable] = xr.DataArray(values, coords, axes, attrs={"units": unit})
    return told
