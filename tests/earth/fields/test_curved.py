import numpy as np
import pytest
import xarray as xr

from mesocosm.earth.fields.curved import places_of, with_places

GRID = ("Time", "south_north", "west_east")
TABLE = np.broadcast_to(np.arange(20.0).reshape(4, 5), (2, 4, 5))


def wrf(**more) -> xr.Dataset:
    """Return a data set as WRF writes it: tables at every time, times as text, rows and columns without values."""
    return xr.Dataset(
        {
            "Times": ("Time", np.array([b"2019-03-01_00:00:00", b"2019-03-01_01:30:00"])),
            "XLAT": (GRID, TABLE, {"units": "degree_north"}),
            "XLONG": (GRID, TABLE, {"units": "degree_east"}),
            "T2": (GRID, TABLE, {"units": "K"}),
            **more,
        }
    )


def test_tables_of_wrf_become_coordinates_and_its_times_an_axis():
    found = with_places(wrf())
    assert list(found.data_vars) == ["T2"]
    assert found["T2"].dims == ("time", "south_north", "west_east")
    assert found["time"].values.tolist() == np.array(["2019-03-01T00", "2019-03-01T01:30"], "datetime64[ns]").tolist()
    assert [table.name for table in places_of(found["T2"])] == ["XLAT", "XLONG"]


def test_a_field_between_the_columns_takes_its_own_tables():
    between, wide = ("Time", "south_north", "west_east_stag"), np.zeros((2, 4, 6))
    found = with_places(
        wrf(U=(between, wide), XLAT_U=(between, wide), XLONG_U=(between, wide), V=(between[:2], TABLE[..., 0]))
    )
    assert [table.name for table in places_of(found["U"])] == ["XLAT_U", "XLONG_U"]
    assert places_of(found["V"]) is None


@pytest.mark.parametrize("names", [("nav_lat", "nav_lon"), ("lat", "lon"), ("latitude", "longitude")])
def test_tables_are_known_by_their_names_where_they_have_no_units(names):
    fields = xr.Dataset(dict.fromkeys((*names, "sst"), (("y", "x"), TABLE[0])))
    assert tuple(table.name for table in places_of(with_places(fields)["sst"])) == names


def test_words_that_are_no_times_stay_what_they_are():
    stations = xr.Dataset({"id": ("station", np.array(["2019", "2020"])), "rain": ("station", [1.0, 2.0])})
    assert with_places(stations).identical(stations)


def test_an_axis_that_has_times_keeps_them():
    fields = wrf().assign_coords(time=np.datetime64("2001-01-01", "ns"))
    assert with_places(fields)["T2"].dims == GRID
