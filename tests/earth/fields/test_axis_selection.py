import numpy as np
import pytest
import xarray as xr

from mesocosm.earth.fields.axis_selection import ends_of, pick
from mesocosm.errors import InvalidRecord, UnknownName

FIELD = xr.DataArray(
    np.zeros((3, 2, 2, 2, 4)),
    {
        "level": ("level", [850.0, 500.0, 250.0], {"units": "hPa"}),
        "depth": ("depth", [0.49402538, 5727.917]),
        "step": [np.timedelta64(6, "h"), np.timedelta64(12, "h")],
        "model": ["gfs", "ifs"],
    },
    ("level", "depth", "step", "model", "row"),
)


@pytest.mark.parametrize(
    ("axis", "wanted", "picked"),
    [
        ("level", "500", (1, "500 hPa", True)),
        ("level", "600", (1, "500 hPa", False)),
        ("depth", "0.494", (0, "0.494025", True)),  # fewer digits than the file holds
        ("step", "8", (0, "6 h", False)),
        ("model", "ifs", (1, "ifs", True)),
        ("row", "3", (3, "3", True)),
    ],
)
def test_the_nearest_place_is_picked(axis, wanted, picked):
    assert pick(FIELD, axis, wanted) == (axis, *picked)


@pytest.mark.parametrize(
    ("axis", "wanted", "message"),
    [
        ("level", "1000", "level must lie from 250 to 850 hPa, got 1000"),
        ("level", "nan", "level must lie from 250 to 850 hPa, got nan"),
        ("level", "low", "level must be a number from 250 to 850 hPa, got 'low'"),
        ("step", "13", "step must lie from 6 to 12 h, got 13"),
        ("row", "4", "row has no values and is counted from 0 to 3, got '4'"),
        ("row", "-1", "row has no values and is counted from 0 to 3, got '-1'"),
    ],
)
def test_what_lies_beyond_the_ends_is_refused(axis, wanted, message):
    with pytest.raises(InvalidRecord, match=message):
        pick(FIELD, axis, wanted)


def test_a_name_that_is_not_there_is_refused():
    with pytest.raises(UnknownName, match="ifz"):
        pick(FIELD, "model", "ifz")


@pytest.mark.parametrize("calendar", ["standard", "360_day"])
def test_times_of_any_calendar(calendar):
    times = xr.date_range("2001-02-28", periods=3, freq="D", calendar=calendar, use_cftime=calendar != "standard")
    field = xr.DataArray(np.zeros(3), {"time": times}, ("time",))
    assert pick(field, "time", "2001-02-28T06") == ("time", 0, "2001-02-28 00:00 UTC", False)
    assert pick(field, "time", "2001-02-28") == ("time", 0, "2001-02-28 00:00 UTC", True)
    assert ends_of(field, "time").startswith("2001-02-28T00:00 to ")
    with pytest.raises(InvalidRecord, match="time must lie from 2001-02-28T00:00 to .*, got 2001-02-27T00:00"):
        pick(field, "time", "2001-02-27")
