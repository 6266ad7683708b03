"""Attributable cases worked by hand, from published summaries, and properties for any exposure."""

import math
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.exposure_response.engine import simulator
from mesocosm.simulators.exposure_response.functions import FUNCTIONS
from mesocosm.simulators.simulator import RunLimits

YEAR = {
    "function": "pm25_mortality_hrapie",
    "exposure_unit": "ug/m3",
    "step": "year",
    "date": ["2024-01-01"],
    "exposure": [25.0],
    "baseline_rate_per_100000_year": 1000.0,
    "population": 500_000,
}
HOCKEY = {
    "shape": "linear",
    "relative_risk": 1.02,
    "lower": 1.01,
    "upper": 1.03,
    "per": 1.0,
    "exposure_unit": "°C",
    "threshold": 25.0,
}
HEAT = {
    "function": HOCKEY,
    "exposure_unit": "°C",
    "step": "day",
    "date": ["2025-07-01", "2025-07-02", "2025-07-03"],
    "exposure": [20.0, 30.0, 35.0],
    "baseline_cases": [100.0, 100.0, 100.0],
}


def run(inputs, **changes):
    return simulator.run({**inputs, **changes}, seed=0, limits=RunLimits())


def magnitudes(result):
    return {name: value.magnitude for name, value in result.values.items()}


def test_exposures_above_those_of_the_fit_are_counted():
    named = HEAT | {"function": "heat_mortality_mediterranean", "exposure": [35.0, 40.0, 45.0]}
    words = "1 of 3 exposures are above 40 °C, the highest to which the function was fitted: there it is extrapolated"
    assert words in run(named).warnings
    own = HEAT | {"function": HOCKEY | {"fitted_up_to": 34.0}}
    assert any(warning.startswith("1 of 3 exposures are above 34 °C") for warning in run(own).warnings)
    assert not any("extrapolated" in warning for warning in run(HEAT).warnings)


def test_log_linear_cases_worked_by_hand():
    # 5000 deaths a year; RR = 1.062^2.5, fraction 1 - 1.062^-2.5 = 0.139623; lower 1.040, upper 1.083.
    values = magnitudes(run(YEAR))
    assert values["expected_cases"] == 5000
    assert values["attributable_cases"] == pytest.approx(5000 * (1 - 1.062**-2.5), rel=1e-8)
    assert values["attributable_fraction_lower"] == pytest.approx(1 - 1.040**-2.5, rel=1e-8)
    assert values["attributable_fraction_upper"] == pytest.approx(1 - 1.083**-2.5, rel=1e-8)
    assert values["attributable_rate_per_100000"] == pytest.approx(1000 * 0.139623, rel=1e-5)


def test_a_counterfactual_counts_only_what_lies_above_it():
    # Ten of the 25 µg/m³ are left: (RR25 - RR10) / RR25 = 1 - 1.062^-1.5.
    assert magnitudes(run(YEAR, counterfactual=10.0))["attributable_fraction"] == pytest.approx(1 - 1.062**-1.5)
    assert magnitudes(run(YEAR, counterfactual=30.0))["attributable_cases"] == 0


def test_a_hockey_stick_worked_by_hand():
    # 5 and 10 degrees above 25: RR 1.10 and 1.20, fractions 1/11 and 1/6 of a hundred cases each.
    result = run(HEAT)
    assert [row[5] for row in result.tables[0].rows] == pytest.approx([0, 100 / 11, 100 / 6], rel=1e-8)
    assert magnitudes(result)["attributable_cases"] == pytest.approx(100 / 11 + 100 / 6, rel=1e-8)


def test_lags_worked_by_hand():
    # Half today, half tomorrow: the second day has 2.5 degrees, the third 7.5; the first is not known.
    result = run(HEAT, lag_weights=[0.5, 0.5])
    assert [row[3] for row in result.tables[0].rows] == [None, pytest.approx(1.05), pytest.approx(1.15)]
    assert magnitudes(result)["expected_cases"] == 200
    assert "the first 1 rows are left out: their lags reach before the series" in result.warnings


@pytest.mark.parametrize("year", [2023, 2024])
def test_a_yearly_rate_is_the_same_by_day_month_and_year(year):
    """A constant exposure gives the year's cases with any time step, because each row has only its part of the year."""
    from datetime import date, timedelta

    days = [date(year, 1, 1) + timedelta(days=n) for n in range(366 if year == 2024 else 365)]
    months = [date(year, month, 1) for month in range(1, 13)]
    yearly = magnitudes(run(YEAR, date=[f"{year}-01-01"]))
    for step, rows in (("day", days), ("month", months)):
        parts = magnitudes(run(YEAR, step=step, date=[str(row) for row in rows], exposure=[25.0] * len(rows)))
        assert parts["expected_cases"] == pytest.approx(5000, rel=1e-9)
        assert parts["attributable_cases"] == pytest.approx(yearly["attributable_cases"], rel=1e-8)
        assert parts["attributable_rate_per_100000"] == pytest.approx(yearly["attributable_rate_per_100000"], rel=1e-8)


def test_half_a_year_is_half_a_year():
    half = [f"2023-{month:02d}-01" for month in range(1, 7)]
    values = magnitudes(run(YEAR, step="month", date=half, exposure=[25.0] * 6))
    assert values["expected_cases"] == pytest.approx(5000 * 181 / 365, rel=1e-8)


def test_every_published_function_runs_and_names_its_source():
    for name, function in FUNCTIONS.items():
        result = run(YEAR, function=name, exposure_unit=function.exposure_unit, exposure=[function.threshold + 10])
        assert any(line.startswith("function: ") and len(line) > 40 for line in result.warnings)
        cases = [result.values[f"attributable_cases{end}"].magnitude for end in ("_lower", "", "_upper")]
        assert 0 < cases[0] < cases[1] < cases[2]


def test_nothing_below_the_threshold():
    values = magnitudes(run(YEAR, function="no2_mortality_hrapie", exposure=[20.0]))
    assert (values["attributable_cases"], values["attributable_cases_upper"]) == (0, 0)


# --- what must hold for any exposure ---------------------------------------------------------------------------------

exposures = st.lists(st.floats(0, 200), min_size=3, max_size=3)


@settings(max_examples=100, deadline=None)
@given(exposures, st.lists(st.floats(0, 50), min_size=3, max_size=3), st.sampled_from(["log_linear", "linear"]))
def test_more_exposure_is_never_fewer_cases(exposure, more, shape):
    inputs = HEAT | {"function": HOCKEY | {"shape": shape, "exposure_unit": "µg/m³"}, "exposure_unit": "µg/m³"}
    less = magnitudes(run(inputs, exposure=exposure))
    greater = magnitudes(run(inputs, exposure=[a + b for a, b in zip(exposure, more, strict=True)]))
    assert greater["attributable_cases"] >= less["attributable_cases"] - 1e-9
    assert less["attributable_cases"] <= less["expected_cases"]
    assert less["attributable_cases_lower"] <= less["attributable_cases"] <= less["attributable_cases_upper"]


@settings(max_examples=50, deadline=None)
@given(st.floats(0, 60), st.integers(1, 3))
def test_lags_do_not_change_a_constant_exposure(level, lags):
    constant = HEAT | {"exposure": [level] * 3}
    spread = magnitudes(run(constant, lag_weights=[1 / lags] * lags))
    assert spread["attributable_fraction"] == pytest.approx(
        magnitudes(run(constant))["attributable_fraction"], abs=1e-9
    )


# --- inputs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (YEAR | {"function": "pm25_mortality_hrapi"}, "function.*did you mean pm25_mortality_hrapie"),
        (YEAR | {"exposure_unit": "mg/m3"}, "exposure_unit must be 'µg/m³', that of the function, got 'mg/m3'"),
        (YEAR | {"exposure": [-3.0]}, "exposure must not be negative for a concentration, got -3"),
        (YEAR | {"exposure": [math.nan]}, "exposure.0: .*got nan"),
        (YEAR | {"exposure": [1.0, 2.0]}, "exposure has 2 values and date has 1"),
        (YEAR | {"population": None}, "baseline_cases is missing, or baseline_rate_per_100000_year and population"),
        (YEAR | {"baseline_cases": [1.0]}, "and not both"),
        (YEAR | {"population": -5}, "population: .*greater than 0, got -5"),
        (YEAR | {"date": ["2024-02-01"]}, "date must be the first day of its year, got 2024-02-01"),
        (HEAT | {"date": ["2025-07-01", "2025-07-03", "2025-07-04"]}, "day by day; 2025-07-03 follows 2025-07-01"),
        (HEAT | {"exposure": [300.0, 301.0, 302.0]}, "exposure must lie in .* got 300; 300 looks like kelvin"),
        (
            HEAT | {"exposure": [30.0, 80.0, 30.0]},
            r"exposure must lie in \[-100, 65\] °C, .* got 80",
        ),
        (HEAT | {"counterfactual": 80.0}, r"counterfactual must lie in \[-100, 65\] °C, .* got 80"),
        (HEAT | {"lag_weights": [0.5, 0.2]}, "lag_weights must add up to 1, got 0.7"),
        (HEAT | {"lag_weights": [0.25] * 4}, "lag_weights has 4 lags, and exposure only 3 rows"),
        (HEAT | {"function": HOCKEY | {"lower": 1.5}}, "relative_risk must lie between lower and upper"),
        (HEAT | {"function": HOCKEY | {"lower": 0.9}}, "lower must be at least 1 for a linear function"),
        (HEAT | {"step": "week"}, "step: .*'day', 'month' or 'year'"),
    ],
)
def test_bad_inputs_are_refused_with_their_field(inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate(inputs)


def test_the_registry_finds_it_and_eight_at_once_give_the_same_bytes():
    engine = registry.load("simulators", "exposure_response")

    def bytes_of(_):
        return run(engine.example).model_copy(update={"runtime_s": 0.0}).fingerprint()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(bytes_of, range(8))) == {bytes_of(0)}
