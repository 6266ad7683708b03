"""The hourly building engine: balances, physics computed by hand, monotony, and invalid inputs."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.caches import stored

from mesocosm.earth.weather.epw import read_epw
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.building_hourly.building import Building
from mesocosm.simulators.building_hourly.elements import elements_of
from mesocosm.simulators.building_hourly.engine import OFFICE, example_weather, run_building, simulator
from mesocosm.simulators.building_hourly.glazing import angular_factor, diffuse_factor
from mesocosm.simulators.building_hourly.ground import ground_under, slab_transmittance
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.run_cache import RUNS, kept_run

LIMITS = RunLimits()


@pytest.fixture(scope="module")
def weather():
    return read_epw(example_weather())


def constant(weather, celsius):
    """Return a year of constant air temperature without sun, with a sky as warm as the air."""
    hours = {name: np.zeros_like(values) for name, values in weather.hours.items()}
    black = 5.6697e-8 * (celsius + 273.15) ** 4
    hours |= {"temperature_c": np.full(8760, celsius), "infrared_w_m2": np.full(8760, black)}
    return replace(weather, hours=hours)


def office(**changed):
    return Building.model_validate({**OFFICE, **changed})


def run(building, weather):
    return run_building(building, weather)


def magnitudes(result):
    return {name: value.magnitude for name, value in result.values.items()}


def test_the_balance_closes(weather):
    result = run(office(), weather)
    assert magnitudes(result)["energy_balance_error"] <= 1e-6
    months, balance = result.tables
    assert len(months.rows) == 12
    parts = dict(balance.rows)
    assert parts.pop("left over") == pytest.approx(0.0, abs=0.01)
    assert sum(parts.values()) == pytest.approx(0.0, abs=0.05)
    assert parts["heating"] == pytest.approx(magnitudes(result)["heating_energy"], abs=0.01)


def test_steady_cold_needs_what_the_envelope_loses(weather):
    # A box of 10 m x 10 m x 3 m at 20 °C in air of 0 °C: three surfaces (120 m² of walls, roof, floor) that take heat
    # from the air by convection, share it by radiation, and pass it on; their steady balances are solved here directly.
    areas, convection = np.array([120.0, 100.0, 100.0]), np.array([2.5, 5.0, 0.7])
    beyond = 1 / (1 / np.array([0.5, 0.4, 0.3]) - [0.17, 0.14, 0.21] + [1 / 24.14, 1 / 24.14, 0.04])
    matrix = np.diag(areas * (convection + beyond + 5.13)) - 5.13 * np.outer(areas, areas) / areas.sum()
    surface = np.linalg.solve(matrix, areas * convection * 20.0)
    flow = (areas * convection * (20.0 - surface)).sum() + 20 * 0.5 * 300 / 3600 * 1.2041 * 1006
    plain = {"capacity_kj_m2k": 50}
    building = Building.model_validate(
        {
            "floor_area_m2": 100,
            "walls": {"u_w_m2k": 0.5, **plain},
            "roof": {"u_w_m2k": 0.4, **plain},
            "ground_floor": {"u_w_m2k": 0.3, **plain},
            "infiltration_per_h": 0.5,
            "gains_w_m2": 0,
            "ground_temperature_c": [0] * 12,
        }
    )
    year = replace(constant(weather, 0.0), elevation_m=0.0)
    assert magnitudes(run(building, year))["heating_energy"] == pytest.approx(flow * 8.76, rel=0.001)


def test_a_building_that_is_left_alone_follows_the_air(weather):
    building = office(heating_setpoint_c=None, cooling_setpoint_c=None, gains_w_m2=0, ground_temperature_c=[7.5] * 12)
    values = magnitudes(run(building, constant(weather, 7.5)))
    assert values["heating_energy"] == values["cooling_energy"] == 0
    # December comes before the year from rooms of 20 °C: what is left of that fades in January.
    assert values["air_temperature_mean"] == pytest.approx(7.5, abs=0.2)


def test_gains_alone_are_cooled_away(weather):
    # Air, sky and ground at the set point: all 4 W/m² of 200 m² must be taken out again, for 8,760 hours.
    gains = {"gains_w_m2": 4, "gains_profile": 1, "gains_radiant_share": 0}
    building = office(cooling_setpoint_c=26, ground_temperature_c=[26] * 12, **gains)
    values = magnitudes(run(building, constant(weather, 26.0)))
    assert values["cooling_energy"] == pytest.approx(4 * 200 * 8.76, rel=0.02)
    assert values["cooling_peak"] == pytest.approx(0.8, rel=0.01)


def test_a_weak_plant_misses_its_set_points(weather):
    values = magnitudes(run(office(heating_limit_w_m2=5), weather))
    assert values["heating_peak"] == pytest.approx(5 * 200 / 1000)
    assert values["unmet_heating_hours"] > 100


def test_a_set_back_saves_heat(weather):
    night = [16] * 6 + [20] * 16 + [16] * 2
    assert (
        magnitudes(run(office(heating_setpoint_c=night), weather))["heating_energy"]
        < magnitudes(run(office(), weather))["heating_energy"]
    )


def test_cooling_comes_with_windows_to_the_sun(weather):
    dark, bright = (
        magnitudes(run(office(windows={"south": share}), weather))["cooling_energy"] for share in (0.0, 0.6)
    )
    assert bright > dark


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0.1, 6.0), st.floats(0.05, 0.9), st.sampled_from(["inside", "spread", "both"]))
def test_a_hotter_year_never_needs_less_cooling(weather, warmer, share, mass):
    building = office(windows={"south": share}, walls={"u_w_m2k": 0.4, "mass": mass})
    hotter = replace(weather, hours=weather.hours | {"temperature_c": weather.hours["temperature_c"] + warmer})
    before, after = magnitudes(run(building, weather)), magnitudes(run(building, hotter))
    assert after["cooling_energy"] >= before["cooling_energy"]
    assert after["heating_energy"] <= before["heating_energy"]
    assert after["energy_balance_error"] <= 1e-3


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0.12, 1.5), st.floats(0.3, 0.95), st.sampled_from(["walls", "roof", "ground_floor"]))
def test_more_insulation_never_needs_more_heating(weather, u, factor, part):
    poor, good = (office(**{part: {"u_w_m2k": value}}) for value in (u, u * factor))
    assert magnitudes(run(good, weather))["heating_energy"] <= magnitudes(run(poor, weather))["heating_energy"]


def test_the_same_bytes_alone_and_eight_at_once():
    first = simulator.run(simulator.example, seed=0, limits=LIMITS)
    with ThreadPoolExecutor(8) as pool:
        others = list(pool.map(lambda _: simulator.run(simulator.example, seed=0, limits=LIMITS), range(8)))
    prints = {result.model_copy(update={"runtime_s": 0.0}).fingerprint() for result in (first, *others)}
    assert len(prints) == 1


def test_the_label_says_what_it_is():
    assert simulator.engine.kind == "reduced_order"
    assert "EnergyPlus" not in simulator.engine.name


def test_half_a_kept_run_is_never_read(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    whole = kept_run(simulator, simulator.example, seed=0, limits=LIMITS)
    (kept,) = stored(RUNS)
    kept.write_bytes(kept.read_bytes()[:1000])
    again = kept_run(simulator, simulator.example, seed=0, limits=LIMITS)
    assert again.values == whole.values


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"floor_area_m2": -50}, "building.floor_area_m2: .*greater than or equal to 4, got -50"),
        ({"floor_area_m2": float("nan")}, "building.floor_area_m2: .*got nan"),
        ({"floor_area_m2": 10, "storeys": 5}, "floor_area_m2 must be 4 m² a storey at least, got 10"),
        ({"windows": {"south": 1e6}}, "building.windows.south: .*less than or equal to 0.95, got 1000000.0"),
        ({"windows": {"up": 0.5}}, "building.windows.up is not an input"),
        ({"heating_setpoint_c": 293.15}, "heating_setpoint_c.*must be in °C, and 293.15 looks like kelvin"),
        ({"heating_setpoint_c": [20] * 23}, "building.heating_setpoint_c.* at least 24 items"),
        ({"heating_setpoint_c": 27}, "must not be above cooling_setpoint_c, got 27 and 26 °C in hour 0"),
        ({"walls": {"u_w_m2k": 0}}, "building.walls.u_w_m2k: .*got 0"),
        ({"walls": {}}, "building.walls.u_w_m2k is missing"),
        ({"storeys": 10**6}, "building.storeys: .*less than or equal to 60, got 1000000"),
    ],
)
def test_a_building_that_makes_no_sense_is_refused(changed, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate({"building": {**OFFICE, **changed}, "epw": example_weather()})


def test_weather_that_cannot_be_is_refused():
    broken = example_weather().replace(",60,?9", ",60,?8", 1).replace("\r\n2023,1,1,2,60", "\r\n2023,1,1,3,60", 1)
    with pytest.raises(InvalidRecord, match="hour 2 of the year must be 1/1 hour 2, got 1/1 hour 3"):
        simulator.run({"building": OFFICE, "epw": broken}, seed=0, limits=LIMITS)
    with pytest.raises(InvalidRecord, match="epw is missing"):
        simulator.validate({"building": OFFICE})


def test_inputs_are_json():
    assert json.loads(json.dumps(simulator.example)) == simulator.example


def test_slab_on_ground_as_in_the_standard():
    # ISO 13370, by hand: B' = 5 m, d = 1 m: 2·2/(π·5+1)·ln(π·5+1) = 0.2394·2.816 = 0.674 W/(m² K);
    # well insulated, d = 6 m > B': 2/(0.457·5+6) = 0.2414.
    assert slab_transmittance(5.0, 1.0) == pytest.approx(0.674, abs=0.001)
    assert slab_transmittance(5.0, 6.0) == pytest.approx(0.2414, abs=0.0001)


def test_ground_swings_less_than_the_air(weather):
    months = ground_under(office(), weather.hours["temperature_c"]).monthly_c
    swing = max(months) - min(months)
    assert 0 < swing < 19


def test_glass_lets_less_in_at_an_angle():
    cosine = np.cos(np.radians([0.0, 40.0, 60.0, 80.0, 90.0]))
    factor = angular_factor(cosine, 2)
    assert factor[0] == 1.0
    assert (np.diff(factor) < 0).all()
    # The table's own light from all sides (0.66 of 0.76) is what its angles give, each weighted by what it sends.
    angle = np.radians(np.arange(90) + 0.5)
    weight = np.sin(angle) * np.cos(angle)
    for panes in (1, 2, 3):
        mean = (weight * angular_factor(np.cos(angle), panes)).sum() / weight.sum()
        assert diffuse_factor(panes) == pytest.approx(mean, abs=0.02)


def test_areas_add_up_to_the_box(weather):
    building = office()
    parts = elements_of(building, ground_under(building, weather.hours["temperature_c"]))
    facade = sum(part.area_m2 for part in parts if part.kind in ("wall", "window"))
    assert facade == pytest.approx(building.perimeter_m * building.height_m)
    assert building.length_m * building.depth_m == pytest.approx(100.0)
