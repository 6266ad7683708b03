"""Periods, climatologies, anomalies and spells."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.fields import periods, spells
from mesocosm.earth.fields.field_units import DIFFERENCE, convert_field
from mesocosm.errors import InvalidRecord


def days(values, start="2001-01-01", calendar="standard", units="K") -> xr.DataArray:
    times = xr.date_range(start, periods=len(values), freq="D", calendar=calendar, use_cftime=calendar != "standard")
    return xr.DataArray(np.asarray(values, float), {"time": times}, ("time",), name="t2m", attrs={"units": units})


def test_a_month_is_dated_by_its_beginning():
    monthly = periods.aggregate_periods(days(np.ones(59), units="mm"), "month", "sum")
    assert monthly.values.tolist() == [31, 28]
    assert monthly["time"].dt.strftime("%F").values.tolist() == ["2001-01-01", "2001-02-01"]


def test_a_period_without_values_has_no_sum():
    assert np.isnan(periods.aggregate_periods(days([np.nan] * 31, units="mm"), "month", "sum").item())


def test_temperatures_are_not_added_up():
    for unit in ("K", "degC"):
        with pytest.raises(InvalidRecord, match="a sum of temperatures means nothing; take the mean"):
            periods.aggregate_periods(days(np.ones(31), units=unit), "month", "sum")
    departures = days(np.ones(31)).assign_attrs({"units": "K", **DIFFERENCE})
    assert float(periods.aggregate_periods(departures, "month", "sum")[0]) == 31


def test_a_sum_lacks_no_step_and_a_mean_at_most_a_fifth():
    # Eleven of January's 31 days; then whole.
    values = days(np.r_[np.full(11, 1.0), np.full(20, np.nan), np.ones(59)], units="mm")
    assert np.isnan(periods.aggregate_periods(values, "month", "sum").values).tolist() == [True, False, False]
    # 24 of 30 April days are 80 %, 23 are 77 %.
    for known, missing in ((24, False), (23, True)):
        april = days(np.r_[np.ones(known), np.full(30 - known, np.nan)], start="2001-04-01")
        assert np.isnan(periods.aggregate_periods(april, "month", "mean").item()) == missing
    assert periods.aggregate_periods(values, "month", "sum", 0.3).values[0] == 11


def test_a_season_and_a_year_that_a_file_enters_late_are_missing():
    values = days(np.ones(31 + 365), start="2000-12-01", units="mm")
    seasons = periods.aggregate_periods(values, "season", "sum")
    assert seasons.values[:4].tolist() == [90, 92, 92, 91]
    assert np.isnan(seasons.values[4])  # December alone
    assert np.isnan(periods.aggregate_periods(values, "year", "mean").values).tolist() == [True, False]


def test_months_make_seasons_and_years_by_their_number():
    times = xr.date_range("2001-01-01", periods=13, freq="MS")
    monthly = xr.DataArray(np.ones(13), {"time": times}, ("time",), name="pr")
    np.testing.assert_equal(periods.aggregate_periods(monthly, "year", "sum").values, [12, np.nan])
    np.testing.assert_equal(periods.aggregate_periods(monthly, "season", "sum").values, [np.nan, 3, 3, 3, np.nan])


def test_a_time_left_out_counts_as_a_step_that_is_missing():
    values = days(np.ones(31), units="mm").isel(time=np.r_[0:10, 15:31])
    assert np.isnan(periods.aggregate_periods(values, "month", "sum").item())
    assert periods.aggregate_periods(values, "month", "mean").item() == 1  # 26 of 31: 84 %


def test_months_of_a_360_day_calendar_have_30_days():
    monthly = periods.aggregate_periods(days(np.ones(60), calendar="360_day", units="mm"), "month", "sum")
    assert monthly.values.tolist() == [30, 30]


def test_normals_are_means_and_sample_deviations():
    values = days(np.arange(730.0))
    normal = periods.climatology(values, "month")
    january = np.concatenate([np.arange(31), np.arange(365, 396)])
    assert float(normal["mean"].sel(month=1)) == pytest.approx(january.mean())
    assert float(normal["standard_deviation"].sel(month=1)) == pytest.approx(january.std(ddof=1))


def test_a_date_keeps_its_number_in_leap_years():
    values = days(np.zeros(1461), start="2001-01-01")
    numbers = periods.cycle_numbers(values, "day of year")
    dates = values["time"].dt.strftime("%m-%d").values
    assert {int(n) for n, date in zip(numbers, dates, strict=True) if date == "03-01"} == {61}
    assert numbers[dates == "02-29"].tolist() == [60]


def test_a_window_of_days_closes_the_year():
    values = days(np.r_[np.zeros(364), 10.0])
    normal = periods.climatology(values, "day of year", 3)
    # 1 January is meant with 31 December (10) and 2 January (0): 10 / 3.
    assert float(normal["mean"].sel(day_of_year=1)) == pytest.approx(10 / 3)


def test_departures_from_its_own_normals_have_mean_zero_and_deviation_one():
    values = days(np.random.default_rng(0).normal(size=1461))
    normal = periods.climatology(values, "month")
    plain = periods.anomalies(values, normal, standardised=False)
    standard = periods.anomalies(values, normal, standardised=True)
    assert float(abs(plain.groupby("time.month").mean()).max()) < 1e-12
    np.testing.assert_allclose(standard.groupby("time.month").std("time", ddof=1), 1, rtol=1e-12)
    # A departure of 1 K is one of 1 °C.
    np.testing.assert_allclose(convert_field(plain, "degC"), plain)


def test_normals_that_lack_a_month_are_refused():
    normal = periods.climatology(days(np.ones(31)), "month")
    with pytest.raises(InvalidRecord, match=r"lacks month \[2\]"):
        periods.anomalies(days(np.ones(59)), normal, standardised=False)


@given(st.lists(st.booleans(), min_size=1, max_size=60))
def test_lengths_of_spells_add_up_to_the_steps(truth):
    lengths = spells.lengths_of(np.array(truth)[:, None])
    assert lengths.sum() == sum(truth)
    text = "".join("x" if each else " " for each in truth)
    assert sorted(lengths[lengths > 0].tolist()) == sorted(len(run) for run in text.split())


def test_defect_15_events_are_spells_not_cell_steps():
    # Two spells, of 3 and 2 days; the single day does not last.
    result = spells.events(days([0, 5, 5, 5, 0, 5, 0, 5, 5]), ">", 1.0, 2)
    assert (int(result["events"]), int(result["steps_in_events"]), int(result["longest"])) == (2, 5, 3)
    assert float(result["mean_length"]) == 2.5


def test_a_missing_step_ends_a_spell():
    assert int(spells.events(days([5, 5, np.nan, 5, 5]), ">", 1.0, 3)["events"]) == 0
    assert np.isnan(spells.events(days([np.nan] * 3), ">", 1.0, 1)["events"])


def test_a_gap_in_time_ends_a_spell():
    # Two summers of warm days: 31 August and the next 1 June do not meet.
    warm = days(np.full(730, 5.0))
    summers = warm.isel(time=np.flatnonzero(np.isin(warm["time"].dt.month.values, (6, 7, 8))))
    result = spells.events(summers, ">", 1.0, 1)
    assert (int(result["events"]), int(result["longest"])) == (2, 92)
    assert result["events_per_year"].values.tolist() == [1, 1]
    assert [length for *_, length in spells.series_spells(summers > 1, 1)] == [92, 92]
    assert not spells.in_spells(summers > 1, 93).any()


def test_steps_in_spells_are_those_of_long_ones():
    truth = days([0, 1, 1, 0, 1, 1, 1]) > 0
    assert spells.in_spells(truth, 3).values.tolist() == [False, False, False, False, True, True, True]


def test_a_window_agrees_with_the_values_it_holds():
    draw = np.random.default_rng(2)
    values = days(280 + draw.normal(size=1461))
    values[100:140] = np.nan
    normal = periods.climatology(values, "day of year", 15)
    numbers = periods.cycle_numbers(values, "day of year")
    near = values.values[np.abs(numbers - 120) <= 7]
    near = near[np.isfinite(near)]
    chosen = normal.sel(day_of_year=120)
    assert chosen["mean"].item() == pytest.approx(near.mean(), rel=1e-12)
    assert chosen["standard_deviation"].item() == pytest.approx(near.std(ddof=1), rel=1e-9)
    assert chosen["count"].item() == len(near)


def test_a_month_of_each_year_is_a_season_though_all_days_between_are_listed():
    times = xr.date_range("2031-01-01", "2042-12-31", freq="D")
    july = xr.DataArray(np.where(times.month == 7, 1.0, np.nan), {"time": times}, ("time",), attrs={"units": "degC"})
    assert periods.is_of_a_season(july)
    assert periods.whole_years(july).all()
    assert not periods.is_of_a_season(july.fillna(0.0))
