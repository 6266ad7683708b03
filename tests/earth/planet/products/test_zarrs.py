"""Zarr as xarray reads it: the values of the NetCDF file."""

import io

import numpy as np
import pytest

from mesocosm.earth.planet.products.cf import netcdf
from mesocosm.earth.planet.products.zarrs import zarr_zip
from mesocosm.errors import UserError

zarr = pytest.importorskip("zarr", reason="install the extra planet")
pytest.importorskip("h5netcdf", reason="install the extra planet")
xr = pytest.importorskip("xarray", reason="install the extra planet")
STEPS = {"temperature": 0.1}
WORDS = {"crs": "EPSG:32632", "source": "a test", "hours": 1}


def weather(highest=30.0):
    values = np.round(np.linspace(-20.0, highest, 48 * 3 * 4), 1).reshape(48, 3, 4)
    values[5, 1, 1] = np.nan
    attributes = {"units": "degC", "standard_name": "air_temperature", "cell_methods": "time: point"}
    times = np.datetime64("2031-07-01") + np.arange(48).astype("timedelta64[h]")
    coords = {"time": times.astype("datetime64[ns]"), "y": np.arange(3) * 1e4, "x": np.arange(4) * 1e4}
    return xr.Dataset({"temperature": (("time", "y", "x"), values.astype(np.float32), attributes)}, coords)


def test_xarray_reads_what_the_netcdf_file_holds(tmp_path):
    (tmp_path / "a.zarr.zip").write_bytes(zarr_zip(weather(), STEPS, **WORDS))
    store = zarr.storage.ZipStore(tmp_path / "a.zarr.zip", mode="r")
    with xr.open_zarr(store, consolidated=False) as ours:
        with xr.open_dataset(io.BytesIO(netcdf(weather(), STEPS, **WORDS)), engine="h5netcdf") as theirs:
            np.testing.assert_array_equal(ours.temperature.values, theirs.temperature.values)
            np.testing.assert_array_equal(ours.time.values, theirs.time.values)
            assert ours.temperature.attrs["grid_mapping"] == theirs.temperature.attrs["grid_mapping"]
        assert np.isnan(ours.temperature.values[5, 1, 1])
        assert ours.crs.attrs["grid_mapping_name"] == "transverse_mercator"


def test_the_same_values_give_the_same_files():
    assert zarr_zip(weather(), STEPS, **WORDS) == zarr_zip(weather(), STEPS, **WORDS)


def test_values_without_room_are_refused():
    with pytest.raises(UserError, match="temperature reaches 4000, which does not fit into 16 bits with steps of 0.1"):
        zarr_zip(weather(4000.0), STEPS, **WORDS)
