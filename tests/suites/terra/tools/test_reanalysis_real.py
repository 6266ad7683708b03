"""Real files of reanalyses, forecasts and climate models through the tools."""

import numpy as np
import pytest
from tests.shared import SHARED

from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.tools import atmosphere, climate, reanalysis, region

REAL = SHARED / "data" / "real"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.slow,
    pytest.mark.skipif(not REAL.is_dir(), reason="the real samples are not beside this checkout"),
]


@pytest.fixture
def keep_file(workspace):
    def keep(path: str) -> str:
        name = path.rpartition("/")[2]
        workspace.write_bytes(name, (REAL / path).read_bytes())
        return name

    return keep


def test_hours_of_a_reanalysis_become_days_of_a_region(workspace, keep_file):
    path = keep_file("weather_grid/era5/era5-2mt-2019-03-uk.grib")
    daily = reanalysis.aggregate(workspace, path, "day", "mean")
    series = region.reduce(
        workspace, daily.data["path"], statistics=["mean", "p90", "max"], box=[-6.0, 50.0, 2.0, 56.0]
    )
    assert len(series.data["values"]["mean"]) == 31
    # March of 2019 in Britain: a mean near 7.5 °C over land and sea.
    assert 279 < series.data["fields"]["mean"]["mean"] < 283


def test_the_vorticity_of_a_forecast_is_what_its_model_says(workspace, keep_file):
    """GFS gives absolute vorticity of its fine grid; winds 2.5 degrees apart tell the smooth one of the stratosphere.

    On the same winds MetPy correlates with the model by 0.951, and with ours by 0.9996.
    """
    path = keep_file("weather_grid/gfs/gfs.t12z.pgrbf120.2p5deg.grib2")
    output = atmosphere.kinematics(workspace, path, level=10)
    ours = open_field_file(workspace, output.data["path"]).dataset["vorticity"].isel(time=0)
    fields = open_field_file(workspace, path).dataset
    planetary = 2 * 7.292115e-5 * np.sin(np.radians(fields["latitude"]))
    theirs = fields["absv"].isel(time=0).sel(level=10) - planetary
    inner = {"latitude": slice(-75, 75)}
    one, other = ours.sel(inner).values.ravel(), theirs.sel(inner).values.ravel()
    assert np.corrcoef(one, other)[0, 1] > 0.94
    # Centred differences over 5 degrees flatten the sharpest: a slope of 0.88.
    assert 0.8 < np.polyfit(other, one, 1)[0] < 1.05


def test_the_column_of_vapour_is_the_forecasts_own(workspace, keep_file):
    path = keep_file("weather_grid/gfs/gfs.t12z.pgrbf120.2p5deg.grib2")
    humid = atmosphere.humidity(workspace, path, "t", relative_humidity="r")
    fields = open_field_file(workspace, path).dataset
    share = open_field_file(workspace, humid.data["path"]).dataset["specific_humidity"]
    from mesocosm.earth.fields.air import moisture_transport

    ocean = fields["sp"].isel(time=0) > 100_500
    winds = fields[["u", "v"]].sel(level=share["level"])
    known = share.sel(level=slice(300, 1000))
    column = moisture_transport(known, *(winds[name].sel(level=known["level"]) for name in ("u", "v")))["IWV"]
    ratio = (column.isel(time=0) / fields["pwat"].isel(time=0)).where(ocean & (fields["pwat"].isel(time=0) > 5))
    assert float(ratio.median()) == pytest.approx(1, abs=0.05)


def test_geostrophic_winds_are_near_the_real_ones_aloft(workspace, keep_file):
    path = keep_file("weather_grid/gfs/gfs.t12z.pgrbf120.2p5deg.grib2")
    output = atmosphere.geostrophic_wind(workspace, path, "gh", level=500)
    ours = open_field_file(workspace, output.data["path"]).dataset["geostrophic_u"].isel(time=0)
    real = open_field_file(workspace, path).dataset["u"].isel(time=0).sel(level=500)
    middle = {"latitude": slice(30, 60)}
    assert np.corrcoef(ours.sel(middle).values.ravel(), real.sel(middle).values.ravel())[0, 1] > 0.95


def test_winds_of_a_projected_forecast_are_there(workspace, keep_file):
    path = keep_file("weather_grid/nam/nam.t00z.awp21100.tm00.grib2")
    assert "u10" in reanalysis.describe(workspace, path, ["u10", "v10"]).text
    speed = atmosphere.winds(workspace, path)
    assert 5 < speed.data["fields"]["wind_speed"]["max"] < 60
    shear = atmosphere.vertical_shear(workspace, path)
    assert 20 < shear.data["fields"]["shear"]["max"] < 100


def test_a_calendar_of_360_days_is_cut_and_averaged(workspace, keep_file):
    path = keep_file("climate/iris/A1B_north_america.nc")
    output = region.reduce(workspace, path, start="1990-01-31", end="2000-01-01")
    assert output.data["fields"]["mean"]["axes"] == {"time": 10}
    normal = reanalysis.climatology(workspace, path, "month", start_year=1961, end_year=1990)
    assert 270 < normal.data["fields"]["mean"]["mean"] < 300


def test_packed_sea_temperatures_have_normals_and_departures(workspace, keep_file):
    path = keep_file("climate/iris/ostia_monthly.nc")
    normal = reanalysis.climatology(workspace, path, "month", "surface_temperature")
    departures = reanalysis.anomalies(workspace, path, normal.data["path"], "surface_temperature")
    summary = departures.data["fields"]["surface_temperature_anomaly"]
    assert summary["units"] == "K"
    assert abs(summary["mean"]) < 1e-3
    assert summary["missing"] > 0


def test_members_of_a_reanalysis_stay_apart(workspace, keep_file):
    path = keep_file("weather_grid/era5/era5-levels-members.grib")
    output = region.reduce(workspace, path, "t", box=[-20.0, 30.0, 40.0, 70.0], level=850)
    assert output.data["fields"]["mean"]["axes"] == {"member": 10, "time": 4}


def test_a_projection_exceeds_what_the_past_did(workspace, keep_file):
    path = keep_file("climate/xclim/CanESM2_1950-2100.nc")
    dataset = open_field_file(workspace, path).dataset
    from mesocosm.suites.terra.inputs.files import saved_fields

    past, future = (
        saved_fields(workspace, name, dataset.sel(time=slice(*years)))
        for name, years in (("past", ("1971", "2000")), ("future", ("2071", "2100")))
    )
    change = climate.scenario_exceedance(workspace, past, future, "tasmax", percentile=95)
    assert change.data["fields"]["past"]["mean"] == pytest.approx(0.05, abs=0.002)
    assert change.data["fields"]["ratio"]["min"] > 1.5
    index = climate.yearly_index(workspace, past, "summer_days", "tasmax")
    assert index.data["fields"]["summer_days"]["axes"]["time"] == 30
