"""Forms in which recorded files come into a workspace: as they are, or as files that the tools read.

A form changes the container of the data and no number: units, grids, gaps and order stay as recorded.
"""

from __future__ import annotations

import bz2
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord

Form = Literal["as recorded", "unpacked", "stacked bands", "one site", "flow table", "track table", "fire table"]
Values = Mapping[str, JsonValue]


def shape(form: Form, sources: Sequence[bytes], values: Values) -> bytes:
    """Return a workspace file of a form, made from recorded files."""
    if form == "stacked bands":
        return _stack_bands(sources)
    if len(sources) != 1:
        raise InvalidRecord(f"the form {form!r} is made from one recorded file, got {len(sources)}")
    return _SHAPES[form](sources[0], values)


def _copy(data: bytes, values: Values) -> bytes:
    return data


def _unpack(data: bytes, values: Values) -> bytes:
    return bz2.decompress(data)


def _stack_bands(sources: Sequence[bytes]) -> bytes:
    """Stack rasters of one grid, one band each, as the bands of one GeoTIFF, in their order."""
    from rasterio.io import MemoryFile

    bands = []
    for data in sources:
        with MemoryFile(data) as memory, memory.open() as one:
            bands.append(one.read(1))
            profile = one.profile
    profile.update(driver="GTiff", count=len(bands), compress="deflate")
    for name in ("blockxsize", "blockysize", "tiled", "interleave"):
        profile.pop(name, None)
    with MemoryFile() as memory:
        with memory.open(**profile) as stack:
            for number, band in enumerate(bands, start=1):
                stack.write(band, number)
        return bytes(memory.read())


def _one_site(data: bytes, values: Values) -> bytes:
    """Return the series of one site of a file of several, as a grid of one cell at its place."""
    import xarray as xr

    with xr.open_dataset(io.BytesIO(data), engine="h5netcdf", decode_times=False) as sites:
        one = sites.sel(location=values["site"]).drop_vars("location").load()
    names = list(map(str, values["variables"])) if isinstance(values["variables"], list) else []
    place = {"latitude": ("latitude", [float(one["lat"])], {"units": "degrees_north"}),
             "longitude": ("longitude", [float(one["lon"])], {"units": "degrees_east"})}  # fmt: skip
    series = one[names].drop_vars(["lat", "lon"]).expand_dims(latitude=1, longitude=1, axis=(1, 2))
    return _netcdf(series.assign_coords(place))


def _flow_table(data: bytes, values: Values) -> bytes:
    """Return a daily record of the USGS as a table: date, discharge in cubic feet per second, and its flag."""
    lines = [line.split() for line in data.decode().splitlines()]
    rows = [f"{year}-{month}-{day},{flow},{flag}" for _, year, month, day, flow, flag in lines]
    return "\n".join(["date,discharge_cfs,flag", *rows, ""]).encode()


def _track_table(data: bytes, values: Values) -> bytes:
    """Return a track of IBTrACS, with winds in knots, as the table of tracks that the tools read, in m/s."""
    import xarray as xr

    with xr.open_dataset(io.BytesIO(data)) as track:
        rows = zip(track["time"].values, track["lat"].values, track["lon"].values,
                   track["max_sustained_wind"].values, track["central_pressure"].values, strict=True)  # fmt: skip
        lines = [
            f"{track.attrs['name']},{str(time)[:16]},{lat:.4f},{lon:.4f},{wind:.2f},{pressure:.2f}"
            for time, lat, lon, wind, pressure in rows
        ]
    return "\n".join(["track,time,latitude,longitude,wind_kn,pressure_hpa", *lines, ""]).encode()


def _fire_table(data: bytes, values: Values) -> bytes:
    """Return the noon weather of a file of fire-weather indices as a table, without the indices."""
    import xarray as xr

    with xr.open_dataset(io.BytesIO(data)) as record:
        weather = record[["tas", "rh", "ws", "pr"]].to_dataframe()
    weather.columns = ["temperature_degC", "relative_humidity_percent", "wind_km_h", "rain_mm"]
    return bytes(weather.to_csv(index_label="date", date_format="%Y-%m-%d").encode())


def _netcdf(dataset: object) -> bytes:
    import xarray as xr

    assert isinstance(dataset, xr.Dataset)
    stored = dataset.to_netcdf(engine="h5netcdf")
    return bytes(stored)


_SHAPES: dict[Form, Callable[[bytes, Values], bytes]] = {
    "as recorded": _copy,
    "unpacked": _unpack,
    "one site": _one_site,
    "flow table": _flow_table,
    "track table": _track_table,
    "fire table": _fire_table,
}
