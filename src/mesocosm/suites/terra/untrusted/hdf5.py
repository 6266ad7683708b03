"""Untrusted HDF5 and NetCDF files, such as those of agents: read in the sandbox, returned as arrays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mesocosm.earth.fields.readers import decode_dataset, engine_of
from mesocosm.errors import InvalidRecord
from mesocosm.registry import require
from mesocosm.suites.terra.untrusted import hdf5_worker
from mesocosm.suites.terra.untrusted.files import (
    LONGEST_WORD,
    MOST_BYTES,
    MOST_TEXT,
    PLAIN,
    array_of,
    decode_in_sandbox,
)

if TYPE_CHECKING:
    import xarray as xr

LIBRARIES = {"netcdf": ("h5netcdf", "h5py"), "tree": ("h5netcdf", "h5py"), "classic": ("scipy",)}
"""Libraries by the form in which a file is read."""


def untrusted_netcdf(data: bytes, name: str, only: Collection[str] = ()) -> xr.Dataset:
    """Return the decoded fields of a NetCDF file, of which `only` names those that are read; default: all."""
    import xarray as xr

    form = "netcdf" if engine_of(data, name) == "h5netcdf" else "classic"
    reply, arrays = _decode_in_sandbox(data, name, form, only)
    variables = {
        str(part["name"]): (part["axes"], array_of(part, arrays, name), _words(part["words"]))
        for part in reply["variables"]
        if "shape" in part
    }
    return decode_dataset(lambda: xr.Dataset(variables, attrs=_words(reply["words"])), name)


def untrusted_file(data: bytes, name: str, into: Path) -> Path:
    """Write the same groups, arrays and attributes to a new file without links, and return its path."""
    reply, arrays = _decode_in_sandbox(data, name, "tree")
    with require("h5py").File(into, "w") as file:
        for group in reply["groups"]:
            file.require_group(str(group["name"])).attrs.update(_words(group["words"]))
        for part in reply["arrays"]:
            if "shape" in part:
                values = array_of(part, arrays, name)
                made = file.create_dataset(str(part["name"]), data=_plain(values, name))
                made.attrs.update(_words(part["words"]))
    return into


def _plain(values: np.ndarray, name: str) -> np.ndarray:
    """Return texts of one length, each as long as the longest."""
    if values.dtype != object:
        return values
    longest = max((len(text) for text in values.flat), default=0)
    if values.size * longest > MOST_TEXT:
        raise InvalidRecord(f"{name} holds {values.size:,} texts of up to {longest:,} letters, which are too many")
    return values.astype("S")


def _decode_in_sandbox(data: bytes, name: str, form: str, only: Collection[str] = ()) -> tuple[dict[str, Any], bytes]:
    request = {"form": form, "most_bytes": MOST_BYTES, "most_text": MOST_TEXT, "only": list(only)}
    return decode_in_sandbox(data, name, hdf5_worker, request, LIBRARIES[form])


def _words(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {str(key): _word(value) for key, value in attributes.items()}


def _word(value: Any) -> Any:
    if isinstance(value, Mapping):
        numbers = np.array(
            value["values"], np.dtype(str(value["dtype"])) if PLAIN.fullmatch(str(value["dtype"])) else float
        )
        return numbers[()] if numbers.ndim == 0 else numbers
    return [str(each)[:LONGEST_WORD] for each in value] if isinstance(value, list) else str(value)[:LONGEST_WORD]
