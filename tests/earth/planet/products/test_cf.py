"""NetCDF after the CF conventions, read back by xarray through another engine."""

import io

import numpy as np
import pytest

from mesocosm.earth.planet.products.cf import netcdf
from mesocosm.errors import UserError

pytest.importorskip("h5netcdf", reason="install the extra planet")
xr = pytest.importorskip("xarray", reason="install the extra planet")


def weather():
    times = np.datetime64("2031-01-01T00", "h") + np.arange(48)
    values = np.round(np.random.default_rng(1).uniform(-20, 30, (48, 4, 5)), 1).astype(np.float32)
    named = {"units": "degC", "standard_name": "air_temperature", "cell_methods": "time: point", "quantum": 0.1}
    x, y = 500_000.0 + 1e4 * np.arange(5), 5_000_000.0 + 1e4 * np.arange(4)
    coords = {"time": times.astype("datetime64[ns]"), "y": y, "x": x}
    return xr.Dataset({"temperature_2m": (("time", "y", "x"), values, named)}, coords, {"Conventions": "CF-1.11"})


def written(dataset=None, **words):
    dataset = weather() if dataset is None else dataset
    return netcdf(dataset, {"temperature_2m": 0.1}, crs="EPSG:32632", source="here", **words)


def test_values_come_back_to_rounding():
    with xr.open_dataset(io.BytesIO(written()), engine="h5netcdf") as read:
        assert np.abs(read.temperature_2m - weather().temperature_2m).max() < 1e-5
        assert (read.time.values == weather().time.values).all()


def test_the_classic_library_reads_it_too(tmp_path):
    library = pytest.importorskip("netCDF4", reason="install netCDF4")
    (tmp_path / "a.nc").write_bytes(written())
    with library.Dataset(tmp_path / "a.nc") as file:
        assert file["temperature_2m"].filters()["szip"]
        assert file["temperature_2m"].dtype == np.int16
        assert abs(float(file["temperature_2m"][3, 2, 1]) - float(weather().temperature_2m[3, 2, 1])) < 1e-5


def test_attributes_are_those_of_the_conventions():
    with xr.open_dataset(io.BytesIO(written(hours=1)), engine="h5netcdf", decode_cf=False) as read:
        field = read.temperature_2m.attrs
        assert read.attrs["Conventions"] == "CF-1.11"
        assert (field["grid_mapping"], field["units"], field["standard_name"]) == ("crs", "degC", "air_temperature")
        assert "quantum" not in field
        # CF 1.11, appendix F: UTM is a transverse Mercator with a scale of 0.9996.
        mapping = read.crs.attrs
        assert mapping["grid_mapping_name"] == "transverse_mercator"
        assert (mapping["scale_factor_at_central_meridian"], mapping["longitude_of_central_meridian"]) == (0.9996, 9.0)
        assert read.x.attrs["standard_name"] == "projection_x_coordinate"
        assert read.time.attrs["units"] == "hours since 2031-01-01"
        assert read.time.attrs["bounds"] == "time_bounds"
        assert read.time_bounds.values[5].tolist() == [5, 6]
        assert "_FillValue" not in read.time.attrs


def test_the_same_values_give_the_same_bytes():
    assert written() == written()


def test_values_without_room_are_refused():
    with pytest.raises(
        UserError, match="temperature_2m reaches 5000, which does not fit into 16 bits with steps of 0.1"
    ):
        written(weather() * 0 + 5000)
