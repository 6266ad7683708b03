"""Seasonal forecasts: lead months that count from the start month, terciles without a year's own values."""

import numpy as np
import pytest
import xarray as xr
from tests.shared import SHARED

from mesocosm.earth.forecasts.correction import apply_correction, fit_correction
from mesocosm.earth.forecasts.seasons import season_months, standardise_seasonal
from mesocosm.earth.forecasts.terciles import boundaries, ranked_score
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.seeding import generator
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.tools import seasonal
from mesocosm.workspace.workspace import Workspace

REAL = SHARED / "data" / "real" / "weather_grid" / "c3s_seasonal"
AXES = {"latitude": np.array([40.0, 50.0]), "longitude": np.array([0.0, 10.0, 20.0])}


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def keep(workspace, values):
    return saved_fields(workspace, "made", values.to_dataset(name=values.name))


def starts(years, month=11):
    return np.array([f"{year}-{month:02d}-01" for year in years], "datetime64[ns]")


def monthly(years=(2030,), leads=6, members=3, month=11):
    """Return a field whose values are the numbers of the months in which they are valid."""
    valid = np.array([(month - 1 + lead) % 12 + 1 for lead in range(leads)], float)
    shape = (len(years), members, leads, 2, 3)
    table = np.broadcast_to(valid[None, None, :, None, None], shape).copy()
    axes = {"issued": starts(years, month), "member": np.arange(members), "lead_month": np.arange(1, leads + 1), **AXES}
    return xr.DataArray(table, axes, tuple(axes), "t2m", {"units": "K"})


def by_start(table, name="t2m", units="K"):
    """Return a season's values by start: (years, members)."""
    table = np.asarray(table, float)
    shape = (*table.shape, 2, 3)
    axes = {"issued": starts(range(2000, 2000 + len(table))), "member": np.arange(table.shape[1]), **AXES}
    return xr.DataArray(
        np.broadcast_to(table[:, :, None, None], shape).copy(), axes, tuple(axes), name, {"units": units}
    )


def test_defect_06_the_first_month_of_lead_is_the_start_month(workspace):
    """Started in November: lead 1 is November, so DJF is leads 2, 3 and 4, with values 12, 1 and 2."""
    path = keep(workspace, monthly().assign_attrs(units="mm"))
    out = seasonal.season(workspace, path=path, season="DJF", reduction="sum")
    assert out.data["mean"] == pytest.approx(12 + 1 + 2)
    assert int(open_field_file(workspace, out.data["path"]).dataset["first_lead"]) == 2
    one = seasonal.season(workspace, path=path, season="1", reduction="mean")
    assert one.data["mean"] == pytest.approx(1.0)  # a single month is a single month


def test_a_seasonal_mean_weighs_months_by_their_days(workspace):
    """DJF of 2031/32, a leap year: (12 x 31 + 1 x 31 + 2 x 29) / 91."""
    out = seasonal.season(workspace, path=keep(workspace, monthly((2031,))), season="DJF", reduction="mean")
    assert out.data["mean"] == pytest.approx((12 * 31 + 31 + 2 * 29) / 91, abs=1e-5)


def test_a_season_s_temperatures_are_not_added_up(workspace):
    path = keep(workspace, monthly())
    with pytest.raises(ToolError, match="a sum of temperatures means nothing; take the mean"):
        seasonal.season(workspace, path=path, season="DJF", reduction="sum")


def test_seasons_by_initials():
    assert season_months("DJF") == (12, 1, 2)
    assert season_months("ndjfm") == (11, 12, 1, 2, 3)
    for wrong in ("XYZ", "0", "13", "JFMAMJJASOND", "J", ""):
        with pytest.raises(InvalidRecord, match="initials of 2 to 6 months"):
            season_months(wrong)


def test_a_season_that_is_not_there_is_refused(workspace):
    path = keep(workspace, monthly(leads=3))
    with pytest.raises(ToolError, match=r"no start has all months of JJA: starts in months \[11\]"):
        seasonal.season(workspace, path=path, season="JJA", reduction="mean")
    both = xr.concat([monthly(), monthly(month=10)], "issued")
    with pytest.raises(ToolError, match="at different leads"):
        seasonal.season(workspace, path=keep(workspace, both), season="DJF", reduction="mean")
    out = seasonal.season(workspace, path=keep(workspace, both), season="DJF", reduction="mean", start_month=10)
    assert int(open_field_file(workspace, out.data["path"]).dataset["first_lead"]) == 3


def test_every_layout_becomes_the_same(workspace):
    plain = monthly((2030, 2031), leads=3)
    as_cds = plain.rename(issued="forecast_reference_time", lead_month="forecastMonth", member="number")
    as_grib = plain.rename(issued="time", lead_month="forecast_month")
    single = plain.isel(issued=0, drop=True).rename(lead_month="time")
    single = single.assign_coords(time=starts([2030, 2030, 2030]), forecast_month=("time", [1, 2, 3]))
    single = single.assign_attrs(run="2030-11-01T00:00:00+00:00")
    for other in (as_cds.rename(number="member"), as_grib):
        xr.testing.assert_identical(standardise_seasonal(other), standardise_seasonal(plain))
    xr.testing.assert_equal(standardise_seasonal(single), standardise_seasonal(plain.isel(issued=[0])))
    paths = [keep(workspace, plain.isel(issued=[k])) for k in (1, 0)]
    out = seasonal.standardise(workspace, paths=paths, name="temperature", units="degC")
    made = open_field_file(workspace, out.data["path"]).field("temperature")
    assert made.sizes["issued"] == 2
    assert float(made[0, 0, 0, 0, 0]) == pytest.approx(11 - 273.15, abs=1e-3)


def test_steps_to_the_ends_of_months_are_leads_and_lagged_starts_count_for_the_next_month():
    """As cfgrib reads them: runs of 25 October and 1 November, means valid until the end of November and December."""
    runs = np.array(["2030-10-25", "2030-11-01"], "datetime64[ns]")
    ends = np.array(["2030-12-01", "2031-01-01"], "datetime64[ns]")
    steps = np.unique((ends[None, :] - runs[:, None]).ravel())
    table = np.full((2, 2, steps.size, 2, 3), np.nan)  # member, time, step: member k is of run k
    for member, run in enumerate(runs):
        for lead, end in enumerate(ends, 1):
            table[member, member, np.flatnonzero(steps == end - run)[0]] = 10 * member + lead
    axes = {"member": [0, 1], "time": runs, "step": steps, **AXES}
    made = standardise_seasonal(xr.DataArray(table, axes, tuple(axes), "t2m", {"units": "K"}))
    assert made.sizes["issued"] == 1
    assert str(made["issued"].values[0])[:10] == "2030-11-01"
    assert made["lead_month"].values.tolist() == [1, 2]
    assert made[0, :, :, 0, 0].values.tolist() == [[1, 2], [11, 12]]


def nmme(**attributes):
    """Return a file in IRI's form: starts S, leads L from 0.5 on, members M."""
    axes = {"S": ("S", [600.0, 612.0], attributes), "L": [0.5, 1.5], "M": [1.0], **AXES}
    return xr.Dataset({"prec": (tuple(axes), np.ones((2, 2, 1, 2, 3)), {"units": "mm/day"})}, axes)


MONTHS = {"units": "months since 1960-01-01", "calendar": "360"}
DAYS = {"units": "days since 1960-01-01", "calendar": "standard"}


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        (nmme(**MONTHS), "times along `S` in 'months since 1960-01-01' of the calendar '360'.*write them as days"),
        (nmme(**DAYS), "needs an axis `lead_month` .*1 for the month of the start, .* it has S, L, M, latitude"),
        (nmme(**DAYS).rename(L="lead_month", S="time"), r"`lead_month`: months of lead count from 1 .*NMME call 0\.5"),
        (nmme(**DAYS).rename(L="lead_month"), "name its axis of starts `issued` "),
        (nmme(**DAYS).isel(L=0, drop=True).rename(S="time"), "valid times alone do not define them; it has time, M"),
        (
            nmme(**DAYS | {"calendar": "360_day"}).rename(S="time").rename(L="lead_month").assign(lead_month=[1, 2]),
            "starts of prec .*must be dates in the standard calendar",
        ),
    ],
)
def test_a_layout_that_is_not_known_is_refused_with_the_axis_that_is_wanted(workspace, made, problem):
    workspace.write_bytes("foreign.nc", bytes(made.to_netcdf(engine="h5netcdf")))
    with pytest.raises(ToolError, match=problem):
        seasonal.standardise(workspace, paths=["foreign.nc"])


def test_terciles_leave_their_own_year_out(workspace):
    """Years 0 to 8, one member: thirds of nine values by numpy; without year 8 those of 0 to 7."""
    hindcast = by_start(np.arange(9.0)[:, None])
    made = boundaries(hindcast)
    assert float(made["lower"][0, 0]) == pytest.approx(np.quantile(np.arange(9), 1 / 3))
    assert float(made["upper_without"].isel(issued=8)[0, 0]) == pytest.approx(np.quantile(np.arange(8), 2 / 3))
    with pytest.raises(ToolError, match="t2m has no axis `issued` of starts; it has"):
        seasonal.tercile_boundaries(workspace, path=keep(workspace, hindcast.isel(issued=0, drop=True)))
    out = seasonal.tercile_boundaries(workspace, path=keep(workspace, hindcast))
    assert "lower_without" in open_field_file(workspace, out.data["path"]).dataset
    with pytest.raises(ToolError, match="at least 6 starts, got 3"):
        seasonal.tercile_boundaries(workspace, path=keep(workspace, by_start(np.ones((3, 1)))))


def test_defect_05_categories_are_told_from_files_with_both_boundaries(workspace):
    """The published tool asks an array for its truth and falls over. Members 1, 2, 5, 9 against thirds of 0 to 8
    (2.67 and 5.33): half below, a quarter normal, a quarter above."""
    bounds = seasonal.tercile_boundaries(workspace, path=keep(workspace, by_start(np.arange(9.0)[:, None])))
    forecast = by_start([[1.0, 2.0, 5.0, 9.0]]).assign_coords(issued=starts([2040]))
    out = seasonal.probabilities(workspace, path=keep(workspace, forecast), terciles_path=bounds.data["path"])
    made = open_field_file(workspace, out.data["path"]).field("probability")
    np.testing.assert_allclose(made.isel(issued=0, latitude=0, longitude=0), [0.5, 0.25, 0.25])
    climate = keep(workspace, by_start(np.arange(9.0)[:, None]))
    out = seasonal.anomaly(workspace, path=keep(workspace, forecast), hindcast_path=climate)
    assert out.data["mean"] == pytest.approx(17 / 4 - 4.0)


def test_hindcasts_of_one_climate_fall_evenly_into_thirds(workspace):
    table = generator("test", "thirds").normal(size=(30, 25))
    path = keep(workspace, by_start(table))
    bounds = seasonal.tercile_boundaries(workspace, path=path)
    out = seasonal.probabilities(workspace, path=path, terciles_path=bounds.data["path"])
    made = open_field_file(workspace, out.data["path"]).field("probability").mean("issued")[:, 0, 0]
    np.testing.assert_allclose(made, 1 / 3, atol=0.02)


def thirds(below, above):
    table = np.array([below, 1 - below - above, above])
    axes = {"category": ["below", "normal", "above"], "issued": starts([2000]), **AXES}
    table = np.broadcast_to(table[:, None, None, None], (3, 1, 2, 3)).copy()
    return xr.DataArray(table, axes, tuple(axes), "probability", {"units": "1"})


def test_a_blend_adds_up_to_one_with_weights_that_do(workspace):
    paths = [keep(workspace, thirds(*pair)) for pair in ((0.6, 0.1), (0.2, 0.5))]
    out = seasonal.blend(workspace, paths=paths, weights=[3.0, 1.0])
    made = open_field_file(workspace, out.data["path"]).field("probability")[:, 0, 0, 0]
    np.testing.assert_allclose(made, [0.5, 0.3, 0.2], atol=1e-6)
    with pytest.raises(ToolError, match="`weights` must be 2 numbers"):
        seasonal.blend(workspace, paths=paths, weights=[1.0])
    broken = keep(workspace, thirds(0.6, 0.1) * 2)
    with pytest.raises(ToolError, match="add up to 1"):
        seasonal.blend(workspace, paths=[paths[0], broken])


def test_probabilities_in_percent_are_blended_with_shares(workspace):
    percent = (thirds(0.6, 0.1) * 100).assign_attrs(units="%")
    paths = [keep(workspace, percent), keep(workspace, thirds(0.2, 0.5))]
    made = open_field_file(workspace, seasonal.blend(workspace, paths=paths).data["path"]).field("probability")
    np.testing.assert_allclose(made[:, 0, 0, 0], [0.4, 0.3, 0.3], atol=1e-6)
    assert made.attrs["units"] == "1"
    with pytest.raises(ToolError, match="add up to 1"):
        seasonal.blend(workspace, paths=[keep(workspace, percent.assign_attrs(units="1")), paths[1]])


def test_ranked_score_by_hand():
    """Probabilities .2 .5 .3 and 'above' comes: (.2 - 0)² + (.7 - 0)² = .53; 'normal': .2² + (.7 - 1)² = .13."""
    chance = thirds(0.2, 0.3)
    for category, expected in ((2.0, 0.53), (1.0, 0.13), (0.0, 0.73)):
        came = xr.full_like(chance.isel(category=0, drop=True), category)
        np.testing.assert_allclose(ranked_score(chance, came), expected)


def test_skill_of_terciles(workspace):
    """Even thirds have no skill, certain and right ones all of it."""
    truth = by_start(np.arange(9.0)[:, None])
    bounds = seasonal.tercile_boundaries(workspace, path=keep(workspace, truth)).data["path"]
    path = keep(workspace, truth)
    own = seasonal.probabilities(workspace, path=path, terciles_path=bounds).data["path"]
    out = seasonal.skill(workspace, probability_path=own, truth_path=path, terciles_path=bounds)
    assert out.data["rpss"] == pytest.approx(1.0)
    axes = {"category": ["below", "normal", "above"], "issued": starts(range(2000, 2009)), **AXES}
    even = xr.DataArray(np.full((3, 9, 2, 3), 1 / 3), axes, tuple(axes), "probability", {"units": "1"})
    out = seasonal.skill(workspace, probability_path=keep(workspace, even), truth_path=path, terciles_path=bounds)
    assert out.data["rpss"] == pytest.approx(0.0, abs=1e-5)
    # By hand, even thirds: 5/9 in an outer category, 2/9 in the middle; the boundaries without their own year put
    # three years in each of the outer ones.
    assert 2 / 9 < out.data["reference"] < 5 / 9


def test_defect_07_a_correction_gives_the_observed_distribution():
    """The published fit returns the observations themselves. A model with a bias of 3 and half the spread: values are
    mapped to those of the same quantile, and the two quantile methods differ for a forecast that has moved."""
    rng = generator("test", "correction")
    observed = by_start(rng.normal(10, 2, (40, 1)))
    hindcast = by_start(rng.normal(13, 1, (40, 15)))
    fit = fit_correction(hindcast, observed)
    mapped = apply_correction(hindcast, fit, "quantile_mapping")
    assert float(mapped.mean()) == pytest.approx(float(observed.mean()), abs=0.1)
    assert float(mapped.std()) == pytest.approx(float(observed.std()), rel=0.1)
    assert not np.allclose(mapped.isel(member=0), observed.isel(member=0))
    moved = by_start(rng.normal(14, 1, (1, 50))).assign_coords(issued=starts([2050]))
    by_mapping, by_delta, by_mean = (
        float(apply_correction(moved, fit, method).mean()) for method in ("quantile_mapping", "quantile_delta", "mean")
    )
    change = float(moved.mean() - hindcast.mean())
    assert by_delta - float(observed.mean()) == pytest.approx(change, abs=0.15)  # the model's change is kept
    assert by_mean - float(observed.mean()) == pytest.approx(change, abs=0.15)
    assert by_mapping - float(observed.mean()) > 1.4 * change  # stretched as the climate is wider


def test_the_mean_correction_takes_the_means_and_not_those_of_quantiles():
    """Of a skewed climate both differ: one start of 30 in ten."""
    model = by_start(np.r_[np.zeros(9), 30.0][:, None])
    observed = by_start(np.full((10, 1), 1.0))
    forecast = by_start([[5.0, 6.0]]).assign_coords(issued=starts([2090]))
    made = apply_correction(forecast, fit_correction(model, observed), "mean")[0, :, 0, 0]
    np.testing.assert_allclose(made, [5.0 - 3.0 + 1.0, 6.0 - 3.0 + 1.0])


def test_quantile_mapping_matches_an_independent_interpolation():
    """Where model and observed quantiles are straight lines, the map is one: x -> 2 x - 10."""
    model = by_start(np.linspace(0, 10, 51)[:, None])
    observed = by_start(2 * np.linspace(0, 10, 51)[:, None] - 10)
    forecast = by_start([[2.0, 7.5, 12.0]]).assign_coords(issued=starts([2090]))
    made = apply_correction(forecast, fit_correction(model, observed), "quantile_mapping")[0, :, 0, 0]
    np.testing.assert_allclose(made, [-6.0, 5.0, 10.0 + 2.0])  # beyond the range, the last difference


def test_correction_through_files(workspace):
    hindcast = keep(workspace, by_start(np.arange(8.0)[:, None] + 3.0))
    observed = keep(workspace, by_start(np.arange(8.0)[:, None]))
    fit = seasonal.fit_correction(workspace, hindcast_path=hindcast, observed_path=observed)
    assert "mean 3 K" in fit.text
    out = seasonal.correct(workspace, path=hindcast, correction_path=fit.data["path"], method="mean")
    assert out.data["mean"] == pytest.approx(3.5, abs=1e-5)
    with pytest.raises(ToolError, match="this is no fit of a correction"):
        seasonal.correct(workspace, path=hindcast, correction_path=observed, method="mean")


@pytest.mark.fidelity
@pytest.mark.skipif(not REAL.is_dir(), reason="the real samples are not beside this checkout")
def test_a_real_seasonal_forecast_has_the_leads_its_messages_state(workspace):
    """The Met Office's file of C3S: forecastMonth 1, 2, 3 of the nominal starts 2016-01-01 and 2016-02-01, as ecCodes
    reads the keys `forecastMonth` and `indexingDate`; its runs are lagged back to 9 December."""
    workspace.write_bytes("ukmo.grib", (REAL / "forecast_monthly_ukmo.grib").read_bytes())
    out = seasonal.standardise(workspace, paths=["ukmo.grib"], variable="t2m", units="degC")
    made = open_field_file(workspace, out.data["path"]).field("t2m")
    assert made["lead_month"].values.tolist() == [1, 2, 3]
    assert [str(start)[:10] for start in made["issued"].values] == ["2016-01-01", "2016-02-01"]
    assert made.sizes["member"] == 28
    assert bool(made.notnull().all())
    season = seasonal.season(
        workspace, path=out.data["path"], season="JFM", reduction="mean", start_month=1, variable="t2m"
    )
    assert -5 < season.data["mean"] < 15  # Italy and the Adriatic in winter
    with pytest.raises(ToolError, match="no start lies in month 7"):
        seasonal.season(workspace, path=out.data["path"], season="JFM", reduction="mean", start_month=7)


def test_files_of_other_units_are_joined_in_the_first_one_s(workspace):
    kelvin = monthly((2030,), leads=2)
    celsius = (monthly((2031,), leads=2) - 273.15).assign_attrs(units="degC").rename(kelvin.name)
    out = seasonal.standardise(workspace, paths=[keep(workspace, kelvin), keep(workspace, celsius)])
    made = open_field_file(workspace, out.data["path"]).field(str(kelvin.name))
    np.testing.assert_allclose(made[1].values, monthly((2031,), leads=2)[0].values, atol=1e-3)
    assert made.attrs["units"] == "K"
