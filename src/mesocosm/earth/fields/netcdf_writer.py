"""NetCDF files of fields: the same fields give the same bytes, on every machine."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import xarray as xr

WRITTEN: set[str] = set()
"""Hashes of the files that this process has written: a file with such a hash is safe to read, whoever sends it."""
SZIP_BLOCK = 32
TIME_UNITS = "hours since 1900-01-01 00:00:00"


def as_netcdf(dataset: xr.Dataset) -> bytes:
    """Write a data set as NetCDF-4 without creation time, compressed to the same bytes on all machines."""
    return as_hashed_netcdf(dataset)[0]


def as_hashed_netcdf(dataset: xr.Dataset) -> tuple[bytes, str]:
    """Return the file of `as_netcdf` with its hash."""
    copy = dataset.copy()
    for variable in map(str, copy.variables):
        copy[variable].encoding = {}
    encoding = {str(name): _packing(values) for name, values in copy.data_vars.items()}
    if "time" in copy.coords and np.issubdtype(copy["time"].dtype, np.datetime64):
        encoding["time"] = {"units": TIME_UNITS, "dtype": "float64", "calendar": "standard"}
    for variable in map(str, copy.variables):
        encoding.setdefault(variable, {}).setdefault("_FillValue", None)
    data = bytes(copy.to_netcdf(engine="h5netcdf", encoding=encoding))
    digest = hashlib.sha256(data).hexdigest()
    WRITTEN.add(digest)
    return data, digest


def _packing(values: xr.DataArray) -> dict[str, Any]:
    if values.dtype.kind != "f":
        return {}
    packing: dict[str, Any] = {"dtype": "float32", "_FillValue": np.float32(np.nan)}
    if values.size >= SZIP_BLOCK and values.ndim:
        packing |= {"compression": "szip", "compression_opts": ("nn", SZIP_BLOCK), "chunksizes": values.shape}
    return packing
