"""Ensembles: one grid, mean and spread, probabilities, and calibration with a known answer."""

import json

import numpy as np
import pytest
import xarray as xr
from scipy import stats

from mesocosm.earth.fields.area import area_mean
from mesocosm.earth.forecasts.calibration import fit_emos, normal_crps
from mesocosm.earth.forecasts.grids import Grid, common_grid, grid_of, regrid_field
from mesocosm.earth.planet.forecasts import LAWS, perturb_members
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.seeding import generator
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.tools import ensemble
from mesocosm.workspace.workspace import Workspace

TIMES = np.array(["2031-07-01", "2031-07-02"], "datetime64[ns]")


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def field(value, latitude, longitude, units="K", name="t2m", times=TIMES):
    table = np.broadcast_to(np.asarray(value, float), (len(times), len(latitude), len(longitude))).copy()
    axes = {"time": times, "latitude": latitude, "longitude": longitude}
    return xr.DataArray(table, axes, ("time", "latitude", "longitude"), name, {"units": units})


def square(value, **options):
    return field(value, [0.0, 1.0, 2.0], [5.0, 6.0, 7.0, 8.0], **options)


def keep(workspace, values, stem="made"):
    return saved_fields(workspace, stem, values.to_dataset(name=values.name))


def members(workspace, values):
    return [keep(workspace, square(value)) for value in values]


def test_bilinear_gives_back_a_plane_and_nothing_beyond_the_grid():
    latitude, longitude = np.arange(0.0, 11.0, 2.0), np.arange(20.0, 31.0, 2.0)
    plane = field(latitude[:, None] + 2 * longitude[None, :], latitude, longitude)
    made = regrid_field(plane, Grid(np.array([-1.0, 3.0, 10.0]), np.array([21.5, 29.0, 31.0])), "bilinear")
    assert made[0].values[1, 0] == pytest.approx(3 + 2 * 21.5)
    assert made[0].values[2, 1] == pytest.approx(10 + 2 * 29)
    assert np.isnan(made[0].values[0]).all()
    assert np.isnan(made[0].values[:, 2]).all()


def test_a_globe_has_no_seam():
    longitude = np.arange(-180.0, 180.0, 10.0)
    around = field(np.cos(np.radians(longitude))[None, :], [-5.0, 5.0], longitude)
    made = regrid_field(around, Grid(np.array([-1.0, 1.0]), np.array([-178.0, 175.0])), "bilinear")
    # Between 170 and 180 (-180): halfway at 175.
    assert float(made[0, 0, 1]) == pytest.approx((np.cos(np.radians(170)) - 1) / 2)
    assert np.isfinite(made).all()


def test_conservative_keeps_the_mean_of_the_globe():
    rng = generator("test", "conservative")
    fine = field(rng.normal(size=(36, 72)), np.arange(-87.5, 90, 5), np.arange(-177.5, 180, 5))
    coarse = regrid_field(fine, Grid(np.arange(-80.0, 81, 20), np.arange(-170.0, 180, 20)), "conservative")
    np.testing.assert_allclose(area_mean(coarse), area_mean(fine), atol=1e-12)


def test_a_conservative_cell_is_the_mean_by_area_of_those_it_covers():
    """By hand: bands 0-10 and 10-20 degrees have areas sin 10 and sin 20 - sin 10."""
    fine = field(np.array([[1.0], [2.0], [3.0], [4.0]]), [5.0, 15.0, 25.0, 35.0], [0.0, 10.0])
    coarse = regrid_field(fine, Grid(np.array([10.0, 30.0]), np.array([0.0, 10.0])), "conservative")
    sine = np.sin(np.radians([0, 10, 20, 30, 40]))
    expected = (1 * (sine[1] - sine[0]) + 2 * (sine[2] - sine[1])) / (sine[2] - sine[0])
    assert float(coarse[0, 0, 0]) == pytest.approx(expected)


def test_grids_that_share_nothing_are_refused():
    grids = [grid_of(square(1.0)), grid_of(field(1.0, [50.0, 51.0], [5.0, 6.0]))]
    with pytest.raises(InvalidRecord, match="share fewer than two rows"):
        common_grid(grids, "coarsest")


def test_harmonise_joins_grids_units_and_times(workspace):
    kelvin = field(300.0, np.arange(0.0, 5), np.arange(0.0, 6))
    celsius = field(20.0, np.arange(1.0, 4, 0.5), np.arange(1.0, 5, 0.5), units="degC", times=TIMES[1:])
    paths = [keep(workspace, kelvin), keep(workspace, celsius)]
    out = ensemble.harmonise(workspace, paths=paths, grid="coarsest", method="bilinear")
    made = open_field_file(workspace, out.data["path"]).field("t2m")
    assert made.sizes == {"member": 2, "time": 1, "latitude": 3, "longitude": 4}
    np.testing.assert_allclose(made[:, 0, 0, 0], [300.0, 293.15], rtol=1e-6)
    assert set(out.inputs) == set(paths)


def test_words_are_no_members(workspace):
    fine = keep(workspace, field(300.0, np.arange(0.0, 3), np.arange(0.0, 3)))
    odd = field(300.0, np.arange(0.0, 3), np.arange(0.0, 3)).astype(str)
    words = keep(workspace, odd)
    for paths in ([words], [fine, words]):
        with pytest.raises(ToolError, match=f"`paths`: t2m in '{words}' must hold numbers"):
            ensemble.harmonise(workspace, paths=paths, grid="first", method="nearest")
        with pytest.raises(ToolError, match="must hold numbers"):
            ensemble.mean(workspace, paths=paths)


def test_mean_and_both_spreads_by_hand(workspace):
    """1, 2, 6: mean 3, deviations -2, -1, 3: sum of squares 14; sample sqrt(14/2), population sqrt(14/3)."""
    paths = members(workspace, [1.0, 2.0, 6.0])
    assert ensemble.mean(workspace, paths=paths).data["mean"] == pytest.approx(3.0)
    sample = ensemble.spread(workspace, paths=paths, divisor="sample")
    population = ensemble.spread(workspace, paths=paths, divisor="population")
    assert sample.data["mean"] == pytest.approx(np.sqrt(7))
    assert population.data["mean"] == pytest.approx(np.sqrt(14 / 3))
    weighted = ensemble.mean(workspace, paths=paths, weights=[0.0, 1.0, 1.0])
    assert weighted.data["mean"] == pytest.approx(4.0)
    assert len({sample.data["path"], population.data["path"], weighted.data["path"]}) == 3


def test_directions_of_members_are_averaged_on_the_circle(workspace):
    """350 and 10: mean 0, turns of -10 and 10: sample sqrt(200 / 1), population sqrt(200 / 2)."""
    paths = [keep(workspace, square(value, units="degree", name="wind_from_direction")) for value in (350.0, 10.0)]
    out = ensemble.mean(workspace, paths=paths)
    made = open_field_file(workspace, out.data["path"]).field(None)
    np.testing.assert_allclose((made + 180) % 360, 180, atol=1e-3)
    for divisor, expected in (("sample", np.sqrt(200)), ("population", 10.0)):
        spread = ensemble.spread(workspace, paths=paths, divisor=divisor)
        assert spread.data["mean"] == pytest.approx(expected, rel=1e-4)
    event = {"paths": paths, "comparison": ">", "threshold": 180.0, "units": "degree"}
    assert ensemble.probability(workspace, **event, method="votes").data["mean"] == pytest.approx(0.5)
    with pytest.raises(ToolError, match="is a direction, which has no normal distribution; work on the wind's comp"):
        ensemble.probability(workspace, **event, method="normal")
    with pytest.raises(ToolError, match="is a direction, which has no normal distribution"):
        ensemble.fit_calibration(workspace, paths=paths, truth_path=paths[0])


def test_members_on_other_grids_or_times_are_refused(workspace):
    first = keep(workspace, square(1.0))
    with pytest.raises(ToolError, match="lies on another grid"):
        ensemble.mean(workspace, paths=[first, keep(workspace, field(1.0, [0.0, 1.0], [5.0, 6.0]))])
    later = keep(workspace, square(1.0, times=TIMES + np.timedelta64(9, "D")))
    with pytest.raises(ToolError, match="no time in common"):
        ensemble.mean(workspace, paths=[first, later])
    with pytest.raises(ToolError, match="`weights` must be 1 numbers"):
        ensemble.mean(workspace, paths=[first], weights=[1.0, 2.0])


def test_defect_04_gaussian_probability_is_the_normal_integral(workspace):
    """The published tool calls a function that numpy lacks. Members 19, 20, 21 degC: P(> 21) = 1 - Φ(1) = 0.158655."""
    paths = members(workspace, [292.15, 293.15, 294.15])
    out = ensemble.probability(workspace, paths=paths, comparison=">", threshold=21.0, units="degC", method="normal")
    assert out.data["mean"] == pytest.approx(stats.norm.sf(1.0), abs=1e-4)
    below = ensemble.probability(workspace, paths=paths, comparison="<", threshold=21.0, units="degC", method="normal")
    assert below.data["mean"] == pytest.approx(stats.norm.cdf(1.0), abs=1e-4)


def test_votes_count_members_and_units_are_those_of_the_threshold(workspace):
    paths = members(workspace, [292.0, 293.0, 295.0, 299.0])
    out = ensemble.probability(workspace, paths=paths, comparison=">=", threshold=293.0, units="K", method="votes")
    assert out.data["mean"] == pytest.approx(0.75)
    assert "one member" not in out.text
    alone = {"paths": paths[:1], "comparison": ">", "threshold": 293.0, "units": "K"}
    assert "there is one member only" in ensemble.probability(workspace, **alone, method="votes").text
    with pytest.raises(ToolError, match="cannot be converted to"):
        ensemble.probability(workspace, paths=paths, comparison=">", threshold=1.0, units="mm", method="votes")


def test_normalised_spread_and_confidence(workspace):
    spread = keep(workspace, square(1.0, name="spread"))
    climate = keep(workspace, square(2.0, name="deviation", units="degC"))
    ratio = ensemble.normalised_spread(workspace, spread_path=spread, reference_path=climate)
    assert ratio.data["mean"] == pytest.approx(0.5)  # of differences: 1 K is 1 degree Celsius
    sure = ensemble.confidence(workspace, spread_path=spread, climate_path=climate)
    assert sure.data["mean"] == pytest.approx(0.75)  # 1 - (1/2)²
    none = ensemble.confidence(workspace, spread_path=climate, climate_path=spread)
    assert none.data["mean"] == 0.0


def test_a_lagged_ensemble_keeps_its_ages(workspace):
    late, early = keep(workspace, square(1.0)), keep(workspace, square(3.0, times=TIMES - np.timedelta64(1, "D")))
    out = ensemble.lagged(workspace, paths=[late, early], issued=["2031-06-30T12:00:00Z", "2031-06-30"])
    made = open_field_file(workspace, out.data["path"]).dataset
    assert made.sizes["time"] == 1
    assert made["age_h"].values.tolist() == [0.0, 12.0]
    turned = ensemble.lagged(workspace, paths=[early, late], issued=["2031-06-30", "2031-06-30T12:00:00Z"])
    assert open_field_file(workspace, turned.data["path"]).dataset["age_h"].values.tolist() == [12.0, 0.0]
    assert turned.data["ages_h"] == [12.0, 0.0]
    assert "in their order: 12, 0 h" in turned.text
    with pytest.raises(ToolError, match="cannot be for"):
        ensemble.lagged(workspace, paths=[late, early], issued=["2031-07-20", "2031-06-30"])


def synthetic(pairs=6000, count=10, a=1.5, b=0.8, c=0.5, d=2.0):
    """Ensembles whose truth is normal with mean a + b m and variance c + d s²."""
    rng = generator("test", "emos", pairs)
    centre = rng.normal(10, 4, pairs)
    table = centre[:, None] + rng.gamma(4.0, 0.3, (pairs, 1)) * rng.normal(size=(pairs, count))
    m, s = table.mean(axis=1), table.std(axis=1, ddof=1)
    truth = a + b * m + np.sqrt(c + d * s**2) * rng.normal(size=pairs)
    axes = {"case": np.arange(pairs)}
    made = xr.DataArray(table, axes, ("case", "member"), "t2m", {"units": "K"})
    return made, xr.DataArray(truth, axes, ("case",), "t2m", {"units": "K"})


def test_calibration_gives_back_the_true_coefficients():
    emos = fit_emos(*synthetic())
    assert emos.a == pytest.approx(1.5, abs=0.25)
    assert emos.b == pytest.approx(0.8, abs=0.02)
    assert emos.c == pytest.approx(0.5, abs=0.35)
    assert emos.d == pytest.approx(2.0, abs=0.25)
    assert emos.crps_after < emos.crps_before


def test_the_fit_is_the_minimum_that_a_plain_search_finds():
    from scipy.optimize import minimize

    table, truth = synthetic(400)
    emos = fit_emos(table, truth)
    m, s, y = table.mean("member").values, table.std("member", ddof=1).values, truth.values

    def loss(x):
        return normal_crps(x[0] + x[1] * m, np.sqrt(x[2] ** 2 + x[3] ** 2 * s**2), y).mean()

    plain = minimize(loss, [0, 1, 1, 1], method="Nelder-Mead", options={"maxiter": 4000, "xatol": 1e-8, "fatol": 1e-10})
    assert emos.crps_after == pytest.approx(plain.fun, abs=1e-6)


def test_normal_crps_is_the_integral():
    """The definition, integrated: ∫ (F(x) - 1{x ≥ y})² dx."""
    x = np.linspace(-30, 30, 600001)
    direct = np.trapezoid((stats.norm.cdf(x, 1.0, 2.0) - (x >= 2.5)) ** 2, x)
    assert float(normal_crps(np.array(1.0), np.array(2.0), np.array(2.5))) == pytest.approx(direct, abs=1e-4)
    assert float(normal_crps(np.array(1.0), np.array(0.0), np.array(2.5))) == 1.5


def test_the_planet_s_law_comes_back():
    """The planet's members are the truth (variance V) plus the law's bias and an error of known variance
    E = error² (1 + ratio² / n). The regression of the truth on their mean has the slope V / (V + E) and leaves the
    variance V E / (V + E)."""
    law, lead, cases = LAWS["temperature_2m"], np.array([48.0]), 2500
    rng = generator("test", "law")
    truth = rng.normal(15, 6, cases)
    table = np.stack([perturb_members(np.array([value]), law, lead, 20, rng)[:, 0] for value in truth])
    axes = {"coords": {"case": np.arange(cases)}, "attrs": {"units": "degC"}}
    emos = fit_emos(xr.DataArray(table, dims=("case", "member"), **axes), xr.DataArray(truth, dims="case", **axes))
    bias, error = float(law.bias_at(lead)[0]), float(law.error_at(lead)[0]) ** 2 * (1 + law.spread_ratio**2 / 20)
    assert emos.b == pytest.approx(36 / (36 + error), abs=0.02)
    assert emos.a + emos.b * (15 + bias) == pytest.approx(15, abs=0.15)
    left = emos.c + emos.d * float(np.mean(table.var(axis=1, ddof=1)))
    assert left == pytest.approx(36 * error / (36 + error), rel=0.07)


def test_calibration_is_fitted_saved_and_applied(workspace):
    rng = generator("test", "apply")
    times = np.datetime64("2031-01-01", "ns") + np.arange(30) * np.timedelta64(1, "D")
    truth = square(rng.normal(280, 5, (30, 3, 4)), times=times)
    table = truth + 2.0 + xr.DataArray(rng.normal(size=(8, 30, 3, 4)), dims=("member", *truth.dims))
    forecast, known = keep(workspace, table.rename("t2m").assign_attrs(units="K")), keep(workspace, truth)
    fit = ensemble.fit_calibration(workspace, paths=[forecast], truth_path=known)
    assert json.loads(workspace.read_text(fit.data["path"]))["pairs"] == 360
    assert fit.data["a"] + fit.data["b"] * 282 == pytest.approx(280, abs=0.3)
    out = ensemble.calibrate(workspace, paths=[forecast], calibration_path=fit.data["path"])
    assert out.data["mean"]["mean"] == pytest.approx(float(area_mean(truth).mean()), abs=0.3)
    chance = ensemble.calibrated_probability(
        workspace, path=out.data["path"], comparison=">", threshold=-300.0, units="degC"
    )
    assert chance.data["min"] == pytest.approx(1.0)
    workspace.write_text("other.json", "{}")
    with pytest.raises(ToolError, match="'other.json' is no calibration"):
        ensemble.calibrate(workspace, paths=[forecast], calibration_path="other.json")
    with pytest.raises(ToolError, match="at least 20 pairs"):
        ensemble.fit_calibration(
            workspace, paths=[keep(workspace, square(1.0))], truth_path=keep(workspace, square(1.0).isel(time=[0]))
        )
