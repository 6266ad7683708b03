"""Calibration: fits a synthetic catchment, recovers a few parameters, and reports problems of its files."""

from datetime import date

import numpy as np
import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.river_routing.calibration import (
    CalibrationPlan,
    calibrate,
    calibrated_inputs,
    observed_reach,
)
from mesocosm.simulators.river_routing.inputs import RiverInputs
from mesocosm.simulators.river_routing.observations import kling_gupta, nash_sutcliffe, read_observed, scores
from mesocosm.simulators.river_routing.parameter_sets import Members
from mesocosm.simulators.river_routing.routing import route

pytest.importorskip("scipy", reason="pip install 'mesocosm[science]'")
DAYS = 330
TRUTH = {"soil_water_mm": 120.0, "beta": 2.5, "quick_share": 0.2, "slow_share": 0.02}
RANGES = {
    "soil_water_mm": (30.0, 400.0),
    "beta": (0.5, 6.0),
    "quick_share": (0.03, 0.7),
    "slow_share": (0.001, 0.15),
}


def catchment(parameters=None, days=DAYS, length_km=0.0):
    """Return a temperate catchment of 500 km² with invented weather: rain on every third day, two seasons."""
    chance = np.random.default_rng(5)
    rain = np.where(chance.random(days) < 0.35, chance.exponential(9.0, days), 0.0).round(1)
    season = np.sin(2 * np.pi * np.arange(days) / 365)
    columns = {"precipitation_mm": rain, "temperature_c": 12 + 6 * season, "reference_evaporation_mm": 2 + 1.5 * season}
    reach = {
        "id": "a",
        "length_km": length_km,
        "bankfull_m3_s": 500,
        "catchment_km2": 500,
        "soil": "loam",
        "cover": "grass",
    }
    return {
        "first_day": "2001-01-01",
        "reaches": [reach],
        "weather": {name: {"a": series.round(3).tolist()} for name, series in columns.items()},
        "parameters": parameters or {},
    }


def read(inputs):
    return RiverInputs.model_validate(inputs)


def discharge(inputs):
    return route(read(inputs)).outflow[:, 0] / 100 / 86400


def test_the_parameters_of_a_synthetic_catchment_are_found_again():
    # Its own discharge is a perfect fit. Soil and power make up for each other: they are held to a tenth, the shares of
    # the stores, which recessions tell apart, to a twentieth.
    plan = CalibrationPlan(warm_up_days=60, generations=30, objective="nse", members=6)
    found = calibrate(read(catchment()), discharge(catchment(TRUTH)), plan, ranges=RANGES)
    for name, tolerance in {"soil_water_mm": 0.1, "beta": 0.1, "quick_share": 0.05, "slow_share": 0.05}.items():
        assert found.parameters[name] == pytest.approx(TRUTH[name], rel=tolerance)
    assert found.after["validation"]["nse"] > 0.99
    assert found.after["validation"]["nse"] > found.before["validation"]["nse"]
    again = calibrated_inputs(catchment(), found.parameters)
    assert scores(discharge(again)[60:], discharge(catchment(TRUTH))[60:])["nse"] > 0.99


def test_only_what_is_to_be_sought_is_sought():
    given = catchment({"slow_share": 0.03, "percolation_mm_d": 1.0}, days=120, length_km=20) | {"wave_speed_m_s": 0.8}
    plan = CalibrationPlan(warm_up_days=30, generations=1, seek=("beta", "slow_share"))
    seen = discharge(catchment(TRUTH, days=120, length_km=20))
    found = calibrate(read(given), seen, plan)
    assert (set(found.parameters), found.replaced) == ({"beta", "slow_share"}, {"slow_share": 0.03})
    assert found.before["calibration"] == pytest.approx(scores(discharge(given)[30:91], seen[30:91]), abs=1e-6)
    again = calibrated_inputs(given, found.parameters)
    assert (again["parameters"]["percolation_mm_d"], again["wave_speed_m_s"]) == (1.0, 0.8)


@pytest.mark.parametrize(
    ("seek", "message"),
    [
        (
            "bet",
            r"seek must name parameters that can be calibrated here, got bet; did you mean beta\?; "
            "known: soil_water_mm, beta, .*",
        ),
        ("sealed_share", "got sealed_share; did you mean slow_share or spill_share.; known: soil"),
        ("wave_speed_m_s", "got wave_speed_m_s; known: soil_water_mm, .*snow_below_c$"),
        (
            "spill_share",
            "spill_share has no effect without spill_above_mm: calibrate both, or give spill_above_mm in parameters",
        ),
    ],
)
def test_parameters_that_cannot_be_calibrated_are_refused(seek, message):
    with pytest.raises(InvalidRecord, match=message):
        calibrate(read(catchment()), np.ones(DAYS), CalibrationPlan(warm_up_days=30, seek=(seek,)))


def test_half_of_a_spill_is_sought_where_the_other_half_is_given():
    spilling = {"spill_above_mm": 10.0, "spill_share": 0.2}
    plan = CalibrationPlan(warm_up_days=30, generations=1, seek=("spill_share",))
    found = calibrate(read(catchment(spilling, days=120)), discharge(catchment(TRUTH, days=120)), plan)
    again = calibrated_inputs(catchment(spilling, days=120), found.parameters)
    assert again["parameters"] == {"spill_above_mm": 10.0} | found.parameters


def test_the_result_says_whether_the_search_converged():
    # Eight sets of one parameter soon fit alike; a single generation is too few for them.
    for generations, converged in ((1, False), (60, True)):
        plan = CalibrationPlan(warm_up_days=30, generations=generations, seek=("beta",), objective="nse")
        found = calibrate(read(catchment(days=120)), discharge(catchment(TRUTH, days=120)), plan)
        assert (found.converged, found.generations < 60) == (converged, True)
        assert found.runs == 8 * (found.generations + 1)


def test_where_all_parameters_are_sought_others_fit_about_as_well():
    # Grass evaporates 0.85 of the reference, and its soil gives freely above a wetness of 0.75.
    plan = CalibrationPlan(warm_up_days=60, generations=20, objective="nse")
    found = calibrate(read(catchment()), discharge(catchment(TRUTH)), plan)
    truth = TRUTH | {"evaporation_factor": 0.85, "free_wetness": 0.75}
    assert found.after["validation"]["nse"] > 0.98
    assert max(abs(found.parameters[name] / value - 1) for name, value in truth.items()) > 0.05


def test_the_validation_period_does_not_move_what_is_found():
    plan = CalibrationPlan(warm_up_days=30, validation_share=0.5, generations=2)
    seen = discharge(catchment(TRUTH, days=200))
    other = np.concatenate([seen[:115], seen[115:] * 3])  # 30 + 170 / 2 days are calibrated on
    first, second = (calibrate(read(catchment(days=200)), flow, plan, ranges=RANGES) for flow in (seen, other))
    assert first.parameters == second.parameters
    assert first.after["validation"] != second.after["validation"]


def test_runs_are_sets_of_parameters_and_not_generations():
    # 5 sets for each of 4 parameters are rounded up to 32, a power of 2; the first 32 are followed by two generations.
    plan = CalibrationPlan(warm_up_days=30, generations=2)
    found = calibrate(read(catchment(days=120)), discharge(catchment(TRUTH, days=120)), plan, ranges=RANGES)
    assert found.runs == 32 * 3


def test_many_members_are_run_as_each_would_be_alone():
    values = {"beta": [1.0, 3.0], "snow_below_c": [-1.0, 5.0], "wave_speed_m_s": [0.5, 2.0]}
    members = Members(read(catchment(days=80, length_km=40)), "a")
    together = members.discharge({name: np.array(numbers) for name, numbers in values.items()})
    for number in range(2):
        alone = {name: numbers[number] for name, numbers in values.items()}
        inputs = calibrated_inputs(catchment(days=80, length_km=40), alone)
        assert together[:, number] == pytest.approx(discharge(inputs), abs=1e-9)


def test_speeds_that_a_reach_has_of_its_own_stay_as_they_are():
    # With 0.2 m/s in the river, the 0.4 m/s over the banks of "a" would outrun the wave within them: it is cut.
    inputs = river_of_three()
    found = {"wave_speed_m_s": 0.2}
    made = Members(read(inputs), "c").discharge({"wave_speed_m_s": np.array([0.2])})[:, 0]
    again = calibrated_inputs(inputs, found)
    speeds = [[one.get(name) for name in ("wave_speed_m_s", "overbank_wave_speed_m_s")] for one in again["reaches"]]
    assert speeds == [[None, 0.2], [1.5, 0.4], [None, None]]
    assert made == pytest.approx(route(read(again)).outflow[:, 2] / 100 / 86400, abs=1e-9)


def river_of_three():
    """Return reaches of 60 km with low banks: two have their own overbank speed, the second one also its own speed
    within.
    """
    one = catchment(days=80, length_km=60)["reaches"][0] | {"bankfull_m3_s": 10}
    own = {"overbank_wave_speed_m_s": 0.4}
    reaches = [one | own | {"flows_to": "b"}, one | own | {"id": "b", "flows_to": "c", "wave_speed_m_s": 1.5}]
    weather = {name: dict.fromkeys("abc", column["a"]) for name, column in catchment(days=80)["weather"].items()}
    return catchment(days=80) | {"reaches": [*reaches, one | {"id": "c"}], "weather": weather}


def test_scores_are_those_of_their_papers():
    # Observed 1, 2, 3: simulated 2, 3, 4 has r = 1, equal spread and 3 / 2 of the mean: KGE 1 - 1/2; NSE 1 - 3 / 2.
    seen = np.array([1.0, 2.0, 3.0])
    made = np.array([[2.0, 1.0], [3.0, 2.0], [4.0, 3.0]])
    assert kling_gupta(made, seen) == pytest.approx([0.5, 1.0])
    assert nash_sutcliffe(made, seen) == pytest.approx([-0.5, 1.0])


def test_observed_days_are_laid_on_those_of_the_run():
    lines = ["date,m3_s", "1999-12-31,9", *(f"2000-01-{day:02d},{day}" for day in range(1, 32)), "2000-02-01,"]
    flow = read_observed("\n".join(lines), date(2000, 1, 1), 40)
    assert flow[:3].tolist() == [1.0, 2.0, 3.0]
    assert np.isnan(flow[31:]).all()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("May,3", "line 2 must begin with a date such as 2001-05-01, got 'May'"),
        ("2000-01-01,wet", "line 2 must hold a discharge in m³/s, got 'wet'"),
        ("2000-01-01,-3", "line 2 must hold a discharge of 0 m³/s or more, got -3"),
        ("2000-01-01,3", "must cover 30 days of the run from 2000-01-01 on, covers 1"),
    ],
)
def test_bad_lines_of_a_file_are_refused(line, message):
    with pytest.raises(InvalidRecord, match=message):
        read_observed(f"date,flow\n{line}\n", date(2000, 1, 1), 40)


def test_inputs_that_cannot_be_calibrated_are_refused():
    seen = np.ones(DAYS)
    with pytest.raises(InvalidRecord, match="calibration needs 30 observed days, and 0 are left"):
        calibrate(read(catchment()), seen, CalibrationPlan(warm_up_days=900))
    runoff = {"first_day": "2001-01-01", "reaches": catchment()["reaches"], "runoff_mm": {"a": [1.0] * DAYS}}
    with pytest.raises(InvalidRecord, match="weather must be given"):
        calibrate(read(runoff), seen, CalibrationPlan())
    with pytest.raises(InvalidRecord, match="reach must be a reach of the river, got b"):
        observed_reach(read(catchment()), "b")
