"""UTCI, WBGT and the heat index against published tables, and properties for any weather."""

import json
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared import SHARED

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.heat_stress.categories import categories, heat_bounds
from mesocosm.simulators.heat_stress.engine import simulator
from mesocosm.simulators.heat_stress.heat_index import heat_index_c
from mesocosm.simulators.heat_stress.thermal_indices import thermal_indices
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.inputs import read_inputs

pytest.importorskip("thermofeel", reason="needs thermofeel: pip install 'mesocosm[thermal]'")
VECTORS = SHARED / "data" / "real" / "thermal" / "validation_tables" / "ts_utci.json"


def run(**inputs):
    return simulator.run(inputs, seed=0, limits=RunLimits())


def utci(temperature, radiant, wind, humidity):
    columns = {
        "temperature_c": [temperature],
        "mean_radiant_temperature_c": [radiant],
        "wind_speed_10m_m_s": [wind],
        "relative_humidity_percent": [humidity],
    }
    return thermal_indices(["utci"], {name: np.array(column) for name, column in columns.items()})["utci"][0]


# --- against published numbers ---------------------------------------------------------------------------------------


def in_metric(inputs):
    if inputs.get("units") != "ip":
        return inputs["tdb"], inputs["tr"], inputs["v"], inputs["rh"]
    return (inputs["tdb"] - 32) / 1.8, (inputs["tr"] - 32) / 1.8, inputs["v"] * 0.3048, inputs["rh"]


def states():
    """Yield each state of the table with its UTCI and category; a case may hold several."""
    for case in json.loads(VECTORS.read_text())["data"]:
        inputs, outputs = case["inputs"], case["outputs"]
        names = [name for name in ("tdb", "tr", "v", "rh") if isinstance(inputs[name], list)]
        for place in range(len(inputs["tdb"]) if names else 1):
            state = inputs | {name: inputs[name][place] for name in names}
            wanted = [outputs.get(name) for name in ("utci", "stress_category")]
            yield state, *(value[place] if isinstance(value, list) else value for value in wanted)


@pytest.mark.fidelity
@pytest.mark.skipif(not VECTORS.is_file(), reason=f"needs {VECTORS}")
def test_utci_gives_the_published_vectors_within_a_tenth_of_a_kelvin():
    every = list(states())
    assert len(every) == 21
    for state, wanted, stress in every:
        value = utci(*in_metric(state))
        if wanted is None:
            assert math.isnan(value), state
            continue
        shown = value * 1.8 + 32 if state.get("units") == "ip" else value
        assert shown == pytest.approx(wanted, abs=0.1), state
        assert stress is None or categories("utci", np.array([value])) == [stress], state


@pytest.mark.parametrize(
    ("fahrenheit", "humidity", "chart"),
    # The National Weather Service's chart, in °F; it is drawn without the adjustment for humid air at 80 to 87 °F.
    [
        (80, 40, 80), (80, 60, 82), (86, 40, 85), (86, 60, 91), (86, 80, 100), (90, 40, 91), (90, 50, 95),
        (90, 70, 106), (90, 90, 122), (90, 100, 132), (96, 40, 101), (96, 50, 108), (96, 60, 116), (96, 70, 126),
        (100, 40, 109),
        (100, 50, 118), (100, 60, 129), (104, 50, 131), (110, 40, 136),
    ],
)  # fmt: skip
def test_the_heat_index_is_that_of_the_chart(fahrenheit, humidity, chart):
    value = heat_index_c(np.array([(fahrenheit - 32) / 1.8]), np.array([float(humidity)]))[0] * 1.8 + 32
    assert value == pytest.approx(chart, abs=0.8)  # the chart is in whole degrees


def test_adjustments_of_the_heat_index_worked_by_hand():
    # 95 °F at 5 %: the nine terms of the regression add up to 90.17678 by hand, less (13 - 5)/4 · sqrt(17/17) = 2.
    assert heat_index_c(np.array([35.0]), np.array([5.0]))[0] * 1.8 + 32 == pytest.approx(88.17678, abs=1e-4)
    # 85 °F at 95 %: they add up to 104.21232, and (95 - 85)/10 · (87 - 85)/5 = 0.4 more.
    assert heat_index_c(np.array([265 / 9]), np.array([95.0]))[0] * 1.8 + 32 == pytest.approx(104.61232, abs=1e-4)


def test_rows_beyond_what_the_heat_index_was_fitted_to_are_marked():
    result = run(temperature_c=[20.0, 35.0, 55.0], relative_humidity_percent=[50.0] * 3, indices=["heat_index"])
    assert result.warnings[0].startswith("heat_index: 2 of 3 rows have air outside 27 to 50 °C")
    table = result.tables[0]
    assert [row[table.headings.index("heat_index_in_range")] for row in table.rows] == ["no", "yes", "no"]


def test_the_heat_index_agrees_with_thermofeel_where_it_is_hot():
    import thermofeel

    draw = np.random.default_rng(1)
    kelvin, humidity = draw.uniform(301.0, 320.0, 500), draw.uniform(15, 100, 500)
    dew_point = thermofeel.calculate_dew_point_from_relative_humidity(humidity, kelvin)
    back = thermofeel.calculate_relative_humidity_percent(kelvin, dew_point)
    theirs = thermofeel.calculate_heat_index_adjusted(kelvin, dew_point) - 273.15
    assert heat_index_c(kelvin - 273.15, back) == pytest.approx(theirs, abs=1e-6)


@pytest.mark.parametrize(
    ("index", "value", "name"),
    [
        ("utci", -40.1, "extreme cold stress"),
        ("utci", 8.9, "slight cold stress"),
        ("utci", 26.0, "moderate heat stress"),
        ("utci", 46.5, "extreme heat stress"),
        ("heat_index", 26.0, "no category"),
        ("heat_index", 40.0, "danger"),
        ("wbgt_simple", 32.2, "black flag"),
    ],
)
def test_categories(index, value, name):
    assert categories(index, np.array([value, np.nan])) == [name, None]


def test_bounds_of_heat_begin_with_heat():
    assert heat_bounds("utci") == (26.0, 32.0, 38.0, 46.0)


# --- what must hold for any weather ----------------------------------------------------------------------------------

weather = {
    "temperature": st.floats(-20, 48),
    "rise": st.floats(0.01, 2),
    "excess": st.floats(-30, 60),
    "wind": st.floats(0.5, 17),
    "humidity": st.floats(5, 100),
}


@settings(max_examples=200, deadline=None)
@given(**weather)
def test_hotter_is_never_less_utci(temperature, rise, excess, wind, humidity):
    """Air and surroundings warm together; the polynomial falls only if radiation exceeds the air by nearly 70 K."""
    cool = utci(temperature, temperature + excess, wind, humidity)
    hot = utci(temperature + rise, temperature + rise + excess, wind, humidity)
    assert not hot < cool  # either may be unknown


@settings(max_examples=100, deadline=None)
@given(st.floats(27.5, 50), st.floats(0.01, 2), st.floats(1, 100))
def test_hotter_is_never_less_heat_index(temperature, rise, humidity):
    cool, hot = heat_index_c(np.array([temperature, temperature + rise]), np.array([humidity, humidity]))
    assert hot >= cool - 1e-9


@settings(max_examples=40, deadline=None)
@given(st.floats(10, 45), st.floats(0.05, 3), st.floats(5, 100), st.floats(0, 1000), st.floats(0, 10))
def test_hotter_is_never_less_wbgt(temperature, rise, humidity, sun, wind):
    columns = {
        "temperature_c": [temperature, temperature + rise],
        "relative_humidity_percent": [humidity] * 2,
        "wind_speed_10m_m_s": [wind] * 2,
        "pressure_hpa": [1000.0] * 2,
        "shortwave_w_m2": [sun] * 2,
        "direct_fraction": [0.6] * 2,
        "cos_solar_zenith": [0.8] * 2,
    }
    arrays = {name: np.array(column) for name, column in columns.items()}
    indices = thermal_indices(["wbgt_liljegren", "wbgt_simple"], arrays)
    for cool, hot in indices.values():
        assert not hot < cool  # either may be unknown


# --- inputs ----------------------------------------------------------------------------------------------------------

HOT = {"indices": ["heat_index"], "temperature_c": [35.0, 30.0], "relative_humidity_percent": [50.0, 60.0]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"temperature_c": [300.0, 301.0]}, "temperature_c: must be in °C, and 300 looks like kelvin"),
        ({"temperature_c": [35.0]}, "relative_humidity_percent has 2 values and temperature_c has 1"),
        ({"temperature_c": [35.0, float("nan")]}, "temperature_c.1: .*got nan"),
        ({"temperature_c": []}, "temperature_c: .*at least 1"),
        ({"temperature_c": [30.0] * 200_001}, "temperature_c: .*at most 200000"),
        ({"relative_humidity_percent": [50.0, 101.0]}, "relative_humidity_percent.1: .*less than or equal to 100"),
        ({"indices": ["utci"]}, "wind_speed_10m_m_s is missing; utci needs temperature_c, relative_humidity_percent"),
        ({"indices": ["uctl"]}, "indices.0: .*'utci', 'wbgt_liljegren'"),
        ({"temperatur_c": [1.0]}, "temperatur_c is not an input; did you mean temperature_c"),
        ({"step_hours": 0}, "step_hours: .*greater than 0"),
        ({"time": ["2026-07-01T00:00", "yesterday"]}, "time.1: .*got 'yesterday'"),
    ],
)
def test_bad_inputs_are_refused_with_their_field(changes, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate(HOT | changes)


def test_hours_above_thresholds_of_ones_own():
    values = run(**HOT, step_hours=3, above_c={"heat_index": [33.0, 60.0]}).values
    assert (values["heat_index_from_33_c"].magnitude, values["heat_index_from_33_c"].unit) == (3.0 * 1, "h")
    assert values["heat_index_from_60_c"].magnitude == 0


def test_a_column_of_zeros_is_weather():
    """0 °C is a temperature, not a missing value."""
    result = run(indices=["heat_index"], temperature_c=[0.0], relative_humidity_percent=[0.0])
    assert result.values["heat_index_highest"].magnitude == 0.0


def test_the_registry_finds_it_and_eight_at_once_give_the_same_bytes():
    engine = registry.load("simulators", "heat_stress")

    def result(_):
        return engine.run(engine.example, seed=1, limits=RunLimits()).model_copy(update={"runtime_s": 0.0})

    first = result(0)
    with ThreadPoolExecutor(8) as pool:
        assert all(other == first for other in pool.map(result, range(8)))
    assert first.engine.kind == "real"
    assert [row[0] for row in first.tables[0].rows] == list(range(24))
    assert sum(row[2] for row in first.tables[1].rows if row[0] == "utci") == 24


def test_weather_outside_the_range_of_utci_is_unknown_with_a_warning():
    result = run(
        indices=["utci"],
        temperature_c=[30.0, 30.0],
        relative_humidity_percent=[50.0, 50.0],
        wind_speed_10m_m_s=[1.0, 0.2],
        mean_radiant_temperature_c=[40.0, 40.0],
        time=["2026-07-01T12:00", "2026-07-01T13:00"],
    )
    assert result.values["utci_unknown"].magnitude == 1
    assert result.tables[0].rows[1] == ("2026-07-01T13:00:00", None, None)
    assert "utci is unknown in 1 of 2 rows: it needs air of -50 to 50 °C, wind of 0.5" in result.warnings[0]


def test_the_example_fits_its_record():
    from mesocosm.simulators.heat_stress.inputs import HeatStress

    assert len(read_inputs(HeatStress, simulator.example).temperature_c) == 24


def test_whole_numbers_are_numbers_and_texts_and_truth_values_are_not():
    weather = {"indices": ["heat_index"], "temperature_c": [35, 30.5], "relative_humidity_percent": [50, 60]}
    assert run(**weather).tables[0].rows == run(**weather | {"temperature_c": [35.0, 30.5]}).tables[0].rows
    for wrong in ("35", True, None):
        with pytest.raises(InvalidRecord, match="temperature_c.1: .*valid number, got"):
            run(**weather | {"temperature_c": [30.0, wrong]})
