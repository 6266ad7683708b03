"""GRIB files as fields: one per quantity and type of level, with members, times, steps and levels as axes.

Messages are read one by one, so that a forecast of hundreds takes only the time to decode them. Messages with several
fields (NAM packs both components of the wind into one) are split first. Fields on a projected plane are interpolated to
a regular grid of about the same spacing, with winds rotated to east and north.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.categories import is_categorical
from mesocosm.earth.fields.size_limit import check_size
from mesocosm.earth.geo.grid import Grid, east_angle, rotate_vectors
from mesocosm.earth.weather.grib.grid_definition import Get, grid_of, in_our_order
from mesocosm.earth.weather.grib.local_parameters import Parameter, parameter_of
from mesocosm.earth.weather.grib.reading import NO_VALUE, open_message
from mesocosm.earth.weather.grib.sections import single_fields, spans
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

KM_PER_DEGREE = 111.2
NEAREST, LINEAR = 0, 1
"""Orders of the splines by which values are interpolated."""
MOST_WIDENED = 100
"""Most cells of the regular grid for each node of the projected one."""
PRESSURE = "isobaricInhPa"
MONTHLY = ("moda", "mnth", "edmm", "edmo", "msmm")
"""Streams of monthly means, whose date is that of the month's first step or the day before."""
MISSING_NUMBER, MISSING_SCALE = 2**31 - 1, 127
"""Values that GRIB 2 writes for a level without a number."""
PAIRS = (("u", "v"), ("u10", "v10"), ("u100", "v100"))
"""Components of winds, by the part of the name before the type of level."""
Values = NDArray[np.float32]
Place = tuple[int, float, float, float]
"""Member, run (seconds), step (hours, or months of a seasonal forecast) and level of a message."""


@dataclass
class Stack:
    """The messages of one field."""

    name: str
    kind: str
    """Type of level."""
    grid: Grid
    latitudes: NDArray[np.float64] | None
    """Latitudes of rows that are not evenly spaced, as on Gaussian grids; else None."""
    lead_axis: str
    """`step` in hours, or `forecast_month` from 1 on."""
    attributes: dict[str, Any]
    layers: dict[Place, Values] = field(default_factory=dict)
    months: dict[Place, float] = field(default_factory=dict)
    """Beginning of the month of each monthly mean, in seconds."""


Asked = Callable[[bytes, str], Iterable[Get]]
"""A function of a file and its name that yields a key lookup for each field."""


def decode_in_process(data: bytes, name: str) -> Iterator[Get]:
    """Decode every field of a file with ecCodes in this process."""
    for content in single_messages(data, name):
        with open_message(content, name) as get:
            yield get


def single_messages(data: bytes, name: str) -> Iterator[bytes]:
    """Split a file into messages of one field each."""
    view = memoryview(data)
    for span in spans(view, name):
        yield from single_fields(view[span.offset : span.offset + span.length])


def open_grib(data: bytes, name: str, asked: Asked = decode_in_process, most: int | None = None) -> xr.Dataset:
    """Open all fields of a GRIB file; the name includes the type of level where fields of one name differ in it.

    `time` is when a field is valid; with several runs and several steps, it is the start of the run and `step` counts
    hours from it (`forecast_month` counts months, where the first is the month of the start). A monthly mean is dated
    by its first day. `asked` decodes the messages. `most` limits the bytes of the fields further than the limit for
    every file.
    """
    import xarray as xr

    stacks = list(_stack(asked(data, name)))
    if not stacks:
        raise InvalidRecord(f"{name} holds no field that can be read")
    names = _unique_names(stacks)
    fields = {word: _assemble(stack, name, most) for word, stack in zip(names, stacks, strict=True)}
    _check_merged(fields, name, most)
    merged = xr.merge([values.rename(word) for word, values in fields.items()], compat="override", join="outer")
    return _on_plain_grid(merged, stacks, names)


def _check_merged(fields: Mapping[str, xr.DataArray], name: str, most: int | None) -> None:
    """Refuse fields that would fill the memory once they share axes, when each spans the positions of all fields."""
    places: dict[str, set[float]] = {}
    for values in fields.values():
        for axis, ticks in values.indexes.items():
            places.setdefault(str(axis), set()).update(ticks)
    size = sum(4 * math.prod(len(places[str(a)]) for a in values.dims) for values in fields.values())
    check_size(size, name, most)


def _stack(asked: Iterable[Get]) -> Iterable[Stack]:
    """Group messages by field, in the order of the file.

    A second message at one place, such as another period of a total, begins a new stack.
    """
    stacks: dict[tuple[Any, ...], Stack] = {}
    for get in asked:
        _put(stacks, get)
    return stacks.values()


def _put(stacks: dict[tuple[Any, ...], Stack], get: Get) -> None:
    parameter, kind = parameter_of(get), str(get("typeOfLevel"))
    grid, latitudes = _grid(get)
    place, lead_axis = _place(get, kind), "step" if get("fcmonth") is None else "forecast_month"
    for turn in range(1000):
        key = (parameter.name, kind, str(get("stepType")), grid, turn)
        if key not in stacks:
            stacks[key] = Stack(parameter.name, kind, grid, latitudes, lead_axis, _attributes(get, parameter))
        stack = stacks[key]
        if place not in stack.layers:
            break
    stack.layers[place] = _decode(get, grid)
    month = _month(get)
    if month is not None:
        stack.months[place] = _seconds(month)


def _attributes(get: Get, parameter: Parameter) -> dict[str, Any]:
    attributes = {"units": parameter.units, "long_name": parameter.long_name, "kind_of_level": get("typeOfLevel")}
    return {**attributes, "step_type": get("stepType"), "grid_winds": int(bool(get("uvRelativeToGrid")))}


def _grid(get: Get) -> tuple[Grid, NDArray[np.float64] | None]:
    if get("gridType") != "regular_gg":
        return grid_of(get), None
    latitudes = np.sort(np.asarray(get("distinctLatitudes"), np.float64))
    first, last = get("longitudeOfFirstGridPointInDegrees"), get("longitudeOfLastGridPointInDegrees")
    columns, rows = get("Ni"), get("Nj")
    step = (last - first) % 360 / max(columns - 1, 1)
    height = float(latitudes[-1] - latitudes[0]) / max(rows - 1, 1)
    return Grid("+proj=longlat", first, float(latitudes[0]), step, height, columns, rows), latitudes


def _place(get: Get, kind: str) -> Place:
    """Return the place of a message; seasonal forecasts count months from the nominal start, the start as 1."""
    member, month = int(get("number") or 0), get("fcmonth")
    if month is not None:
        start = get("indexingDate") or get("dataDate")
        return member, _seconds(_read(start, "%Y%m%d")), float(month), _level(get, kind)
    return member, _seconds(_run(get)), float(get("endStep")) / 60, _level(get, kind)


def _run(get: Get) -> datetime:
    return _read(f"{get('dataDate')} {get('dataTime'):04d}", "%Y%m%d %H%M")


def _month(get: Get) -> datetime | None:
    """Return the month of a monthly mean; None for others."""
    verifying = get("verifyingMonth")
    if verifying is not None:
        return _read(verifying, "%Y%m")
    if get("stream") not in MONTHLY:
        return None
    valid = _run(get) + timedelta(minutes=get("endStep"))
    return datetime(valid.year, valid.month, 1, tzinfo=UTC)


def _level(get: Get, kind: str) -> float:
    """Return the level in the unit of its type; for a layer, the end that is not the ground, or the lower of two."""
    ends = [_surface(get, place) for place in ("First", "Second")] if get("edition") == 2 else []
    given = [end for end in ends if end is not None]
    if not given:
        return float(get("level") or 0)
    return (given[-1] or given[0]) / (100.0 if kind == PRESSURE else 1.0)


def _surface(get: Get, place: str) -> float | None:
    value, scale = get(f"scaledValueOf{place}FixedSurface"), get(f"scaleFactorOf{place}FixedSurface")
    if value is None or scale is None or not 0 <= value < MISSING_NUMBER or not abs(scale) < MISSING_SCALE:
        return None
    return float(f"{value}e{-scale}")


def _seconds(moment: datetime) -> float:
    return moment.timestamp()


def _read(text: object, form: str) -> datetime:
    return datetime.strptime(str(text), form).replace(tzinfo=UTC)


def _decode(get: Get, grid: Grid) -> Values:
    table = in_our_order(get("values"), get, grid)
    table[np.abs(table) >= NO_VALUE] = np.nan
    return table


def _unique_names(stacks: list[Stack]) -> list[str]:
    """Return a unique name for each stack; the first of a name keeps it unchanged."""
    names: list[str] = []
    for stack in stacks:
        kind = f"{stack.name}_{stack.kind}"
        words = [stack.name, kind, f"{kind}_{stack.attributes['step_type']}"]
        words += [f"{words[-1]}_{number}" for number in range(2, len(stacks) + 2)]
        names.append(next(word for word in words if word not in names))
    return names


def _assemble(stack: Stack, name: str, most: int | None = None) -> xr.DataArray:
    """Put the layers of a stack into one array; NaN at places that the file lacks."""
    import xarray as xr

    members, runs, steps, levels = (sorted(set(axis)) for axis in zip(*stack.layers, strict=True))
    forecasts = len(runs) > 1 and len(steps) > 1
    times = {place: place[1] if forecasts else _valid(stack, place) for place in stack.layers}
    moments, leads = sorted(set(times.values())), steps if forecasts else [0.0]
    shape = (len(members), len(moments), len(leads), len(levels), *stack.grid.shape)
    check_size(4 * math.prod(shape), name, most)
    table = np.full(shape, np.nan, np.float32)
    for place, layer in stack.layers.items():
        lead = leads.index(place[2]) if forecasts else 0
        table[members.index(place[0]), moments.index(times[place]), lead, levels.index(place[3])] = layer
    vertical = "level" if stack.kind == PRESSURE else stack.kind
    rows, columns = ("latitude", "longitude") if stack.grid.in_degrees else ("y", "x")
    axes = ("member", "time", stack.lead_axis, vertical, rows, columns)
    ticks = [members, (np.array(moments) * 1e9).astype("datetime64[ns]"), leads, levels]
    ticks += [stack.grid.y() if stack.latitudes is None else stack.latitudes, stack.grid.x()]
    values = xr.DataArray(table, dict(zip(axes, ticks, strict=True)), axes, attrs=_dated(stack, runs))
    if vertical == "level":
        values[vertical].attrs["units"] = "hPa"
    alone = [axis for axis in ("member", stack.lead_axis, vertical) if values.sizes[axis] == 1 and axis != "level"]
    values = values.squeeze(alone, drop=True)
    if len(runs) == 1 and len(steps) > 1:
        values = values.assign_coords({stack.lead_axis: ("time", steps)})
    return values


def _dated(stack: Stack, runs: list[float]) -> dict[str, Any]:
    """Return the attributes, with the start of the run if there is only one."""
    if len(runs) > 1:
        return stack.attributes
    return stack.attributes | {"run": datetime.fromtimestamp(runs[0], UTC).isoformat()}


def _valid(stack: Stack, place: Place) -> float:
    return stack.months.get(place, place[1] + place[2] * 3600)


def _on_plain_grid(dataset: xr.Dataset, stacks: list[Stack], names: list[str]) -> xr.Dataset:
    """Interpolate fields on a projected plane to latitudes and longitudes."""
    planes = {stack.grid for stack in stacks if not stack.grid.in_degrees}
    if not planes:
        return _without_notes(dataset)
    if len({stack.grid for stack in stacks}) > 1:
        raise InvalidRecord("the fields of this file lie on several grids, of which one is projected; split it first")
    [grid] = planes
    return _without_notes(_turn(_interpolate(dataset, grid), grid, stacks, names))


def _without_notes(dataset: xr.Dataset) -> xr.Dataset:
    for values in dataset.data_vars.values():
        if values.attrs.pop("grid_winds", 0) and not values.attrs.pop("turned", 0):
            values.attrs.setdefault("direction", "along rows and columns of the file's own grid if this is a wind")
    return dataset


def _interpolate(dataset: xr.Dataset, grid: Grid) -> xr.Dataset:
    import xarray as xr
    from scipy.ndimage import map_coordinates

    longitudes, latitudes = _plain_axes(grid)
    columns, rows = grid.locate(*np.meshgrid(longitudes, latitudes))
    size = (len(latitudes), len(longitudes))
    plain: dict[str, xr.DataArray] = {}
    for word, values in dataset.data_vars.items():
        layers = values.values.reshape(-1, *grid.shape)
        order = NEAREST if is_categorical(values) else LINEAR
        moved = [map_coordinates(layer, [rows, columns], order=order, cval=np.nan) for layer in layers]
        axes = [axis for axis in values.dims if axis not in ("y", "x")]
        coordinates = {axis: values[axis] for axis in axes} | {"latitude": latitudes, "longitude": longitudes}
        table = np.reshape(moved, (*(values.sizes[axis] for axis in axes), *size))
        plain[str(word)] = xr.DataArray(table, coordinates, (*axes, "latitude", "longitude"), attrs=values.attrs)
    note = (
        f"bilinear between the nodes of {grid.proj}, classes from the nearest node, onto "
        f"{latitudes[1] - latitudes[0]:g} degrees"
    )
    return xr.Dataset(plain, attrs={"regridded": note})


def _plain_axes(grid: Grid) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return longitudes and latitudes that cover a projected grid at about its spacing."""
    longitude, latitude = grid.lonlat()
    spacing = grid.dy if grid.is_rotated else grid.dy / 1000 / KM_PER_DEGREE
    step = float(f"{spacing:.1g}") if spacing >= 0.1 else float(f"{spacing:.2g}")
    middle = float(longitude[grid.ny // 2, grid.nx // 2])
    around = middle + (longitude - middle + 180) % 360 - 180
    counts = [math.ceil(float(np.ptp(axis)) / step) + 1 for axis in (around, latitude)]
    if math.prod(counts) > MOST_WIDENED * longitude.size:
        raise InvalidRecord(f"its grid of {grid.nx} x {grid.ny} nodes is too long for {step:g} degrees between cells")
    return _steps(around, step), _steps(latitude, step)


def _steps(values: NDArray[np.float64], step: float) -> NDArray[np.float64]:
    first, last = np.ceil(values.min() / step), np.floor(values.max() / step)
    return np.asarray(np.round(np.arange(first, last + 1) * step, 9), np.float64)


def _turn(dataset: xr.Dataset, grid: Grid, stacks: list[Stack], names: list[str]) -> xr.Dataset:
    angle = east_angle(grid, *np.meshgrid(dataset["longitude"].values, dataset["latitude"].values))
    by_field = {(stack.name, stack.kind): word for stack, word in zip(stacks, names, strict=True)}
    for (name, kind), word in by_field.items():
        partner = next((by_field.get((second, kind)) for first, second in PAIRS if first == name), None)
        if partner is None or not dataset[word].attrs["grid_winds"]:
            continue
        east, north = rotate_vectors(dataset[word].values, dataset[partner].values, -angle)
        for component, values in ((word, east), (partner, north)):
            kept = dataset[component].attrs | {"turned": 1}
            dataset[component] = dataset[component].copy(data=values.astype(np.float32)).assign_attrs(kept)
    return dataset
