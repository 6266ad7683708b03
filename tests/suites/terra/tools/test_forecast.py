"""Forecasts as fields: grids, anomalies, smoothing, amounts and scores."""

import numpy as np
import pytest
import xarray as xr
from scores.continuous.correlation import pearsonr

from mesocosm.earth.fields.area import cell_areas
from mesocosm.earth.forecasts.smoothing import smooth_field
from mesocosm.earth.forecasts.verification import anomaly_correlation, reliability_of
from mesocosm.errors import ToolError
from mesocosm.seeding import generator
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.tools import forecast
from mesocosm.workspace.workspace import Workspace

TIMES = np.datetime64("2031-07-01", "ns") + np.arange(4) * np.timedelta64(6, "h")
LATITUDE, LONGITUDE = np.array([-60.0, 0.0, 60.0]), np.array([10.0, 20.0, 30.0, 40.0])


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def field(value, units="K", name="t2m", times=TIMES, latitude=LATITUDE, longitude=LONGITUDE):
    table = np.broadcast_to(np.asarray(value, float), (len(times), len(latitude), len(longitude))).copy()
    axes = {"time": times, "latitude": latitude, "longitude": longitude}
    return xr.DataArray(table, axes, ("time", "latitude", "longitude"), name, {"units": units})


def keep(workspace, values, stem="made"):
    return saved_fields(workspace, stem, values.to_dataset(name=values.name))


def draws(*shape):
    return generator("test", "forecast", *shape).normal(size=shape)


def test_regrid_takes_the_grid_of_another_file(workspace):
    path = keep(workspace, field(LATITUDE[:, None] + LONGITUDE[None, :]))
    like = keep(workspace, field(0.0, latitude=[-30.0, 30.0], longitude=[15.0, 25.0, 45.0]))
    out = forecast.regrid(workspace, path=path, like_path=like, method="bilinear")
    made = open_field_file(workspace, out.data["path"]).field("t2m")[0].values
    np.testing.assert_allclose(made[:, :2], [[-15.0, -5.0], [45.0, 55.0]])
    assert np.isnan(made[:, 2]).all()  # 45 E lies beyond the last middle


def test_anomaly_by_month_and_standardised(workspace):
    path = keep(workspace, field(20.0, units="degC"))
    climate = xr.Dataset(
        {
            "mean": (("month", "latitude", "longitude"), np.full((12, 3, 4), 290.15), {"units": "K"}),
            "std": (("month", "latitude", "longitude"), np.full((12, 3, 4), 1.5), {"units": "K"}),
        },
        {"month": np.arange(1, 13), "latitude": LATITUDE, "longitude": LONGITUDE},
    )
    usual = saved_fields(workspace, "climate", climate)
    out = forecast.anomaly(workspace, path=path, climate_path=usual, climate_variable="mean")
    assert out.data["mean"] == pytest.approx(3.0, abs=1e-4)
    assert out.data["units"] == "degC"
    out = forecast.anomaly(workspace, path=path, climate_path=usual, climate_variable="mean", deviation_variable="std")
    assert out.data["mean"] == pytest.approx(2.0, abs=1e-4)
    assert out.data["units"] == "1"


def test_smoothing_keeps_a_constant_beside_gaps_and_borders():
    latitude, longitude = np.arange(-20.0, 21.0), np.arange(0.0, 41.0)
    flat = field(7.0, latitude=latitude, longitude=longitude)
    flat[:, 10:12, 5:20] = np.nan
    made = smooth_field(flat, 300.0)
    assert np.isnan(made[:, 10:12, 5:20]).all()
    np.testing.assert_allclose(made.values[np.isfinite(made.values)], 7.0)


def test_a_point_spreads_by_the_width_in_kilometres_at_every_latitude():
    """The second moment of a smoothed point, in kilometres, is the square of the width (5 % for whole cells)."""
    for middle in (0.0, 50.0):
        latitude, longitude = middle + np.arange(-12.0, 12.5, 0.5), np.arange(-20.0, 20.5, 0.5)
        point = field(0.0, latitude=latitude, longitude=longitude, times=TIMES[:1])
        point[0, 24, 40] = 1.0
        row = smooth_field(point, 200.0)[0, 24].values
        km = longitude * 111.195 * np.cos(np.radians(middle))
        assert np.sqrt((row * km**2).sum() / row.sum()) == pytest.approx(200.0, rel=0.05)


def test_totals_become_amounts(workspace):
    rain = field(np.array([0.0, 1.0, 1.0, 4.0])[:, None, None], units="mm", name="tp")
    out = forecast.amounts(workspace, path=keep(workspace, rain))
    made = open_field_file(workspace, out.data["path"]).field("tp")
    assert made[:, 0, 0].values.tolist() == [1.0, 0.0, 3.0]
    falling = field(np.array([3.0, 1.0, 1.0, 4.0])[:, None, None], units="mm", name="tp")
    with pytest.raises(ToolError, match="falls by 2 from one time to the next"):
        forecast.amounts(workspace, path=keep(workspace, falling))


def test_amounts_add_up_to_the_last_total(workspace):
    """Totals that begin six hours after the start: what fell until then is the first amount."""
    rain = field(np.array([2.0, 3.0, 3.0, 7.0])[:, None, None], units="mm", name="tp")
    out = forecast.amounts(workspace, path=keep(workspace, rain))
    made = open_field_file(workspace, out.data["path"]).field("tp")
    assert made[:, 0, 0].values.tolist() == [2.0, 1.0, 0.0, 4.0]
    assert "the amount at 2031-07-01T00:00 is all that came since the start" in out.text


@pytest.mark.parametrize("units", ["mm/day", "mm h-1", "kg m-2 s-1", "W m-2"])
def test_rates_are_no_totals(workspace, units):
    rising = field(np.array([0.0, 1.0, 1.0, 4.0])[:, None, None], units=units, name="tp")
    with pytest.raises(ToolError, match="a rate, not a total since a start: the amount of a step is the rate times"):
        forecast.amounts(workspace, path=keep(workspace, rising))


@pytest.mark.parametrize("units", ["mm", "J m-2", "kg m-2"])
def test_totals_of_water_and_energy_are_taken(workspace, units):
    rising = field(np.array([0.0, 1.0, 1.0, 4.0])[:, None, None], units=units, name="total")
    assert forecast.amounts(workspace, path=keep(workspace, rising)).data["max"] == 3.0


def test_errors_count_by_area(workspace):
    """Errors of 1 at 60 degrees and 0 at the equator. Bands of 60 degrees, the outer ones cut at the pole: areas
    (1 - sin 30) = 1/2 each, and sin 30 - sin(-30) = 1: half of the area errs, RMSE = sqrt(1/2), MAE = 1/2."""
    truth = field(0.0)
    wrong = field(np.array([1.0, 0.0, 1.0])[None, :, None])
    paths = {"forecast_path": keep(workspace, wrong), "truth_path": keep(workspace, truth)}
    out = forecast.verify(workspace, **paths)
    assert out.data["rmse"] == pytest.approx(np.sqrt(0.5))
    assert out.data["mae"] == pytest.approx(0.5)
    assert out.data["bias"] == pytest.approx(0.5)
    assert out.data["pairs"] == 48
    cut = forecast.verify(workspace, **paths, box=[0, -10, 90, 70])
    assert cut.data["pairs"] == 32


def bearing(value, **options):
    return field(value, units="degree", name="wind_from_direction", **options)


def test_errors_of_directions_go_the_shorter_way(workspace):
    """350 for 10 errs by -20, not by 340; the members 340 and 0 have the mean 350 and turns of 10: sample sqrt 200."""
    truth, plain = keep(workspace, bearing(10.0)), keep(workspace, bearing(350.0))
    out = forecast.verify(workspace, forecast_path=plain, truth_path=truth)
    assert [out.data[name] for name in ("rmse", "mae", "bias")] == pytest.approx([20.0, 20.0, -20.0], abs=1e-3)
    members = keep(workspace, xr.concat([bearing(340.0), bearing(0.0)], "member").rename("wind_from_direction"))
    out = forecast.verify(workspace, forecast_path=members, truth_path=truth)
    assert out.data["rmse"] == pytest.approx(20.0, abs=1e-3)
    assert out.data["spread"] == pytest.approx(np.sqrt(200), abs=1e-3)
    assert out.data["crps"] is None
    assert "CRPS" not in out.text
    refused = "is a direction, which has no"
    with pytest.raises(ToolError, match=f"{refused} anomaly correlation"):
        forecast.verify(workspace, forecast_path=plain, truth_path=truth, climate_path=truth)
    with pytest.raises(ToolError, match=f"{refused} CRPS"):
        forecast.skill(workspace, forecast_path=members, reference_path=plain, truth_path=truth, score="crps")
    with pytest.raises(ToolError, match=f"{refused} anomaly"):
        forecast.anomaly(workspace, path=plain, climate_path=truth)


def test_directions_are_smoothed_and_regridded_on_the_circle(workspace):
    """Columns of 350 and 10 by turns: all that lies between them is near north, and half way is north itself."""
    fine = {"latitude": np.arange(0.0, 6.0), "longitude": np.arange(0.0, 8.0)}
    path = keep(workspace, bearing(np.array([350.0, 10.0] * 4)[None, None, :], **fine))
    made = open_field_file(workspace, forecast.smooth(workspace, path=path, sigma_km=200.0).data["path"]).field(None)
    assert float(abs((made + 180) % 360 - 180).max()) < 10
    like = keep(workspace, bearing(0.0, latitude=[1.5, 3.5], longitude=[0.5, 2.5, 4.5]))
    for method in ("bilinear", "conservative"):
        out = forecast.regrid(workspace, path=path, like_path=like, method=method)
        between = open_field_file(workspace, out.data["path"]).field(None)
        np.testing.assert_allclose((between + 180) % 360, 180, atol=1e-3)


def test_units_are_matched_and_other_grids_refused(workspace):
    truth = keep(workspace, field(20.0, units="degC"))
    out = forecast.verify(workspace, forecast_path=keep(workspace, field(294.15)), truth_path=truth)
    assert out.data["bias"] == pytest.approx(1.0, abs=1e-4)
    other = keep(workspace, field(294.15, latitude=[0.0, 1.0]))
    with pytest.raises(ToolError, match="another grid than the truth"):
        forecast.verify(workspace, forecast_path=other, truth_path=truth)


def test_scores_of_an_ensemble(workspace):
    """By hand, two members 0 and 2 about the truth 0: fair CRPS = mean |x - y| - mean |x - x'| / 2 over unlike pairs
    = 1 - 2 / 2 = 0; mean 1, so RMSE 1; sample spread sqrt 2, ratio sqrt(2) sqrt(3/2) / 1."""
    members = xr.concat([field(0.0), field(2.0)], "member").rename("t2m")
    out = forecast.verify(workspace, forecast_path=keep(workspace, members), truth_path=keep(workspace, field(0.0)))
    assert out.data["crps"] == pytest.approx(0.0, abs=1e-6)
    assert out.data["rmse"] == pytest.approx(1.0)
    assert out.data["spread_over_error"] == pytest.approx(np.sqrt(3.0))
    # Of the members as they stand: 1 - (0 + 2 + 2 + 0) / 4 / 2.
    assert out.data["crps_of_members"] == pytest.approx(0.5)
    assert out.data["spread_over_error_plain"] == pytest.approx(np.sqrt(2.0))


def test_anomaly_correlation_is_pearson_s_where_areas_are_alike():
    axes = {"latitude": [-1.0, 1.0], "longitude": np.arange(0.0, 60.0)}
    climate, truth, guess = (field(draws(k, 2, 2, 60)[0], times=TIMES[:2], **axes) for k in (1, 2, 3))
    made = anomaly_correlation(guess, truth, climate)
    plain = pearsonr(guess - climate, truth - climate, reduce_dims=["latitude", "longitude"]).mean()
    assert made == pytest.approx(float(plain), abs=1e-12)
    assert anomaly_correlation(truth, truth, climate) == pytest.approx(1.0)


def test_anomaly_correlation_is_not_that_of_the_fields(workspace):
    """A forecast that knows only the climate has a high pattern correlation and no anomaly correlation."""
    climate = field(300 - np.abs(LATITUDE)[:, None] + 0 * LONGITUDE)
    truth = climate + draws(4, 3, 4)
    guess = climate + draws(5, 3, 4)[1:]
    paths = [
        keep(workspace, part.rename("t2m").assign_attrs(units="K"))
        for part in (guess, truth, climate.isel(time=0, drop=True))
    ]
    out = forecast.verify(workspace, forecast_path=paths[0], truth_path=paths[1], climate_path=paths[2])
    assert abs(out.data["anomaly_correlation"]) < 0.6
    assert "anomaly correlation" in out.text


def test_skill_against_a_reference(workspace):
    truth, near, far = (keep(workspace, field(value)) for value in (0.0, 1.0, 4.0))
    out = forecast.skill(workspace, forecast_path=near, reference_path=far, truth_path=truth, score="rmse")
    assert out.data["skill"] == pytest.approx(0.75)
    perfect = forecast.skill(workspace, forecast_path=near, reference_path=truth, truth_path=truth, score="crps")
    assert perfect.data["skill"] is None


def test_brier_falls_into_its_parts(workspace):
    """By hand, four equal cells with probabilities .2 .2 .8 .8 and events 0 1 1 1: Brier (.04 + .64 + .04 + .04)/4 =
    .19; reliability ((.2 - .5)² + (.8 - 1)²)/2 = .065; resolution ((.5 - .75)² + (1 - .75)²)/2 = .0625; .1875."""
    chance = xr.DataArray([0.2, 0.2, 0.8, 0.8], dims="case")
    made = reliability_of(chance, xr.DataArray([0.0, 1.0, 1.0, 1.0], dims="case"), 10)
    assert made.brier == pytest.approx(0.19)
    assert (made.reliability, made.resolution, made.uncertainty) == pytest.approx((0.065, 0.0625, 0.1875))
    np.testing.assert_allclose(made.table, [(0.2, 0.5, 0.5), (0.8, 1.0, 0.5)])


def test_five_parts_add_up_to_the_brier_score():
    """Two bins; 0.1 and 0.3 (events 0, 1) in the first, 0.9 and 0.9 (1, 1) in the second, worked by hand.

    Brier (.01 + .49 + .01 + .01)/4 = .13; the variance within bins is 2 · .1²/4 = .005, twice the covariance
    2 · 2 · (.1 · .5)/4 = .05; reliability ((.2 - .5)² + (.9 - 1)²)/2 = .05; resolution .0625; uncertainty .1875.
    """
    chance, event = xr.DataArray([0.1, 0.3, 0.9, 0.9], dims="case"), xr.DataArray([0.0, 1.0, 1.0, 1.0], dims="case")
    made = reliability_of(chance, event, 2)
    assert made.brier == pytest.approx(0.13)
    assert (made.within_bin_variance, made.within_bin_covariance) == pytest.approx((0.005, 0.05))
    three = made.reliability - made.resolution + made.uncertainty
    assert three + made.within_bin_variance - made.within_bin_covariance == pytest.approx(made.brier)
    assert three != pytest.approx(made.brier, abs=0.01)


def test_reliability_counts_by_area_and_writes_its_table(workspace):
    chance = field(0.5, units="1", name="probability")
    truth = field(np.array([30.0, 10.0, 30.0])[None, :, None], units="degC")
    out = forecast.reliability(
        workspace,
        probability_path=keep(workspace, chance),
        truth_path=keep(workspace, truth),
        comparison=">",
        threshold=293.15,
        units="K",
    )
    assert out.data["brier"] == pytest.approx(0.25)
    assert out.data["table"][0][1] == pytest.approx(0.5)  # half of the area, as above
    assert workspace.read_text(out.data["path"]).startswith("probability,frequency,share\n0.5000,0.5000,1.0000")


def test_missing_values_do_not_count(workspace):
    truth = field(0.0)
    truth[0, 0, 0] = np.nan
    out = forecast.verify(workspace, forecast_path=keep(workspace, field(2.0)), truth_path=keep(workspace, truth))
    assert out.data["pairs"] == 47
    assert out.data["rmse"] == pytest.approx(2.0)
    with pytest.raises(ToolError, match="no cell has both"):
        forecast.verify(workspace, forecast_path=keep(workspace, field(2.0)), truth_path=keep(workspace, field(np.nan)))


def test_area_weights_are_those_of_cells():
    areas = cell_areas(field(0.0))
    assert float(areas[1].sum() / areas.sum()) == pytest.approx(0.5)


def test_skill_judges_both_forecasts_where_both_are(workspace):
    """The reference errs by 1 K in one half, by 5 K in the other; the forecast is the same without the worse half."""
    half = len(LONGITUDE) // 2
    error = np.where(np.arange(len(LONGITUDE)) < half, 1.0, 5.0)
    truth, reference = (keep(workspace, field(value)) for value in (280.0, 280.0 + error))
    part = keep(workspace, field(np.where(error < 2, 280.0 + error, np.nan)))
    out = forecast.skill(workspace, forecast_path=part, reference_path=reference, truth_path=truth, score="rmse")
    assert out.data["skill"] == pytest.approx(0.0, abs=1e-6)
    assert "values of the truth left out, where a forecast has none" in out.text
