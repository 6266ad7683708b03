"""HDF5 files that nobody vouches for, such as those that an agent wrote: read in the sandbox, handed on as arrays.

The library follows a file to others of the machine, and a bent file can stop the process that reads it, so neither is
done here. Files that our own tools wrote are known by their hash and read at once.
"""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mesocosm.earth.fields.opening import MOST_BYTES, decoded
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.registry import require
from mesocosm.simulators.simulator.contract import RunLimits
from mesocosm.simulators.simulator.sandbox import run_worker_in
from mesocosm.suites.terra import hdf5_worker
from mesocosm.workspace.leftovers import owned_prefix

if TYPE_CHECKING:
    import xarray as xr

LIMITS = RunLimits(seconds=20.0, memory_bytes=3 * 2**30, disk_bytes=MOST_BYTES + 2**29)
PLAIN = re.compile(r"[<>|=][fiub](1|2|4|8)")
"""Types of numbers that are taken over."""
LONGEST_WORD = 10_000


def foreign_netcdf(data: bytes, name: str) -> xr.Dataset:
    """The fields of a NetCDF-4 file, decoded."""
    import xarray as xr

    told, arrays = _taken_apart(data, name, "netcdf")
    variables = {
        str(part["name"]): (part["axes"], _array(part, arrays, name), _words(part["words"]))
        for part in told["variables"]
        if "shape" in part
    }
    return decoded(lambda: xr.Dataset(variables, attrs=_words(told["words"])), name)


def foreign_file(data: bytes, name: str, into: Path) -> Path:
    """The same groups, arrays and attributes in a new file, which leads nowhere."""
    told, arrays = _taken_apart(data, name, "hdf5")
    with require("h5py").File(into, "w") as file:
        for group in told["groups"]:
            file.require_group(str(group["name"])).attrs.update(_words(group["words"]))
        for part in told["arrays"]:
            if "shape" in part:
                values = _array(part, arrays, name)
                plain = values.astype("S") if values.dtype == object else values
                made = file.create_dataset(str(part["name"]), data=plain)
                made.attrs.update(_words(part["words"]))
    return into


def _taken_apart(data: bytes, name: str, form: str) -> tuple[dict[str, Any], bytes]:
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}hdf5-") as folder:
        place = Path(folder).resolve()
        (place / hdf5_worker.SOURCE).write_bytes(data)
        request = {"form": form, "most_bytes": MOST_BYTES}
        try:
            told = run_worker_in(
                place, "reading HDF5", hdf5_worker, request, libraries=("h5netcdf", "h5py"), limits=LIMITS
            )
        except ToolError as error:
            raise InvalidRecord(f"{name} cannot be read: {error}") from error
        if "refused" in told:
            raise InvalidRecord(f"{name} cannot be read as NetCDF: {told['refused']}")
        arrays = place / hdf5_worker.ARRAYS
        return told, arrays.read_bytes() if arrays.is_file() and not arrays.is_symlink() else b""


def _array(part: Mapping[str, Any], arrays: bytes, name: str) -> np.ndarray:
    """An array as it was told of; the reader may have been led astray by the file, so nothing is taken on trust."""
    shape = tuple(int(size) for size in part["shape"])
    if "texts" in part:
        return np.array([str(text)[:LONGEST_WORD] for text in part["texts"]], object).reshape(shape)
    count, start = math.prod(shape), int(part["start"])
    if not PLAIN.fullmatch(str(part["dtype"])) or count < 0 or start < 0:
        raise InvalidRecord(f"{name} cannot be read: an array of {str(part['dtype'])[:20]!r} is not plain numbers")
    return np.frombuffer(arrays, np.dtype(str(part["dtype"])), count, start).reshape(shape)


def _words(told: Mapping[str, Any]) -> dict[str, Any]:
    return {str(key): _word(value) for key, value in told.items()}


def _word(value: Any) -> Any:
    if isinstance(value, Mapping):
        numbers = np.array(
            value["values"], np.dtype(str(value["dtype"])) if PLAIN.fullmatch(str(value["dtype"])) else float
        )
        return numbers[()] if numbers.ndim == 0 else numbers
    return [str(each)[:LONGEST_WORD] for each in value] if isinstance(value, list) else str(value)[:LONGEST_WORD]
