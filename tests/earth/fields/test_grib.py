"""GRIB files as fields, compared with other readers."""

import eccodes
import numpy as np
import pytest
import xarray as xr
from tests.shared import SHARED

from mesocosm.earth.fields.readers import open_fields
from mesocosm.earth.weather.grib import reading
from mesocosm.earth.weather.grib.values import value_at

GRIDS = SHARED / "data" / "real" / "weather_grid"
real = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not GRIDS.is_dir(), reason="the real samples are not beside this checkout"),
]


def opened(path: str) -> xr.Dataset:
    return open_fields((GRIDS / path).read_bytes(), path)


def test_a_gaussian_grid_keeps_its_latitudes():
    handle = eccodes.codes_grib_new_from_samples("regular_gg_pl_grib2")
    latitudes = eccodes.codes_get_array(handle, "distinctLatitudes")
    eccodes.codes_set_values(handle, np.repeat(latitudes, eccodes.codes_get(handle, "Ni")))
    fields = open_fields(eccodes.codes_get_message(handle), "a file")
    [values] = fields.data_vars.values()
    np.testing.assert_array_equal(fields["latitude"], np.sort(latitudes))
    # Packed with 16 bits over 180 degrees: 0.003 a step.
    np.testing.assert_allclose(values.isel(time=0, level=0, longitude=0), fields["latitude"], atol=0.003)


def test_runs_and_steps_become_axes():
    messages = b""
    for day in (1, 2):
        for step in (6, 12):
            handle = eccodes.codes_grib_new_from_samples("regular_ll_sfc_grib2")
            eccodes.codes_set(handle, "dataDate", 20200100 + day)
            eccodes.codes_set(handle, "dataTime", 0)
            eccodes.codes_set(handle, "step", step)
            eccodes.codes_set_values(handle, np.full(16 * 31, float(100 * day + step)))
            messages += eccodes.codes_get_message(handle)
    [values] = open_fields(messages, "a file").data_vars.values()
    assert values.dims == ("time", "step", "latitude", "longitude")
    assert values["step"].values.tolist() == [6.0, 12.0]
    assert values.isel(latitude=0, longitude=0).values.tolist() == [[106.0, 112.0], [206.0, 212.0]]


@pytest.mark.parametrize("damage", [slice(0, 60), slice(0, -40)])
def test_a_damaged_message_is_refused(damage):
    handle = eccodes.codes_grib_new_from_samples("regular_ll_sfc_grib2")
    with pytest.raises(Exception, match="a file cannot be read as GRIB: .*cut off or damaged"):
        open_fields(eccodes.codes_get_message(handle)[damage], "a file")


class TestRealFiles:
    pytestmark = real

    def test_members_and_levels_are_axes_as_cfgrib_has_them(self):
        path = "era5/era5-levels-members.grib"
        ours = opened(path)
        theirs = xr.open_dataset(GRIDS / path, engine="cfgrib", indexpath="").sortby(["isobaricInhPa", "latitude"])
        for name in ("z", "t"):
            expected = theirs[name].transpose("number", "time", "isobaricInhPa", "latitude", "longitude")
            east = ours[name].assign_coords(longitude=ours["longitude"] % 360).sortby("longitude")
            np.testing.assert_array_equal(east.values, expected.values)

    def test_a_forecast_of_hundreds_of_messages_opens_with_units(self):
        fields = opened("gfs/gfs.t12z.pgrbf120.2p5deg.grib2")
        assert fields["t"].dims == ("time", "level", "latitude", "longitude")
        assert fields["t_depthBelowLandLayer"].sizes["depthBelowLandLayer"] == 4
        assert fields["t2m"].attrs["units"] == "K"
        assert all(values.attrs.get("units") for values in fields.data_vars.values())
        # 343 messages, each a layer of some field.
        layers = [values.size // (73 * 144) for values in fields.data_vars.values()]
        assert sum(layers) >= 343

    def test_both_winds_of_a_message_are_there_and_point_east_and_north(self):
        """NAM packs both winds together, along its Lambert plane; rotation does not change speeds."""
        fields = opened("nam/nam.t00z.awp21100.tm00.grib2")
        ours = {name: fields[name].isel(time=0).sel(latitude=37.1, longitude=-77.0) for name in ("u10", "v10")}
        path = GRIDS / "nam/nam.t00z.awp21100.tm00.grib2"
        names = [m for m in reading.index(path) if m.product.level.kind == "heightAboveGround" and "wind" in m.name]
        along = [value_at(reading.decode_cached(m), -77.0, 37.1).interpolated for m in names]
        assert len(along) == 2
        assert np.hypot(*(float(each) for each in ours.values())) == pytest.approx(np.hypot(*along), rel=1e-5)
        # The cone of this plane turns by sin 25° of the 18 degrees to its middle meridian, 95 west.
        turn = np.degrees(np.arctan2(float(ours["v10"]), float(ours["u10"])) - np.arctan2(along[1], along[0]))
        assert turn == pytest.approx(-np.sin(np.radians(25)) * 18, abs=0.01)

    def test_a_monthly_mean_is_dated_by_its_month(self):
        assert opened("cams/cams-egg4-monthly.grib")["time"].dt.strftime("%F").values.tolist() == [
            "2005-01-01",
            "2005-02-01",
        ]

    def test_lagged_starts_of_a_seasonal_forecast_share_the_nominal_one(self):
        fields = opened("c3s_seasonal/forecast_monthly_ukmo.grib")
        assert dict(fields["t2m"].sizes) == {
            "member": 28,
            "time": 2,
            "forecast_month": 3,
            "latitude": 6,
            "longitude": 11,
        }
        assert np.isfinite(fields["t2m"]).all()

    def test_numbered_pressure_axes_become_one(self):
        fields = opened("gfs/GFS_test.nc")
        assert "level" in fields["Temperature_isobaric"].dims
        assert "level" in fields["Relative_humidity_isobaric"].dims
