"""Forms change the container of recorded data and no number; means of second ways are those worked by hand."""

import bz2
import io

import numpy as np
import pytest
import xarray as xr

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.real_data.forms import shape
from mesocosm.suites.terra.real_data.plain_means import box_mean


def test_a_daily_record_becomes_a_table_in_its_own_unit():
    record = b"01022500 2000 01 01   255.00 A:e\n01022500 2000 01 02   272.00 A\n"
    assert shape("flow table", [record], {}) == (
        b"date,discharge_cfs,flag\n2000-01-01,255.00,A:e\n2000-01-02,272.00,A\n"
    )


def test_an_archive_is_unpacked():
    assert shape("unpacked", [bz2.compress(b"<osm/>")], {}) == b"<osm/>"


def test_a_track_keeps_knots_and_the_time_of_its_rows():
    track = xr.Dataset(
        {"max_sustained_wind": ("time", [20.0, 64.0]), "central_pressure": ("time", [1009.0, 985.5])},
        {"time": np.array(["1988-01-21T00:00", "1988-01-21T03:00"], "datetime64[ns]"),
         "lat": ("time", [-11.6, -11.7]), "lon": ("time", [79.7, 79.0])},
        {"name": "DOAZA"},
    )  # fmt: skip
    table = shape("track table", [bytes(track.to_netcdf(engine="h5netcdf"))], {}).decode().splitlines()
    assert table[0] == "track,time,latitude,longitude,wind_kn,pressure_hpa"
    assert table[2] == "DOAZA,1988-01-21T03:00,-11.7000,79.0000,64.00,985.50"


def test_one_site_of_several_becomes_a_grid_of_one_cell():
    days = np.array(["2000-01-01", "2000-01-02"], "datetime64[ns]")
    sites = xr.Dataset(
        {"pr": (("location", "time"), [[1.0, 2.0], [3.0, 4.0]], {"units": "mm/day"})},
        {"location": ["Amos", "Halifax"], "time": days,
         "lat": ("location", [48.6, 44.5]), "lon": ("location", [-78.1, -63.4])},
    )  # fmt: skip
    data = shape("one site", [bytes(sites.to_netcdf(engine="h5netcdf"))], {"site": "Halifax", "variables": ["pr"]})
    with xr.open_dataset(io.BytesIO(data)) as one:
        assert one["pr"].dims == ("time", "latitude", "longitude")
        assert one["pr"].values.ravel().tolist() == [3.0, 4.0]
        assert one["pr"].attrs["units"] == "mm/day"
        assert (float(one["latitude"][0]), float(one["longitude"][0])) == (44.5, -63.4)


def test_bands_are_stacked_in_their_order():
    rasterio = pytest.importorskip("rasterio")
    from rasterio.io import MemoryFile

    def band(value):
        about = {"driver": "GTiff", "width": 4, "height": 3, "count": 1, "dtype": "uint16", "nodata": 0}
        with MemoryFile() as memory:
            with memory.open(**about, crs="EPSG:32620", transform=rasterio.Affine(30, 0, 0, 0, -30, 0)) as one:
                one.write(np.full((1, 3, 4), value, "uint16"))
            return bytes(memory.read())

    with MemoryFile(shape("stacked bands", [band(7), band(9)], {})) as memory, memory.open() as stack:
        assert (stack.count, stack.nodata, stack.crs.to_epsg()) == (2, 0, 32620)
        assert [int(stack.read(number)[0, 0]) for number in (1, 2)] == [7, 9]


def test_a_form_of_one_file_refuses_two():
    with pytest.raises(InvalidRecord, match="made from one recorded file, got 2"):
        shape("unpacked", [b"", b""], {})


def test_a_cell_counts_by_its_area_inside_the_box():
    """Rows at 0° and 60° north, cells of 60°: the box from -30° to 60° holds a whole row and half of the other.

    Areas go with the difference of the sines of the edges: sin 30 - sin(-30) = 1, sin 60 - sin 30 = 0.3660.
    """
    field = xr.DataArray([[1.0, 1.0], [5.0, np.nan]], coords={"latitude": [0.0, 60.0], "longitude": [10.0, 20.0]},
                         dims=("latitude", "longitude"))  # fmt: skip
    upper = 0.5 * np.sqrt(3) - 0.5
    mean = (1.0 * 2 + 5.0 * upper) / (2 + upper)  # two cells below, one above: the other has no value
    assert float(box_mean(field, [5.0, -30.0, 25.0, 60.0])) == pytest.approx(mean, rel=1e-12)
