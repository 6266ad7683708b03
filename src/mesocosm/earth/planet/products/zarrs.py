"""Zarr version 3, for tools that read from object stores: the fields of the NetCDF files, each field in one chunk.

Values are the same 16-bit whole steps, compressed by the zstd that is included in the wheel of numcodecs. The many
small files of the format, metadata in JSON and a file for each chunk, are stored in one ZIP file, uncompressed and
without times.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mesocosm.earth.planet.products.cf import FILL, TIME, after_cf
from mesocosm.errors import MissingExtra

if TYPE_CHECKING:
    import xarray as xr
    from zarr.core.buffer import Buffer

LEVEL = 5
"""Level of zstd; higher ones take longer and gain little on such fields."""


def zarr_zip(dataset: xr.Dataset, steps: Mapping[str, float], *, crs: str, source: str, hours: int = 24) -> bytes:
    """Return a dataset as a Zarr group in a ZIP file, for `zarr.storage.ZipStore`; arguments as for `cf.netcdf`."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
        for path, content in zarr_files(dataset, steps, crs=crs, source=source, hours=hours).items():
            member = zipfile.ZipInfo(path, NO_TIME)
            member.external_attr = READABLE
            member.create_system = UNIX
            file.writestr(member, content)
    return archive.getvalue()


NO_TIME = (1980, 1, 1, 0, 0, 0)
READABLE, UNIX = 0o644 << 16, 3
"""Permissions and system in the ZIP file, the same on every system."""


def zarr_files(
    dataset: xr.Dataset, steps: Mapping[str, float], *, crs: str, source: str, hours: int = 24
) -> dict[str, bytes]:
    """Return a dataset as the files of a Zarr group, by path below its folder; arguments as for `cf.netcdf`."""
    try:
        from zarr.codecs import ZstdCodec
        from zarr.storage import MemoryStore
    except ImportError as error:
        raise MissingExtra("zarr", "planet") from error
    described = after_cf(dataset, steps, crs=crs, source=source, hours=hours)
    coded = {"compressors": (ZstdCodec(level=LEVEL),)}
    encoding: dict[str, dict[str, object]] = {
        str(name): {"chunks": variable.shape, **coded}
        for name, variable in described.variables.items()
        if variable.ndim
    }
    for name, step in steps.items():
        encoding[name] |= {"dtype": "int16", "scale_factor": step, "_FillValue": FILL}
    encoding["time"] |= TIME
    encoding["time_bounds"] |= TIME
    files: dict[str, Buffer] = {}
    described.to_zarr(MemoryStore(files), mode="w", zarr_format=3, consolidated=False, encoding=encoding)
    return {path: files[path].to_bytes() for path in sorted(files)}
