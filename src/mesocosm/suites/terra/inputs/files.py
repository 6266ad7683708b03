"""Files of the workspace for tools: opened in one form, saved under names that are never used twice."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mesocosm.earth.fields.synonyms import find_synonym
from mesocosm.errors import InvalidRecord, ToolError, did_you_mean
from mesocosm.simulators.simulator.csv_tables import as_sheet
from mesocosm.suites.terra.untrusted.decoded_files import bytes_of, decoded_once
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

NAME_DIGITS = 10
LARGEST = 256 * 2**20
"""Most bytes of a file of fields: ten years of days over a tenth of a hemisphere at 0.25 degrees."""
STEM = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Fields:
    """An opened file of fields, with the hash that provenance needs."""

    path: str
    dataset: xr.Dataset
    sha256: str

    def field(self, name: str | None) -> xr.DataArray:
        """Return a variable by its name or a synonym, such as u10; without a name, the only variable."""
        names = [str(variable) for variable in self.dataset.data_vars]
        if name is None and len(names) == 1:
            return self.dataset[names[0]]
        if name is None:
            raise ToolError(f"`variable` is needed: {self.path!r} holds {', '.join(names) or 'none'}")
        known = find_synonym(name, names)
        if known is None:
            hint = did_you_mean(name, names)
            raise ToolError(f"{self.path!r} has no variable {name!r}; {hint or 'it holds ' + ', '.join(names)}")
        return self.dataset[known]


def open_field_file(workspace: Workspace, path: str) -> Fields:
    """Open a file of fields in the workspace."""
    data, sha256 = workspace.read_hashed(path, LARGEST)
    try:
        dataset = decoded_once(workspace, ("fields", sha256), lambda: _read(data, sha256, path), bytes_of)
        return Fields(path, dataset.copy(), sha256)
    except InvalidRecord as error:
        raise ToolError(str(error)) from error


def _read(data: bytes, sha256: str, path: str) -> xr.Dataset:
    from mesocosm.earth.fields.netcdf_writer import WRITTEN
    from mesocosm.earth.fields.readers import open_fields

    if sha256 in WRITTEN:
        return open_fields(data, repr(path))
    from mesocosm.suites.terra.untrusted.grib import untrusted_grib
    from mesocosm.suites.terra.untrusted.hdf5 import untrusted_netcdf

    return open_fields(data, repr(path), untrusted_netcdf, untrusted_grib)


def save_fields(workspace: Workspace, stem: str, data: bytes, suffix: str, sha256: str | None = None) -> str:
    """Save a file and return its new name, which holds the hash of the content, so that no result replaces another.

    Args:
        workspace: Workspace to write to.
        stem: Description of the file in a few words, such as 'climatology t2m'.
        data: Content of the file.
        suffix: File extension, such as '.nc'.
        sha256: Hash of `data`, if it is known.
    """
    words = STEM.sub("-", stem.lower()).strip("-")
    digest = sha256 or hashlib.sha256(data).hexdigest()
    return workspace.write_bytes(f"{words}-{digest[:NAME_DIGITS]}{suffix}", data, digest).path


def saved_fields(workspace: Workspace, stem: str, dataset: xr.Dataset) -> str:
    """Save fields as a new NetCDF file and return its name."""
    from mesocosm.earth.fields.netcdf_writer import as_hashed_netcdf

    data, digest = as_hashed_netcdf(dataset)
    return save_fields(workspace, stem, data, ".nc", digest)


def saved_table(
    workspace: Workspace, stem: str, rows: Sequence[Mapping[str, object]], columns: Sequence[str] = ()
) -> str:
    """Save a new CSV file and return its name; its columns are those of the first row unless they are given."""
    headings = columns or list(rows[0])
    sheet = as_sheet(headings, ([row[name] for name in headings] for row in rows))
    return save_fields(workspace, stem, sheet, ".csv")
