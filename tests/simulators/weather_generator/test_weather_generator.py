"""Daily weather that fits monthly values: exact if requested, otherwise like real weather, the same for one seed."""

import csv
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared import SHARED

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.weather_generator.engine import generate, simulator
from mesocosm.simulators.weather_generator.fitting import monthly_inputs
from mesocosm.simulators.weather_generator.inputs import WeatherGenerator
from mesocosm.simulators.weather_generator.radiation import bristow_campbell, hargreaves

WOOLPIT = SHARED / "data" / "real" / "climate" / "cmip6_woolpit_daily"
HISTORICAL = WOOLPIT / "CanESM5_historical_1995_2014_52.22057_0.8847.csv"


def run(seed=0, **changes):
    return simulator.run({**simulator.example, **changes}, seed=seed, limits=RunLimits())


def columns(result):
    low, high, rain, radiation = np.array([row[1:] for row in result.tables[0].rows]).T
    months = np.array([int(row[0][5:7]) for row in result.tables[0].rows])
    return months, low, high, rain, radiation


def many_years(years, **changes):
    """Return the example's year repeated, with the chances of the first year."""
    example = simulator.example | changes
    repeated = {name: value * years if isinstance(value, list) else value for name, value in example.items()}
    months = [f"{1900 + year}-{month:02d}" for year in range(years) for month in range(1, 13)]
    return read_inputs(WeatherGenerator, repeated | {"month": months})


# --- monthly values --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 7])
def test_sums_and_means_of_each_month_come_out(seed):
    months, low, high, rain, _ = columns(run(seed))
    for place, month in enumerate(range(1, 13)):
        mine = months == month
        assert rain[mine].sum() == pytest.approx(simulator.example["rain_mm"][place], abs=1e-4)
        assert low[mine].mean() == pytest.approx(simulator.example["tmin_c"][place], abs=1e-5)
        assert high[mine].mean() == pytest.approx(simulator.example["tmax_c"][place], abs=1e-5)


def test_on_average_sums_and_means_come_out_in_the_mean():
    asked = many_years(60, preserve="in_the_mean")
    low, high, rain, _ = generate(asked, 1)
    # Sixty years of a sum whose yearly standard deviation is some 110 mm leave 14 mm; means of days leave 0.05 K.
    assert rain.sum() / 60 == pytest.approx(sum(simulator.example["rain_mm"]), abs=45)
    assert low.mean() == pytest.approx(np.repeat(asked.tmin_c, asked.lengths).mean(), abs=0.15)
    assert high.mean() == pytest.approx(np.repeat(asked.tmax_c, asked.lengths).mean(), abs=0.2)


def test_wet_days_and_persistence_are_those_asked_for():
    asked = many_years(60, wet_persistence=[0.5] * 12)
    wet = generate(asked, 2)[2] > 0
    assert wet.sum() / 60 == pytest.approx(sum(simulator.example["wet_days"]), rel=0.04)
    assert wet[1:][wet[:-1]].mean() - wet[1:][~wet[:-1]].mean() == pytest.approx(0.5, abs=0.03)


def test_deviations_and_cooling_are_those_asked_for():
    asked = many_years(60, tmax_sd_c=[4.0] * 12, wet_day_cooling_c=[5.0] * 12, preserve="in_the_mean")
    low, high, rain, _ = generate(asked, 3)
    assert (high - low).min() >= 0.2 - 1e-9
    july = np.array([day.month == 7 for day in _days(asked)])
    assert high[july & (rain == 0)].mean() - high[july & (rain > 0)].mean() == pytest.approx(5, abs=0.6)
    assert high[july & (rain == 0)].std() == pytest.approx(4, abs=0.5)


def _days(asked):
    from mesocosm.simulators.weather_generator.temperature import days_of

    return days_of(asked)


@settings(max_examples=60, deadline=None)
@given(
    st.floats(0, 600), st.floats(0.5, 28), st.floats(-20, 25), st.floats(0.3, 20), st.integers(0, 10_000),
    st.floats(0.05, 3),
)  # fmt: skip
def test_any_month_keeps_its_values(rain, wet, low, span, seed, threshold):
    asked = {"latitude": 10.0, "month": ["2025-02"], "tmin_c": [low], "tmax_c": [low + span]}
    result = simulator.run(
        asked | {"rain_mm": [rain], "wet_days": [wet], "wet_threshold_mm": threshold}, seed=seed, limits=RunLimits()
    )
    _, lowest, highest, amounts, radiation = columns(result)
    assert amounts.sum() == pytest.approx(rain, abs=1e-4)
    assert lowest.mean() == pytest.approx(low, abs=1e-5)
    assert highest.mean() == pytest.approx(low + span, abs=1e-5)
    assert (highest > lowest).all()
    assert (radiation >= 0).all()
    assert rain < threshold or amounts[amounts > 0].min() >= threshold - 1e-6


def test_a_month_without_rain_stays_dry():
    rain = [0.0] + simulator.example["rain_mm"][1:]
    months, *_, amounts, _ = columns(run(rain_mm=rain))
    assert amounts[months == 1].sum() == 0


# --- radiation -------------------------------------------------------------------------------------------------------


def test_hargreaves_is_that_of_fao_56():
    # FAO 56, example 15: Lyon in July, Ra 40.6, 26.6 and 14.8 °C, 0.16 gives 22.3 MJ/(m² day).
    assert hargreaves(np.array([40.6]), np.array([11.8]), 0.16)[0] == pytest.approx(22.3, abs=0.05)


def test_bristow_and_campbell_worked_by_hand():
    # b = 0.036 exp(-1.54) = 0.0077177; 0.7 (1 - exp(-b 10^2.4)) of 40; on a wet day the range counts 0.75 times.
    above, span = np.array([40.0, 40.0]), np.array([10.0, 10.0])
    ours = bristow_campbell(above, span, np.array([10.0, 10.0]), np.array([False, True]))
    assert ours[0] == pytest.approx(28 * (1 - np.exp(-0.0077177 * 251.1886)), rel=1e-4)
    assert ours[1] == pytest.approx(28 * (1 - np.exp(-0.0077177 * 251.1886 * 0.75**2.4)), rel=1e-4)
    assert "radiation_mean" in run(radiation="bristow_campbell").values


# --- like real weather -----------------------------------------------------------------------------------------------


def spells(wet):
    edges = np.flatnonzero(np.diff(np.concatenate([[0], wet.astype(int), [0]])))
    return (edges[1::2] - edges[::2]).mean()


@pytest.mark.fidelity
@pytest.mark.skipif(not HISTORICAL.is_file(), reason=f"needs the daily series {HISTORICAL}")
def test_twenty_years_are_like_those_they_were_fitted_to():
    with HISTORICAL.open() as file:
        rows = list(csv.DictReader(file))
    days = [date.fromisoformat(row["Date"]) for row in rows]
    low, high, rain = (np.array([float(row[n]) for row in rows]) for n in ("MinTemp", "MaxTemp", "Precipitation"))
    fitted = monthly_inputs(days, tmin_c=low, tmax_c=high, rain_mm=rain, wet_threshold_mm=1.0)
    lows, highs, rains, _ = generate(read_inputs(WeatherGenerator, fitted | {"latitude": 52.2}), 0)
    wet, wets = rain >= 1, rains >= 1
    assert wets.mean() == pytest.approx(wet.mean(), abs=0.02)
    assert spells(wets) == pytest.approx(spells(wet), rel=0.08)
    assert spells(~wets) == pytest.approx(spells(~wet), rel=0.08)
    assert np.percentile(rains[wets], 95) == pytest.approx(np.percentile(rain[wet], 95), rel=0.10)
    assert (highs.std(), lows.std()) == (pytest.approx(high.std(), rel=0.03), pytest.approx(low.std(), rel=0.03))
    months = np.array([day.month for day in days])
    persistence = [lag_one(column, months) for column in (high, highs)]
    assert persistence[1] == pytest.approx(persistence[0], abs=0.08)


def lag_one(values, months):
    means = np.array([values[months == month].mean() for month in range(1, 13)])
    anomalies = values - means[months - 1]
    return np.corrcoef(anomalies[1:], anomalies[:-1])[0, 1]


def test_fitting_finds_the_chain_it_came_from():
    asked = many_years(40, wet_persistence=[0.4] * 12, rain_shape=[0.8] * 12, tmax_sd_c=[4.0] * 12)
    low, high, rain, _ = generate(asked, 5)
    back = monthly_inputs(_days(asked), tmin_c=low, tmax_c=high, rain_mm=rain)
    assert np.mean(back["wet_persistence"]) == pytest.approx(0.4, abs=0.04)
    assert np.mean(back["rain_shape"]) == pytest.approx(0.8, abs=0.12)
    assert np.mean(back["wet_day_cooling_c"]) == pytest.approx(2.0, abs=0.4)


def test_fitting_refuses_a_short_series():
    days = [date(2025, 1, 1) + timedelta(days=n) for n in range(365)]
    with pytest.raises(InvalidRecord, match="days must cover 3 years at least"):
        monthly_inputs(days, tmin_c=[0.0] * 365, tmax_c=[1.0] * 365, rain_mm=[0.0] * 365)


# --- seeds and inputs ------------------------------------------------------------------------------------------------


def test_one_seed_gives_the_same_bytes_alone_and_eight_at_once_and_another_seed_others():
    def bytes_of(seed):
        return run(seed).model_copy(update={"runtime_s": 0.0}).fingerprint()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(bytes_of, [4] * 8)) == {bytes_of(4)}
    assert bytes_of(5) != bytes_of(4)


def test_default_values_are_listed_in_warnings():
    engine = registry.load("simulators", "weather_generator")
    warnings = engine.run(engine.example, seed=0, limits=RunLimits()).warnings
    assert "wet_persistence is not given; taken: 0.25 (Geng et al. 1986)" in warnings
    assert len(warnings) == 5


YEAR = simulator.example


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tmin_c": [280.0] * 12}, "tmin_c: must be in °C, and 280 looks like kelvin"),
        ({"tmax_c": [-10.0] * 12}, "tmax_c must exceed tmin_c by 0.2 K, got -10 and -3 in 2025-01"),
        ({"rain_mm": [float("nan")] * 12}, "rain_mm.0: .*got nan"),
        ({"rain_mm": [1.0]}, "rain_mm has 1 values and month has 12"),
        ({"wet_days": [30.0] * 12}, "wet_days must be at most 28 in 2025-02, got 30"),
        ({"wet_days": [0.0] * 12}, "wet_days must be above 0 in 2025-01, as rain_mm is 55"),
        ({"month": ["2025-13"] * 12}, "month must be as 2025-04, from 1500 to 2499, got '2025-13'"),
        ({"month": ["2025-01", "2025-03"] * 6}, "month by month; 2025-03 follows 2025-01"),
        ({"month": ["2025-01"] * 3601}, "month: .*at most 3600"),
        ({"month": []}, "month: .*at least 1"),
        ({"radiation": "angstrom"}, "radiation: .*'hargreaves' or 'bristow_campbell'"),
        ({"rainmm": [1.0]}, "rainmm is not an input; did you mean rain_mm"),
    ],
)
def test_bad_inputs_are_refused_with_their_field(changes, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate(YEAR | changes)
