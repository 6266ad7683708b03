"""Opening files of fields, whatever their format, names and order of axes: NetCDF 3 and 4, GRIB 1 and 2."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.earth.fields.axes import canonical
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

ENGINES = {b"CDF": "scipy", b"\x89HDF": "h5netcdf"}
"""What a NetCDF file begins with, to the library that reads it from memory."""
GRIB = b"GRIB"


def open_fields(data: bytes, name: str) -> xr.Dataset:
    """The fields of a file, read into memory in the house's form.

    Args:
        data: The whole file.
        name: What to call it in messages.
    """
    if data.startswith(GRIB):
        return canonical(_open_grib(data, name), name)
    engine = next((engine for magic, engine in ENGINES.items() if data.startswith(magic)), None)
    if engine is None:
        raise InvalidRecord(f"{name} is neither NetCDF nor GRIB: it begins with {data[:4]!r}")
    return canonical(_open_netcdf(data, name, engine), name)


def _open_netcdf(data: bytes, name: str, engine: str) -> xr.Dataset:
    import xarray as xr

    try:
        coder = xr.coders.CFDatetimeCoder(time_unit="ns")
        with xr.open_dataset(io.BytesIO(data), engine=engine, decode_times=coder) as opened:
            return opened.load()
    except Exception as error:  # a damaged file fails in a dozen ways of HDF5's
        raise InvalidRecord(f"{name} cannot be read as NetCDF: {type(error).__name__}: {error}") from error


def _open_grib(data: bytes, name: str) -> xr.Dataset:
    """All fields of a GRIB file; those that share a name and differ in kind of level are told apart by it."""
    import cfgrib  # type: ignore[import-untyped]
    import xarray as xr

    with tempfile.TemporaryDirectory(prefix="mesocosm-grib-") as folder:
        path = Path(folder, "fields.grib")
        path.write_bytes(data)
        try:
            parts = [part.load() for part in cfgrib.open_datasets(str(path), indexpath="")]
        except Exception as error:  # as above, of ecCodes
            raise InvalidRecord(f"{name} cannot be read as GRIB: {type(error).__name__}: {error}") from error
    if not parts:
        raise InvalidRecord(f"{name} holds no field that can be read")
    return xr.merge(_told_apart(parts), compat="override", join="outer")


def _told_apart(parts: Iterable[xr.Dataset]) -> list[xr.Dataset]:
    """Parts without their scalar coordinates, in which no two fields share a name."""
    taken: set[str] = set()
    apart = []
    for part in parts:
        kinds = {str(field): str(values.attrs.get("GRIB_typeOfLevel", "")) for field, values in part.data_vars.items()}
        names = {field: f"{field}_{kind}" for field, kind in kinds.items() if field in taken}
        taken |= {names.get(field, field) for field in kinds}
        scalars = [coordinate for coordinate in part.coords if not part[coordinate].dims and coordinate != "time"]
        apart.append(part.drop_vars(scalars).rename(names))
    return apart
