"""Files of tools: one form, names that are never used twice, errors that list the variables present."""

import numpy as np
import pytest
import xarray as xr

from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import open_field_file, save_fields, saved_fields
from mesocosm.workspace.workspace import Workspace


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def fields(value: float) -> xr.Dataset:
    axes = {"latitude": [0.0, 1.0], "longitude": [5.0, 6.0]}
    grid = xr.DataArray(np.full((2, 2), value), axes, ("latitude", "longitude"), attrs={"units": "K"})
    return xr.Dataset({"t2m": grid, "d2m": grid})


def test_another_result_never_replaces_a_file(workspace):
    first, second = (saved_fields(workspace, "Mean of t2m", fields(value)) for value in (1.0, 2.0))
    assert first != second
    assert first.startswith("mean-of-t2m-")
    assert saved_fields(workspace, "Mean of t2m", fields(1.0)) == first
    assert float(open_field_file(workspace, first).field("t2m").mean()) == 1.0


def test_a_misspelt_variable_is_answered_with_the_nearest(workspace):
    name = saved_fields(workspace, "a", fields(1.0))
    with pytest.raises(ToolError, match="has no variable 't2n'; did you mean t2m"):
        open_field_file(workspace, name).field("t2n")
    with pytest.raises(ToolError, match="`variable` is needed: .* holds t2m, d2m"):
        open_field_file(workspace, name).field(None)


def test_what_is_not_a_file_of_fields_is_told(workspace):
    name = save_fields(workspace, "notes", b"plain words", ".txt")
    with pytest.raises(ToolError, match="is neither NetCDF nor GRIB"):
        open_field_file(workspace, name)


def test_what_a_tool_does_to_a_field_does_not_reach_the_next(workspace):
    name = saved_fields(workspace, "a", fields(1.0))
    first = open_field_file(workspace, name).dataset
    first["t2m"] = first["t2m"] * 2
    first["d2m"].attrs["units"] = "degC"
    assert float(open_field_file(workspace, name).field("t2m").mean()) == 1.0
    assert open_field_file(workspace, name).field("d2m").attrs["units"] == "K"
