"""Reading of files of fields, whatever their names and order of axes: NetCDF 3 and 4, GRIB 1 and 2."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm import registry
from mesocosm.earth.fields.axes import canonical
from mesocosm.earth.fields.size_limit import check_size
from mesocosm.errors import InvalidRecord, MesocosmError

if TYPE_CHECKING:
    import xarray as xr

Reader = Callable[[bytes, str], "xr.Dataset"]
ENGINES = {b"CDF": "scipy", b"\x89HDF": "h5netcdf"}
"""First bytes of a NetCDF file, with the library that reads it from memory."""
NEEDED = {"scipy": ("scipy",), "h5netcdf": ("h5netcdf", "h5py")}
"""Modules that each library imports."""
GRIB = b"GRIB"
BYTES_EACH = 8
"""Bytes of an unpacked value: a byte with a scale factor becomes a floating point number."""
MOST_TIMES = 100_000
"""Most times of a file in which some are outside 1678 to 2261 of the standard calendar: each of those is an object."""
MOST_MOMENTS = 4_000_000
"""Most times of a file in any calendar: 456 years of hours. As text, each takes ten times its memory."""
NEVER_WRITTEN = 9.9e36
"""Values from this on are missing: NetCDF fills what is not written with 9.96921e36, which no quantity reaches."""


def open_fields(data: bytes, name: str, netcdf: Reader | None = None, grib: Reader | None = None) -> xr.Dataset:
    """Read the fields of a file into memory, with our names and order of axes.

    Args:
        data: The whole file.
        name: Name of the file in messages.
        netcdf: Reader for untrusted NetCDF: HDF5 follows references to other files of this machine, and scipy copies
            the same bytes as often as they are referenced.
        grib: Reader for untrusted GRIB: a malformed message can crash the process that reads it.
    """
    if data.startswith(GRIB):
        return canonical(_open_grib(data, name, grib), name)
    return canonical((netcdf or open_netcdf)(data, name), name)


def engine_of(data: bytes, name: str) -> str:
    """Return the library that reads a NetCDF file; refuse other files, and those that do not state their size."""
    engine = next((engine for magic, engine in ENGINES.items() if data.startswith(magic)), None)
    if engine is None:
        raise InvalidRecord(f"{name} is neither NetCDF nor GRIB: it begins with {data[:4]!r}")
    if engine == "scipy" and data[4:5] >= b"\x80":  # libraries disagree on its number of records
        raise InvalidRecord(f"{name} does not say how many records it holds; write it with their number, 0 or more")
    return engine


def open_netcdf(data: bytes, name: str) -> xr.Dataset:
    """Read the fields of a NetCDF file into memory, with the axes that it has."""
    engine = engine_of(data, name)
    for module in NEEDED[engine]:
        registry.require(module)
    if engine == "h5netcdf":
        return decode_dataset(lambda: _count(io.BytesIO(data), engine, name), name)
    with tempfile.NamedTemporaryFile(suffix=".nc") as file:  # scipy copies everything when it reads from memory
        file.write(data)
        file.flush()
        return decode_dataset(lambda: _count(file.name, engine, name), name)


def _count(file: str | io.BytesIO, engine: str, name: str) -> xr.Dataset:
    """Load a file after a check of the size of its values."""
    import xarray as xr

    with xr.open_dataset(file, engine=engine, decode_cf=False) as raw:
        check_size(sum(max(BYTES_EACH * values.size, values.nbytes) for values in raw.variables.values()), name)
        return raw.load()


def decode_dataset(opened: Callable[[], xr.Dataset], name: str) -> xr.Dataset:
    """Decode a NetCDF data set: unpack numbers, decode times, and drop what is not a field."""
    import xarray as xr

    try:
        raw = opened()
    except InvalidRecord:
        raise
    except Exception as error:  # HDF5 raises many kinds of error on a damaged file
        raise InvalidRecord(f"{name} cannot be read as NetCDF: {type(error).__name__}: {error}") from error
    times = _times_in(raw)
    if times > MOST_MOMENTS:
        raise InvalidRecord(f"{name} has {times:,} times; at most {MOST_MOMENTS:,} are opened")
    try:
        many = times > MOST_TIMES
        coder = xr.coders.CFDatetimeCoder(use_cftime=False if many else None, time_unit="ns")
        return _without_bounds(_without_fill(xr.decode_cf(raw, decode_times=coder).load()))
    except Exception as error:  # damaged values are read only here, with the same kinds of error
        reason = _of_times(raw, str(error)) or f"cannot be read as NetCDF: {type(error).__name__}: {error}"
        raise InvalidRecord(f"{name} {reason}") from error


def _times_in(raw: xr.Dataset) -> int:
    return sum(values.size for values in raw.variables.values() if "since" in str(values.attrs.get("units")))


def _of_times(raw: xr.Dataset, error: str) -> str | None:
    """Explain which axis of times cannot be decoded as dates, and what to do; None if the error is another one."""
    many = _times_in(raw)
    for axis, values in raw.variables.items():
        units, calendar = values.attrs.get("units"), values.attrs.get("calendar", "standard")
        if "decode time units" in error and "since" in str(units) and repr(units) in error:
            if many > MOST_TIMES:
                return (
                    f"has {many:,} times, and along `{axis}`, in {units!r} of the calendar {calendar!r}, they are no "
                    f"dates from 1678 to 2261 of the standard calendar; at most {MOST_TIMES:,} of such are opened"
                )
            return (
                f"has times along `{axis}` in {units!r} of the calendar {calendar!r}, which are no dates; write them "
                "as days since a date, in the calendar standard, noleap or 360_day (starts of seasonal forecasts: the "
                "first of each month, in the standard one)"
            )
    return None


def _without_fill(dataset: xr.Dataset) -> xr.Dataset:
    """Replace values that were never written by NaN, also in files that name no fill value."""
    for name, values in dataset.data_vars.items():
        if values.dtype.kind == "f" and values.size and _reaches(values.values, NEVER_WRITTEN):
            dataset[name] = values.where((values < NEVER_WRITTEN) & (values > -NEVER_WRITTEN))
    return dataset


def _reaches(values: NDArray[np.floating], most: float) -> bool:
    return bool(np.fmax.reduce(values, axis=None) >= most or np.fmin.reduce(values, axis=None) <= -most)


def _without_bounds(dataset: xr.Dataset) -> xr.Dataset:
    """Drop bounds of cells and descriptions of projections, which are not fields."""
    metadata = [dataset[name].attrs | dataset[name].encoding for name in dataset.variables]
    named = {str(words.get(key, "")) for words in metadata for key in ("bounds", "grid_mapping")}
    return dataset.drop_vars([name for name in map(str, dataset.data_vars) if name in named or name.endswith("_bnds")])


def _open_grib(data: bytes, name: str, reader: Reader | None) -> xr.Dataset:
    from mesocosm.earth.fields.grib import open_grib

    try:
        return (reader or open_grib)(data, name)
    except MesocosmError as error:
        named = str(error).startswith(f"{name} ")
        raise InvalidRecord(str(error) if named else f"{name} cannot be read as GRIB: {error}") from error
    except Exception as error:  # as above, of ecCodes
        raise InvalidRecord(f"{name} cannot be read as GRIB: {type(error).__name__}: {error}") from error
