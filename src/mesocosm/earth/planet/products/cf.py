"""NetCDF-4 after the CF conventions 1.11, for climate and hydrology tools: gridded and station series.

Values are stored as whole steps (`scale_factor`) of 16 or 32 bits, compressed by HDF5's szip filter. Its coder (libaec,
also used for GRIB2's CCSDS packing) is included in the wheels of h5py and netCDF4 and gives the same bytes everywhere,
while zlib differs between systems. Files carry no time of writing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import numpy as np

from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.errors import UserError

if TYPE_CHECKING:
    import xarray as xr

FILL = -32768
Bits = Literal[16, 32]
"""Bits of a whole number of steps."""
INSTITUTION = "a procedural planet; no place on Earth"
HISTORY = "made from a seed by mesocosm planet build, at no time that is told, so that all builds are alike"
SZIP_BLOCK = 32
CHUNK_TIMES = 24


def netcdf(
    dataset: xr.Dataset, steps: Mapping[str, float], *, crs: str, source: str, hours: int = 24, bits: Bits = 16
) -> bytes:
    """Return a dataset with dimensions time, y, x (or time, station) as the bytes of a NetCDF file.

    Args:
        dataset: Variables with `units`, and a CF `standard_name` or a `long_name`.
        steps: By variable, the step of which its values are whole multiples; 16 bits have room for 65,534 steps about
            0.
        crs: The plane of x and y, as an EPSG code.
        source: Planet and region, in words.
        hours: Hours that a sum or mean at a time covers, from that time on.
        bits: Bits of each value; 32 where some are large and the step is small, such as discharge of creeks and rivers.
    """
    described = after_cf(dataset, steps, crs=crs, source=source, hours=hours, bits=bits)
    encoding = {name: _packing(described[name], step, bits) for name, step in steps.items()}
    encoding["time"] = dict(TIME)
    encoding["time_bounds"] = dict(TIME)
    for variable in map(str, described.variables):
        encoding.setdefault(variable, {}).setdefault("_FillValue", None)
    return bytes(described.to_netcdf(engine="h5netcdf", encoding=encoding))


def after_cf(
    dataset: xr.Dataset, steps: Mapping[str, float], *, crs: str, source: str, hours: int, bits: Bits = 16
) -> xr.Dataset:
    """Return a dataset with all metadata that the conventions require, for any file format; see `netcdf`."""
    for name, step in steps.items():
        _check_room(name, dataset[name], step, bits)
    words = {"source": source, "institution": INSTITUTION, "history": HISTORY}
    return _with_bounds(_with_plane(dataset, crs), hours).assign_attrs(words)


TIME: dict[str, object] = {
    "units": f"hours since {FIRST_YEAR}-01-01 00:00:00", "dtype": "int32", "calendar": "standard"
}  # fmt: skip


def _check_room(name: str, values: xr.DataArray, step: float, bits: Bits) -> None:
    most = float(np.abs(values).max()) if values.size else 0.0
    if most / step > -_fill(bits) - 1:
        raise UserError(f"{name} reaches {most:g}, which does not fit into {bits} bits with steps of {step:g}")


def _fill(bits: Bits) -> int:
    """Return the number that means no value: the least one of so many bits."""
    return FILL if bits == 16 else -2_147_483_648


def _packing(values: xr.DataArray, step: float, bits: Bits) -> dict[str, object]:
    chunk = tuple(min(CHUNK_TIMES, size) if dim == "time" else size for dim, size in values.sizes.items())
    packing: dict[str, object] = {"dtype": f"int{bits}", "scale_factor": step, "_FillValue": _fill(bits)}
    packing["chunksizes"] = chunk
    if np.prod(chunk) >= SZIP_BLOCK:
        packing |= {"compression": "szip", "compression_opts": ("nn", SZIP_BLOCK)}
    return packing


def _with_bounds(dataset: xr.Dataset, hours: int) -> xr.Dataset:
    """Add the ends of each time's cell."""
    times = dataset.time.values
    ends = np.stack([times, times + np.timedelta64(hours, "h")], axis=1)
    bounded = dataset.assign(time_bounds=(("time", "bounds"), ends))
    bounded.time.attrs["bounds"] = "time_bounds"
    return bounded


def _with_plane(dataset: xr.Dataset, crs: str) -> xr.Dataset:
    """Add a grid mapping that the fields refer to, and attributes of the coordinates."""
    from pyproj import CRS

    mapped = dataset.copy()
    for name in mapped.data_vars:
        mapped[name].attrs.pop("quantum", None)
        if "temperature" in mapped[name].attrs.get("standard_name", ""):
            mapped[name].attrs["units_metadata"] = "temperature: on_scale"
        if {"x", "y"} <= set(mapped[name].dims):
            mapped[name].attrs["grid_mapping"] = "crs"
    for name in ("x", "y"):
        if name in mapped.coords:
            mapped[name].attrs = {"units": "m", "standard_name": f"projection_{name}_coordinate", "axis": name.upper()}
    mapped["time"].attrs = {"standard_name": "time", "axis": "T", "units_metadata": "leap_seconds: none"}
    return mapped.assign(crs=((), np.int32(0), CRS.from_user_input(crs).to_cf()))
