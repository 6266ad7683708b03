"""Joining files in time: parts fetched in turn become one, and parts that do not match are refused."""

import numpy as np
import pytest
from tests.suites.terra.tools.conftest import surface

from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.tools import reanalysis

WHOLE = surface(40)[["t2m", "u10"]]


def save_parts(workspace, *parts):
    return [saved_fields(workspace, f"part {at}", part) for at, part in enumerate(parts)]


def test_parts_in_any_order_make_the_whole_again(workspace):
    late, early = (WHOLE.isel(valid_time=days) for days in (slice(25, None), slice(0, 28)))  # three days twice
    made = reanalysis.join(workspace, save_parts(workspace, late, early))
    (whole,) = save_parts(workspace, WHOLE)
    assert open_field_file(workspace, made.data["path"]).dataset.equals(open_field_file(workspace, whole).dataset)
    assert made.text.startswith("2 files joined: 40 times, 2001-01-01T00:00 to 2001-02-09T00:00")
    assert len(made.inputs) == 2


def test_missing_values_are_the_same_where_both_miss_them(workspace):
    holed = WHOLE.where(WHOLE.valid_time != WHOLE.valid_time[4])
    paths = save_parts(workspace, holed.isel(valid_time=slice(0, 5)), holed.isel(valid_time=slice(4, 9)))
    assert reanalysis.join(workspace, paths).data["fields"]["t2m"]["axes"]["time"] == 9


def test_a_time_with_two_values_is_refused(workspace):
    other = WHOLE.isel(valid_time=slice(3, 6)).copy(deep=True)
    other["u10"][1] += 1.0
    paths = save_parts(workspace, WHOLE.isel(valid_time=slice(0, 6)), other)
    with pytest.raises(ToolError, match="hold u10 at 2001-01-05T00:00 twice with different values"):
        reanalysis.join(workspace, paths)


def celsius(part):
    converted = part.copy(deep=True)
    converted["t2m"].attrs["units"] = "degC"
    return converted


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda part: part[["t2m"]], "must hold the same variables: .* holds t2m, u10, .* holds t2m"),
        (celsius, "must share units: t2m is in K in .*, in degC in"),
        (lambda part: part.isel(latitude=slice(0, 3)), "must share a grid: latitude is 5 from 40.0 to 60.0 in"),
        (lambda part: part.assign_coords(latitude=part.latitude + 0.5), "latitude is .* 5 from 40.5 to 60.5"),
        (lambda part: part.isel(valid_time=0, drop=True), "has no axis of times"),
    ],
)
def test_what_does_not_fit_together_is_told(workspace, change, message):
    paths = save_parts(workspace, WHOLE.isel(valid_time=slice(0, 5)), change(WHOLE.isel(valid_time=slice(5, 9))))
    with pytest.raises(ToolError, match=message):
        reanalysis.join(workspace, paths)


def test_series_join_too_and_units_may_be_spelt_in_two_ways(workspace):
    series = WHOLE.mean(["latitude", "longitude"], keep_attrs=True)
    second = series.isel(valid_time=slice(20, None)).copy(deep=True)
    second["u10"].attrs["units"] = "m s-1"
    made = reanalysis.join(workspace, save_parts(workspace, series.isel(valid_time=slice(0, 20)), second))
    held = open_field_file(workspace, made.data["path"]).dataset
    assert np.allclose(held.t2m.values, series.t2m.values, atol=1e-4)
