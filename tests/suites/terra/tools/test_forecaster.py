"""Forecasters: none looks ahead, air carries anomalies as far as it goes, networks get their own channels."""

import numpy as np
import pytest
import xarray as xr
from tests.suites.terra.tools.network_making import onnx

from mesocosm.earth.forecasts.forecasters import advect_anomaly
from mesocosm.earth.forecasts.network import PANGU, Port, _fill
from mesocosm.errors import InvalidRecord, PathRefused, ToolError
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.tools import forecaster
from mesocosm.workspace.workspace import Workspace

AXES = {"latitude": np.array([0.0, 1.0]), "longitude": np.array([5.0, 6.0, 7.0])}


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def series(times, values, name="t2m"):
    table = np.broadcast_to(np.asarray(values, float)[:, None, None], (len(times), 2, 3)).copy()
    return xr.DataArray(table, {"time": times, **AXES}, ("time", "latitude", "longitude"), name, {"units": "K"})


def keep(workspace, values):
    return saved_fields(workspace, "made", values.to_dataset(name=values.name))


def test_persistence_holds_the_last_known_and_never_looks_ahead(workspace):
    times = np.datetime64("2031-07-01", "ns") + np.arange(4) * np.timedelta64(6, "h")
    path = keep(workspace, series(times, [1.0, 2.0, 3.0, 4.0]))
    out = forecaster.persistence(workspace, path=path, issued="2031-07-01T13:00:00Z", lead_hours=[6.0, 30.0])
    made = open_field_file(workspace, out.data["path"]).field("t2m")
    assert made[:, 0, 0].values.tolist() == [3.0, 3.0]
    assert made["time"].values.astype("datetime64[h]").astype(str).tolist() == ["2031-07-01T19", "2031-07-02T19"]
    assert out.engine == "persistence"
    with pytest.raises(ToolError, match="there are no data until"):
        forecaster.persistence(workspace, path=path, issued="2031-06-30", lead_hours=[6.0])
    with pytest.raises(ToolError, match="`lead_hours` must increase"):
        forecaster.persistence(workspace, path=path, issued="2031-07-01", lead_hours=[6.0, 6.0])


def test_the_time_of_what_a_forecast_starts_from_is_told(workspace):
    times = np.datetime64("2031-07-01", "ns") + np.arange(4) * np.timedelta64(6, "h")
    path = keep(workspace, series(times, [1.0, 2.0, 3.0, 4.0]))
    fresh = forecaster.persistence(workspace, path=path, issued="2031-07-02T18:00", lead_hours=[6.0])
    assert "analysis of 2031-07-01T18:00, 24 h before the issue" in fresh.text
    assert (fresh.data["analysis_time"], fresh.data["analysis_age_h"]) == ("2031-07-01T18:00", 24.0)
    assert "note" not in fresh.text
    old = forecaster.persistence(workspace, path=path, issued="2031-07-04T06:00", lead_hours=[6.0])
    assert "note: the analysis is 2.5 days older than `issued`" in old.text


def test_climatology_takes_the_same_day_and_hour_of_earlier_years(workspace):
    times = np.arange(np.datetime64("2026-01-01", "ns"), np.datetime64("2031-12-31", "ns"), np.timedelta64(12, "h"))
    years = times.astype("datetime64[Y]").astype(int) + 1970
    noon = (times.astype("datetime64[h]").astype(int) % 24) == 12
    path = keep(workspace, series(times, years + 0.5 * noon))
    out = forecaster.climatology(workspace, path=path, issued="2031-07-01", lead_hours=[12.0, 24.0], window_days=2)
    made = open_field_file(workspace, out.data["path"]).field("t2m")
    assert made.sizes["member"] == 5 * 5  # five years of five days
    assert set(made[:, 0, 0, 0].values.tolist()) == {2026.5, 2027.5, 2028.5, 2029.5, 2030.5}
    assert set(made[:, 1, 0, 0].values.tolist()) == {2026.0, 2027.0, 2028.0, 2029.0, 2030.0}


@pytest.mark.parametrize(
    ("valid", "window_days", "members"),
    [
        ("2031-07-01", 0, ["2027-07-01", "2028-07-01", "2029-07-01", "2030-07-01"]),  # not 30 June of the leap year
        ("2031-01-02", 3, 7 * 4),  # seven days about New Year, over the turn of a leap year too
        ("2032-02-29", 0, ["2028-02-29"]),
        ("2032-02-29", 1, [f"{year}-{day}" for year in range(2027, 2032) for day in ("02-28", "03-01")]
                          + ["2028-02-29"]),
        ("2031-02-28", 1, [f"{year}-{day}" for year in (2027, 2029, 2030) for day in ("02-27", "02-28", "03-01")]
                          + ["2028-02-27", "2028-02-28", "2028-02-29"]),
    ],
)  # fmt: skip
def test_the_same_day_is_that_of_the_calendar(workspace, valid, window_days, members):
    """Members tell their own days, counted from 1970; in a leap year 1 July is day 183 of the year, else 182."""
    times = np.arange(np.datetime64("2026-12-20", "ns"), np.datetime64("2032-01-31", "ns"), np.timedelta64(1, "D"))
    path = keep(workspace, series(times, times.astype("datetime64[D]").astype(float)))
    issued = str(np.datetime64(valid) - 1)
    out = forecaster.climatology(workspace, path=path, issued=issued, lead_hours=[24.0], window_days=window_days)
    values = open_field_file(workspace, out.data["path"]).field("t2m")[:, 0, 0, 0].values
    days = [str(np.datetime64(int(value), "D")) for value in values]
    assert len(days) == members if isinstance(members, int) else days == sorted(members)


def bump(latitude, longitude, at):
    away = (latitude[:, None] - at[0]) ** 2 + (longitude[None, :] - at[1]) ** 2
    return xr.DataArray(
        10 * np.exp(-away / 2 / 3**2), {"latitude": latitude, "longitude": longitude}, ("latitude", "longitude"), "t2m"
    )


def wind(like, speed):
    return xr.full_like(like, speed).assign_attrs(units="m s-1").rename("u")


@pytest.mark.parametrize("sense", [1.0, -1.0])
def test_an_anomaly_moves_as_far_as_the_wind_blows_and_fades(sense):
    """10 m/s for 24 h is 864 km, 7.770 degrees along the equator; after 2 days of damping 1/e^0.5 is left. Amplitude
    within 3 % (bilinear), place within a tenth of a cell by the centre of mass."""
    latitude, longitude = np.arange(-15.0, 16.0), np.arange(-180.0, 180.0)
    start = bump(latitude, longitude, (0.0, 0.0))
    made = advect_anomaly(start, wind(start, sense * 10.0), wind(start, 0.0), np.array([12.0, 24.0]), 2.0)
    row = made.sel(lead_h=24.0, latitude=0.0)
    centre = float((row * row["longitude"]).sum() / row.sum())
    assert centre == pytest.approx(sense * 864.0 / (6371.0 * np.pi / 180), abs=0.1)
    assert float(row.max()) == pytest.approx(10 * np.exp(-0.5), rel=0.03)


def test_air_crosses_the_antimeridian_and_brings_the_usual_over_borders():
    latitude, longitude = np.arange(-10.0, 11.0), np.arange(-180.0, 180.0, 2.0)
    start = bump(latitude, longitude, (0.0, 176.0))
    made = advect_anomaly(start, wind(start, 20.0), wind(start, 0.0), np.array([24.0]), 1000.0)[0]
    assert float(made["longitude"][int(made.max("latitude").argmax("longitude"))]) == pytest.approx(-168, abs=2)
    part = start.isel(longitude=slice(100, 140))
    gone = advect_anomaly(part * 0 + 1, wind(part, 20.0), wind(part, 0.0), np.array([240.0]), 1000.0)[0]
    assert float(abs(gone).max()) == 0.0


def test_advection_through_files(workspace):
    latitude, longitude = np.arange(-10.0, 11.0), np.arange(-20.0, 21.0)
    start = bump(latitude, longitude, (0.0, -5.0)) + 280.0
    moment = np.array(["2031-07-01"], "datetime64[ns]")
    now = start.expand_dims(time=moment).assign_attrs(units="K").rename("t2m")
    winds = xr.Dataset({"u": wind(start, 10.0), "v": wind(start, 0.0)})
    out = forecaster.advection(
        workspace,
        path=keep(workspace, now),
        wind_path=saved_fields(workspace, "wind", winds),
        climate_path=keep(workspace, xr.full_like(start, 280.0).assign_attrs(units="K").rename("t2m")),
        issued="2031-07-01",
        lead_hours=[24.0],
        damping_days=5.0,
        variable="t2m",
    )
    made = open_field_file(workspace, out.data["path"]).field("t2m")[0]
    assert float(made["longitude"][int(made.max("latitude").argmax("longitude"))]) == pytest.approx(3.0, abs=1.0)
    assert out.engine == "advection"
    assert (out.data["analysis_time"], out.data["analysis_age_h"]) == ("2031-07-01T00:00", 0.0)
    assert "the wind tells no time" in out.text
    assert "note" not in out.text


def test_an_old_wind_is_told(workspace):
    start = bump(np.arange(-3.0, 4.0), np.arange(-5.0, 6.0), (0.0, 0.0)) + 280.0
    dated = {day: np.array([f"2031-{day}"], "datetime64[ns]") for day in ("07-01", "06-28")}
    winds = xr.Dataset({name: wind(start, 1.0).expand_dims(time=dated["06-28"]) for name in ("u", "v")})
    out = forecaster.advection(
        workspace,
        path=keep(workspace, start.expand_dims(time=dated["07-01"]).assign_attrs(units="K").rename("t2m")),
        wind_path=saved_fields(workspace, "wind", winds),
        climate_path=keep(workspace, xr.full_like(start, 280.0).assign_attrs(units="K").rename("t2m")),
        issued="2031-07-01T06:00",
        lead_hours=[24.0],
        damping_days=5.0,
        variable="t2m",
    )
    assert (out.data["wind_time"], out.data["wind_age_h"]) == ("2031-06-28T00:00", 78.0)
    assert out.data["analysis_age_h"] == 6.0
    assert "note: the wind is 3.25 days older than `issued`" in out.text
    assert "the analysis is" not in out.text


# ------------------------------------------------------------ networks


def surface():
    axes = {"latitude": [0.0, 1.0], "longitude": [-90.0, 10.0, 20.0]}
    level = {"msl": (1013.0, "hPa"), "u10": (1.0, "m s-1"), "v10": (2.0, "m s-1"), "t2m": (20.0, "degC")}
    fields = {
        name: xr.DataArray(np.full((2, 3), value), axes, ("latitude", "longitude"), attrs={"units": unit})
        for name, (value, unit) in level.items()
    }
    fields["t2m"][1, 0] = 30.0  # in the north-west
    return xr.Dataset(fields)


def test_defect_02_channels_come_in_the_order_the_network_was_trained_on():
    """Pangu's authors: MSLP, U10, V10, T2M at the surface; Z, Q, T, U, V aloft with geopotential, from 1000 hPa up;
    rows from the north, longitudes from 0. The published tool feeds T2M first, height, and relative humidity."""
    filled = _fill(PANGU[1], dict(surface().data_vars))
    np.testing.assert_allclose(filled[:, 1, 0], [101300.0, 1.0, 2.0, 293.15])
    assert filled[3, 0, 2] == pytest.approx(303.15)  # 90 W is 270 E, the last column; north is the first row
    assert [name for name, _ in PANGU[0].channels] == ["z", "q", "t", "u", "v"]
    assert PANGU[0].channels[0][1] == "m2 s-2"
    assert PANGU[0].levels[0] == 1000
    assert len(PANGU[0].levels) == 13
    with pytest.raises(InvalidRecord, match="`input` needs 'z'"):
        _fill(PANGU[0], dict(surface().data_vars))


LAYOUT = [
    forecaster.NetworkInput(
        name="x", channels=[["msl", "Pa"], ["u10", "m s-1"], ["v10", "m s-1"], ["t2m", "K"]], levels=[]
    )
]


def test_a_network_in_the_workspace_is_run_step_by_step(workspace):
    workspace.write_bytes("double.onnx", onnx([("x", [1, 4, "rows", "columns"])], "Add"))
    path = saved_fields(workspace, "surface", surface())
    out = forecaster.network(
        workspace, model_path="double.onnx", paths=[path], issued="2031-07-01", step_hours=6.0, steps=2, layout=LAYOUT
    )
    made = open_field_file(workspace, out.data["path"]).dataset
    assert made["u10"][:, 0, 0].values.tolist() == [2.0, 4.0]
    assert made["msl"].attrs["units"] == "Pa"
    assert float(made["t2m"][0].sel(latitude=1.0, longitude=-90.0)) == pytest.approx(2 * 303.15)
    assert str(made["time"].values[1])[:13] == "2031-07-01T12"
    assert out.engine == "onnxruntime"


def test_a_network_elsewhere_or_of_another_shape_is_refused(workspace):
    path = saved_fields(workspace, "surface", surface())
    given = {"paths": [path], "issued": "2031-07-01", "step_hours": 6.0, "steps": 1, "layout": LAYOUT}
    for outside in ("/etc/passwd", "../model.onnx", "absent.onnx"):
        with pytest.raises(PathRefused):
            forecaster.network(workspace, model_path=outside, **given)
    workspace.write_bytes("words.onnx", b"plain words")
    with pytest.raises(ToolError, match="cannot be read as ONNX"):
        forecaster.network(workspace, model_path="words.onnx", **given)
    workspace.write_bytes("large.onnx", onnx([("x", [4, 721, 1440])]))
    with pytest.raises(ToolError, match=r"`x` wants the shape \[4, 721, 1440\], the fields make \[4, 2, 3\]"):
        forecaster.network(workspace, model_path="large.onnx", **given)
    workspace.write_bytes("other.onnx", onnx([("y", [4, 2, 3])]))
    with pytest.raises(ToolError, match="the network's inputs are y"):
        forecaster.network(workspace, model_path="other.onnx", **given)


def test_a_region_across_greenwich_is_fed_from_its_western_edge_on(workspace):
    axes = {"latitude": [50.0, 52.0], "longitude": np.arange(-8.0, 7.0, 2.0) % 360.0}
    table = np.tile(np.arange(-8.0, 7.0, 2.0), (2, 1))
    field = xr.DataArray(table, axes, ("latitude", "longitude"), "u10", {"units": "m s-1"})
    filled = _fill(Port("x", (("u10", "m s-1"),), ()), {"u10": field.sortby("longitude")})
    assert filled[0, 0].tolist() == [-8.0, -6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0]


def test_what_comes_from_where_nothing_is_known_is_not_known():
    latitude, longitude = np.arange(-10.0, 11.0), np.arange(-20.0, 21.0)
    start = bump(latitude, longitude, (0.0, 0.0)).assign_attrs(units="K").rename("t2m")
    start[:, :10] = np.nan
    still = advect_anomaly(start, wind(start, 0.0), wind(start, 0.0), np.array([24.0]), 1000.0)[0]
    assert still[:, :10].isnull().all()
    assert still[:, 11:].notnull().all()
    blown = advect_anomaly(start, wind(start, 20.0), wind(start, 0.0), np.array([24.0]), 1000.0)[0]
    assert blown.isnull().sum() > 0
    assert bool(blown.sel(latitude=0, longitude=0).isnull())  # 15 degrees upwind nothing is known
    with pytest.raises(InvalidRecord, match="has missing values; a wind is needed at every place"):
        advect_anomaly(bump(latitude, longitude, (0.0, 0.0)), start.rename("u").assign_attrs(units="m/s"),
                wind(start, 0.0), np.array([24.0]), 5.0)  # fmt: skip
