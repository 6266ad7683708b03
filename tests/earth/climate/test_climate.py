"""Bias correction, extremes, standardised indices and heat waves, compared with hand calculation and SciPy."""

import numpy as np
import pytest
import xarray as xr
from scipy import stats

from mesocosm.earth.climate import extremes, heat, indices, standardised
from mesocosm.earth.climate.quantile_mapping import correct_bias, map_series
from mesocosm.errors import InvalidRecord

draw = np.random.default_rng(3)


def daily(values, unit="degC", start="2001-01-01", **axes) -> xr.DataArray:
    values = np.asarray(values, float)
    times = np.arange(values.shape[0]).astype("timedelta64[D]") + np.datetime64(start, "ns")
    return xr.DataArray(values, {"time": times, **axes}, ("time", *axes), name="t", attrs={"units": unit})


def test_both_mappings_take_out_a_shift():
    past = draw.normal(10, 2, 4000)
    for method in ("EQM", "QDM"):
        result = map_series(past, past + 3, past, method=method, kind="additive")
        np.testing.assert_allclose(result, past + 3, atol=1e-9)


def test_defect_07_qdm_keeps_the_change_of_each_quantile_and_eqm_does_not():
    past, observed, future = draw.normal(0, 1, 20000), draw.normal(0, 2, 20000), draw.normal(1, 1.5, 20000)
    delta = map_series(future, observed, past, method="QDM", kind="additive")
    plain = map_series(future, observed, past, method="EQM", kind="additive")
    shares = np.array([0.05, 0.25, 0.5, 0.75, 0.95])
    # Cannon et al. (2015), eq. 6: corrected = future + observed - past, quantile by quantile.
    expected = sum(sign * np.quantile(s, shares) for sign, s in ((1, future), (1, observed), (-1, past)))
    np.testing.assert_allclose(np.quantile(delta, shares), expected, atol=0.03)
    # EQM stretches a future of N(1, 1.5) by two inside the range of the past: the median moves from 1 to 2.
    assert np.median(plain) == pytest.approx(2.0, abs=0.06)
    assert np.median(delta) == pytest.approx(1.0, abs=0.06)


def test_defect_07_the_correction_is_not_the_observations():
    past, observed, future = draw.normal(0, 1, 500), draw.normal(5, 1, 500), draw.normal(3, 1, 500)
    assert abs(map_series(future, observed, past, method="QDM", kind="additive").mean() - 8) < 0.3


def test_a_multiplied_correction_keeps_dry_days_dry():
    past, future = draw.gamma(1, 4, 1000), draw.gamma(1, 5, 1000)
    past[:300], future[:300] = 0, 0
    for method in ("EQM", "QDM"):
        result = map_series(future, past * 1.5, past, method=method, kind="multiplicative")
        assert (result[:300] == 0).all()
        assert result.sum() / future.sum() == pytest.approx(1.5, rel=0.02)


def test_fields_are_corrected_cell_by_cell_and_month_by_month():
    shape = (1461, 2, 2)
    axes = {"latitude": [0.0, 1.0], "longitude": [0.0, 1.0]}
    past = daily(draw.normal(10, 1, shape), **axes)
    season = xr.where(past["time"].dt.month < 7, 2.0, -2.0)
    result = correct_bias(
        past, (past + season).assign_attrs(units="degC"), past, method="QDM", kind="additive", by_month=True
    )
    np.testing.assert_allclose(result, past + season, atol=1e-9)
    other = past.assign_coords(latitude=[5.0, 6.0])
    with pytest.raises(InvalidRecord, match="another latitude"):
        correct_bias(past, other, past, method="EQM", kind="additive", by_month=False)


@pytest.mark.parametrize("shape", [-0.2, 0.0, 0.15])
def test_a_distribution_is_found_again(shape):
    sample = stats.genextreme.rvs(-shape, loc=30, scale=5, size=20000, random_state=1)
    for fit in ("L-moments", "maximum likelihood"):
        gev = extremes.fit_extremes(sample, fit)
        assert gev.location == pytest.approx(30, abs=0.2)
        assert gev.shape == pytest.approx(shape, abs=0.02)
        assert gev.level(100) == pytest.approx(stats.genextreme.isf(0.01, -shape, 30, 5), rel=0.03)
        assert gev.period(gev.level(100)) == pytest.approx(100)


def test_l_moments_of_a_small_sample_by_hand():
    # 1, 2, 4: b0 = 7/3, b1 = (2 + 8)/6 = 5/3, b2 = 8/6 = 4/3; l2 = 1, l3 = 8 - 10 + 7/3 = 1/3.
    assert extremes.l_moments(np.array([4.0, 1.0, 2.0])) == pytest.approx((7 / 3, 1, 1 / 3))


def test_the_interval_holds_the_level_and_shrinks_with_years():
    gev = extremes.Gev(30, 5, 0.1)
    [(low, high)] = extremes.level_intervals(gev, 30, [100])
    [(near, far)] = extremes.level_intervals(gev, 300, [100])
    assert low < gev.level(100) < high
    assert far - near < 0.5 * (high - low)
    assert extremes.level_intervals(gev, 30, [100]) == [(low, high)]


def test_too_few_years_are_refused():
    with pytest.raises(InvalidRecord, match="at least 10 whole years are needed, got 9"):
        extremes.fit_extremes(np.arange(9.0), "L-moments")
    with pytest.raises(InvalidRecord, match="the same"):
        extremes.fit_extremes(np.ones(20), "L-moments")


def test_a_trend_worked_by_hand():
    """Ten rising values: S = 45, Var S = 10 · 9 · 25 / 18 = 125, z = 44 / √125 = 3.9355, p = 8.30e-5."""
    slope, p = extremes.trend(2.0 * np.arange(10))
    assert (slope, p) == pytest.approx((2.0, 2 * stats.norm.sf(44 / np.sqrt(125))))
    assert p == pytest.approx(8.30e-5, rel=1e-2)
    rough = draw.normal(size=40).round(1)
    assert extremes.trend(rough)[1] == pytest.approx(stats.kendalltau(np.arange(40), rough).pvalue, abs=0.02)
    assert extremes.trend(np.ones(12))[1] == 1


def monthly(values) -> xr.DataArray:
    times = xr.date_range("1951-01-01", periods=len(values), freq="MS")
    return xr.DataArray(values, {"time": times}, ("time",), name="pr", attrs={"units": "mm"})


def test_the_index_of_precipitation_is_standard_normal_and_keeps_order():
    rain = monthly(draw.gamma(2, 30, 12 * 60))
    index = standardised.standardised_precipitation(rain, 1)
    assert abs(float(index.mean())) < 0.02
    assert float(index.std()) == pytest.approx(1, abs=0.03)
    january = slice(0, None, 12)
    assert (np.argsort(index.values[january]) == np.argsort(rain.values[january])).all()


def test_the_index_agrees_with_a_gamma_that_scipy_fits():
    rain = monthly(draw.gamma(2, 30, 12 * 60))
    ours = standardised.standardised_precipitation(rain, 3)
    totals = rain.rolling(time=3).sum().values[2::12]
    shape, _, scale = stats.gamma.fit(totals, floc=0)
    expected = stats.norm.ppf(stats.gamma.cdf(totals, shape, scale=scale))
    # Thom's approximation of the maximum likelihood: 0.01 for shapes above 1.
    np.testing.assert_allclose(ours.values[2::12], expected, atol=0.01)


def test_the_index_of_the_water_balance_is_that_of_hoskings_generalised_logistic():
    """The same distribution by its L-moments (Hosking and Wallis 1997, A.7), for dry and wet summers alike."""
    for skewed in (draw.gamma(2, 30, 12 * 50), 200 - draw.gamma(2, 30, 12 * 50)):
        evaporation = monthly(draw.uniform(10, 90, 12 * 50))
        ours = standardised.standardised_water_balance(monthly(skewed), evaporation, 3).values[5::12]
        sums = (monthly(skewed) - evaporation).rolling(time=3).sum().values[5::12]
        n, ranked = len(sums), np.sort(sums)
        rank = np.arange(n)
        once, twice = rank / (n - 1), rank * (rank - 1) / (n - 1) / (n - 2)
        b0, b1, b2 = (np.mean(weights * ranked) for weights in (1.0, once, twice))
        l1, l2, l3 = b0, 2 * b1 - b0, 6 * b2 - 6 * b1 + b0
        k = -l3 / l2
        scale = l2 * np.sin(k * np.pi) / (k * np.pi)
        middle = l1 - scale * (1 / k - np.pi / np.sin(k * np.pi))
        share = 1 / (1 + np.maximum(1 - k * (sums - middle) / scale, 0) ** (1 / k))
        np.testing.assert_allclose(ours, np.clip(stats.norm.ppf(share), -3.09, 3.09), atol=1e-6)
        assert (np.argsort(ours) == np.argsort(sums)).all()


def test_evaporation_of_a_month_is_thornthwaites():
    """By hand: every month 10 °C on the equator, I = 12·2^1.514 = 34.27, a = 1.040; 12 hours of light, 30 days."""
    still = monthly(np.full(24, 10.0)).assign_attrs(units="degC").assign_coords(latitude=0.0)
    june = float(standardised.thornthwaite(still).sel(time="1951-06").squeeze())
    index = 12 * 2**1.514
    power = 6.75e-7 * index**3 - 7.71e-5 * index**2 + 1.792e-2 * index + 0.49239
    assert june == pytest.approx(16 * (100 / index) ** power)
    assert june == pytest.approx(48.9, abs=0.1)
    north = standardised.thornthwaite((still + 273.15).assign_attrs(units="K").assign_coords(latitude=50.0))
    assert float(north.sel(time="1951-06").squeeze()) / june == pytest.approx(16.2 / 12, rel=0.01)  # hours of light
    hot = standardised.thornthwaite((still + 20).assign_attrs(still.attrs))
    assert float(hot.sel(time="1951-06").squeeze()) == pytest.approx(-415.85 + 32.24 * 30 - 0.43 * 900)
    assert (standardised.thornthwaite((still - 15).assign_attrs(still.attrs)) == 0).all()
    with pytest.raises(InvalidRecord, match="needs a latitude"):
        standardised.thornthwaite(still.drop_vars("latitude"))


def test_mean_rates_are_weighted_by_the_days_of_their_months():
    totals = monthly(draw.gamma(2, 30, 12 * 20))
    rates = (totals / totals["time"].dt.days_in_month).assign_attrs(units="mm day-1").rename("pr")
    expected = standardised.standardised_precipitation(totals, 3)
    np.testing.assert_allclose(standardised.standardised_precipitation(rates, 3), expected, atol=1e-9)
    flux = (rates / 86400).assign_attrs(units="kg m-2 s-1")
    np.testing.assert_allclose(standardised.standardised_precipitation(flux, 3), expected, atol=1e-9)
    plain = standardised.standardised_precipitation(rates.assign_attrs(units="mm"), 3)
    assert float(abs(plain - expected).max()) > 0.005  # February is 28 days of 89


def test_a_drought_begins_below_zero_and_reaches_the_onset():
    index = np.array([0.5, -0.2, -1.5, -0.3, 0.1, -0.5, -0.9, 0.2, -2.0])
    spells = standardised.droughts(index)
    assert [(a, b) for a, b, *_ in spells] == [(1, 3), (8, 8)]
    assert spells[0][2:] == pytest.approx((2.0, -1.5))


def test_defect_09_the_excess_heat_factor_is_the_standard_one():
    """Forty days at 20 °C, then three at 30, by hand.

    T95 over 43 days is at rank 39.9: 20 + 0.9 · 10 = 29 by linear interpolation; the mean of the three is 30, so
    EHI_sig is 1 and EHI_accl 10: the factor is 10 on the first of the three.
    """
    mean = np.r_[np.full(40, 20.0), np.full(3, 30.0)]
    result = heat.excess_heat_factor(daily(mean + 5), daily(mean - 5))
    assert float(result["T95"]) == pytest.approx(29)
    assert result["T95"].attrs["units"] == "degC"  # as the temperatures
    assert float(result["EHF"][40]) == pytest.approx(10)
    assert result["heat_wave"].values[38:].tolist() == [0, 0, 1, 1, 1]
    assert np.isnan(result["EHF"].values[:30]).all()


def test_defect_09_acclimatised_heat_still_counts():
    """If the last thirty days were as hot, the factor is the significance itself, not smaller."""
    mean = np.r_[np.full(1000, 10.0), np.full(40, 30.0)]
    result = heat.excess_heat_factor(daily(mean), daily(mean))
    significance = 30 - float(result["T95"])
    assert float(result["EHF"][1035]) == pytest.approx(significance)
    assert significance > 0


def test_heat_waves_are_spells_above_the_percentile_of_the_season():
    values = np.tile(np.r_[np.zeros(182), np.full(183, 20.0)], 6)
    values[365 * 5 + 100 : 365 * 5 + 104] += 9
    values[365 * 5 + 300] += 9
    result = heat.percentile_heat_waves(daily(values), 95, 3, 15)
    assert np.flatnonzero(result["heat_wave"].values).tolist() == list(range(365 * 5 + 100, 365 * 5 + 104))
    assert result["threshold"].attrs["units"] == "degC"
    assert float(result["threshold"].max()) == pytest.approx(20)


def test_hours_are_refused_where_days_are_needed():
    times = np.arange(100).astype("timedelta64[h]") + np.datetime64("2001-01-01", "ns")
    values = xr.DataArray(np.zeros(100), {"time": times}, ("time",), attrs={"units": "K"})
    with pytest.raises(InvalidRecord, match="one temperature a day"):
        heat.excess_heat_factor(values, values)


def test_a_yearly_index_counts_days_and_refuses_hours_and_months():
    hours = np.arange(240).astype("timedelta64[h]") + np.datetime64("2001-07-01", "ns")
    months = np.arange("2001-01", "2004-01", dtype="datetime64[M]").astype("datetime64[ns]")
    for times, spacing in ((hours, "1 h apart"), (months, "31 days apart")):
        warm = xr.DataArray(np.full(times.size, 30.0), {"time": times}, ("time",), attrs={"units": "degC"})
        with pytest.raises(InvalidRecord, match=f"summer_days needs one value a day, and these are {spacing}"):
            indices.yearly_index(warm, "summer_days")
    gap = daily([30.0] * 9).isel(time=[0, 1, 2, 5, 6, 7, 8])
    assert float(indices.yearly_index(gap.assign_attrs(units="degC"), "summer_days")[0]) == 7


def test_years_that_are_not_whole_have_no_index():
    """July 2001 to March 2004: two whole years between two parts of years; 15 days may be missing, 16 may not."""
    warm = daily(np.full(1005, 30.0), start="2001-07-01")
    assert str(warm["time"].values[-1])[:10] == "2004-03-31"
    found = indices.yearly_index(warm, "summer_days").values
    np.testing.assert_array_equal(found, [np.nan, 365, 365, np.nan])
    for lacking, expected in ((15, 350), (16, np.nan)):
        holes = warm.where(np.arange(1005) >= 184 + lacking)
        np.testing.assert_array_equal(indices.yearly_index(holes, "summer_days").values[1], expected)


def test_the_same_season_of_each_year_is_whole_where_it_is_all_there():
    warm = daily(np.full(365 * 3, 30.0))
    season = warm.isel(time=np.flatnonzero(warm["time"].dt.month.values == 7)[:-10])
    np.testing.assert_array_equal(indices.yearly_index(season, "summer_days").values, [31, 31, np.nan])


def test_a_year_that_is_missing_is_a_gap_of_months():
    months = np.arange("2001-01", "2016-01", dtype="datetime64[M]").astype("datetime64[ns]")
    rain = xr.DataArray(np.ones(months.size), {"time": months}, ("time",), attrs={"units": "mm"})
    with pytest.raises(InvalidRecord, match="without a gap"):
        standardised.standardised_precipitation(rain.isel(time=np.r_[0:60, 72:180]), 3)


@pytest.mark.parametrize(
    ("index", "values", "unit", "expected"),
    [
        ("summer_days", [25, 25.1, 30, 10], "degC", 2), ("frost_days", [272, 273.15, 274], "K", 1),
        ("consecutive_dry_days", [0, 0.9, 5, 0, 0, 0], "mm/day", 3), ("wettest_day", [1e-4, 2e-4], "kg m-2 s-1", 17.28),
        ("wettest_five_days", [1, 2, 3, 4, 5, 6], "mm", 20), ("wet_day_intensity", [0.5, 2, 4], "mm", 3),
        ("growing_degree_days", [9, 12, 15], "degC", 7), ("heavy_rain_days", [9.9, 10, 25], "mm", 2),
    ],
)  # fmt: skip
def test_indices_by_hand(index, values, unit, expected):
    assert float(indices.yearly_index(daily(values, unit), index)[0]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("index", "stated", "needed"),
    [
        ("summer_days", "time: mean", "maximum"), ("frost_days", "area: mean time: max", "minimum"),
        ("hottest_day", "time: minimum", "maximum"), ("growing_degree_days", "time: maximum", "mean"),
    ],
)  # fmt: skip
def test_a_statistic_of_the_day_that_an_index_is_not_of_is_refused(index, stated, needed):
    values = daily([280.0] * 365, "K")
    with pytest.raises(InvalidRecord, match=f"{index} needs the {needed} of each day"):
        indices.yearly_index(values.assign_attrs(cell_methods=stated), index)
    for fitting in (f"time: {needed}", f"time: mean time: {needed} within days", "time: point"):
        assert indices.yearly_index(values.assign_attrs(cell_methods=fitting), index).size == 1


def test_a_factor_has_no_meaning_for_degrees_celsius():
    mild = daily(np.full(400, 10.0))
    options = {"method": "QDM", "kind": "multiplicative", "by_month": False}
    with pytest.raises(InvalidRecord, match="use additive"):
        correct_bias(mild, mild, mild, **options)
    wind = mild.assign_attrs(units="m/s")
    np.testing.assert_allclose(correct_bias(wind, wind, wind, **options), 10.0)


def test_exceedances_of_two_periods():
    past, future = daily(np.arange(100.0)), daily(np.arange(100.0) + 10)
    result = indices.exceedance_change(past, future, threshold=None, percentile=90)
    assert float(result["past"]) == pytest.approx(0.1)
    assert float(result["ratio"]) == pytest.approx(2.0)
    with pytest.raises(InvalidRecord, match="exactly one of `threshold` and `percentile`"):
        indices.exceedance_change(past, future, threshold=None, percentile=None)
