"""Lakes and water-covered catchments evaporate at the potential rate, from the water there is, and all is counted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.simulators.river_routing.test_river_routing import discharge, reach, run, value

from mesocosm.simulators.river_routing.inputs import RiverInputs
from mesocosm.simulators.river_routing.parameter_sets import Members

KM2_MM = 1000.0
"""Cubic metres of 1 mm on 1 km²."""
OPEN = 1.05
"""Evaporation of shallow open water over the reference: FAO-56, table 12."""


def under(reaches, rain, evaporation):
    """Return weather with the same daily rain and reference evaporation on all catchments."""
    columns = {"precipitation_mm": rain, "temperature_c": [12.0] * len(rain), "reference_evaporation_mm": evaporation}
    ids = [one["id"] for one in reaches]
    weather = {name: {one: list(series) for one in ids} for name, series in columns.items()}
    return {"first_day": "2031-01-01", "reaches": reaches, "weather": weather}


def lake(km2, **changes):
    return reach("a", **{"soil": "loam", "cover": "grass", "lake_km2": km2, "catchment_km2": 100.0, **changes})


@pytest.mark.parametrize("water", [{"lake_km2": 40.0}, {"cover": "water"}])
def test_open_water_evaporates_at_the_potential_rate_where_it_rains_enough(water):
    wet = run(under([lake(0.0) | {"catchment_km2": 40.0} | water], [5.0] * 30, [2.0] * 30))
    assert value(wet, "water_evaporated") == pytest.approx(30 * 2.0 * OPEN * 40 * KM2_MM)
    assert value(wet, "water_received") == pytest.approx(30 * 5.0 * 40 * KM2_MM)
    assert value(wet, "mass_balance_error") == 0


def test_parameters_of_the_land_leave_open_water_as_it_is():
    water = under([lake(0.0, cover="water")], [5.0] * 10, [2.0] * 10)
    land = {"interception_mm": 5.0, "evaporation_factor": 3.0, "soil_water_mm": 200.0, "slow_start_mm": 100.0}
    plain, changed = run(water), run({**water, "parameters": land})
    assert value(changed, "water_evaporated") == value(plain, "water_evaporated")
    assert value(changed, "mass_balance_error") == 0


@pytest.mark.parametrize("water", [{"lake_km2": 40.0}, {"cover": "water"}])
def test_on_dry_days_open_water_draws_on_the_river_that_fills_it(water):
    # A long river without land flows in at 20 m³/s; 40 km² lose 5.25 mm of it a day.
    above = lake(0.0) | {"id": "up", "flows_to": "a", "catchment_km2": 0.0, "length_km": 1000}
    below = lake(0.0) | {"catchment_km2": 40.0} | water
    flows = [one | {"initial_discharge_m3_s": 20.0} for one in (above, below)]
    dry, damp = (run(under(flows, [0.0] * 5, [depth] * 5)) for depth in (5.0, 0.0))
    assert value(dry, "water_evaporated") == pytest.approx(5 * 5.0 * OPEN * 40 * KM2_MM)
    assert value(damp, "water_evaporated") == 0
    assert discharge(dry)["a"][-1] < discharge(damp)["a"][-1]


def test_a_lake_that_nothing_fills_evaporates_what_it_holds_and_no_more():
    # 50 km² hold 4 days of 2 m³/s at the start; 8 mm a day would empty it four times over in five days.
    alone = lake(50.0, catchment_km2=50.0, initial_discharge_m3_s=2.0, length_km=0)
    dry = run(under([alone], [0.0] * 40, [8.0] * 40))
    held = 4 * 2.0 * 86400
    assert value(dry, "water_evaporated") + value(dry, "water_discharged") == pytest.approx(held, rel=1e-6)
    assert 0.5 * held < value(dry, "water_evaporated") < held
    assert value(dry, "mass_balance_error") == 0


def test_rain_on_a_lake_is_not_shed_by_its_land_as_well():
    half = run(under([lake(50.0)], [10.0] * 10, [0.0] * 10))
    none = run(under([lake(0.0)], [10.0] * 10, [0.0] * 10))
    assert value(half, "water_received") == value(none, "water_received") == pytest.approx(10 * 10 * 100 * KM2_MM)
    assert value(half, "runoff_volume") == pytest.approx(value(none, "runoff_volume") / 2)


def test_runoff_that_is_given_is_carried_whole():
    given_runoff = {"first_day": "2031-01-01", "reaches": [lake(40.0, cover="water")], "runoff_mm": {"a": [3.0] * 10}}
    assert value(run(given_runoff), "water_evaporated") == 0


days = st.lists(st.floats(0, 40), min_size=12, max_size=12)


@settings(max_examples=40, deadline=None)
@given(
    days,
    st.lists(st.floats(0, 12), min_size=12, max_size=12),
    days,
    st.floats(0, 100),
    st.sampled_from(["water", "bare"]),
)
def test_water_closes_and_a_thirstier_air_leaves_less(rain, asked, more, km2, cover):
    flows = [reach("up", "a", soil="clay", cover="grass"), lake(km2, cover=cover, initial_discharge_m3_s=3.0)]
    less, thirsty = (run(under(flows, rain, air)) for air in (asked, [a + b for a, b in zip(asked, more, strict=True)]))
    wetter = run(under(flows, [a + b for a, b in zip(rain, more, strict=True)], asked))
    for result in (less, thirsty, wetter):
        assert value(result, "mass_balance_error") == 0
        assert value(result, "water_evaporated") >= 0
        assert all((flow >= 0).all() for flow in discharge(result).values())
    assert (discharge(thirsty)["a"] <= discharge(less)["a"] + 1e-9).all()
    assert (discharge(wetter)["a"] >= discharge(less)["a"] - 1e-9).all()


@settings(max_examples=30, deadline=None)
@given(days, st.floats(0, 12), st.floats(0, 100), st.floats(0, 20))
def test_a_lake_evaporates_no_more_than_the_air_asks_for_and_it_has(rain, asked, km2, initial):
    # All of the catchment is lake, so that no land evaporates.
    alone = lake(km2, catchment_km2=km2, initial_discharge_m3_s=initial, length_km=0)
    result = run(under([alone], rain, [asked] * 12))
    lost = value(result, "water_evaporated")
    assert lost <= 12 * OPEN * asked * km2 * KM2_MM * (1 + 1e-9) + 12 * asked * 0.005 * OPEN * KM2_MM
    assert lost <= value(result, "water_received") + initial * 86400 * min(0.08 * km2, 5) + 1


def test_members_with_a_lake_are_run_as_each_would_be_alone():
    inputs = under([lake(30.0, length_km=40)], [9.0, 0.0, 0.0, 0.0] * 15, [3.0] * 60)
    together = Members(RiverInputs.model_validate(inputs), "a").discharge({"beta": np.array([1.0, 3.0])})
    for number, beta in enumerate((1.0, 3.0)):
        alone = discharge(run({**inputs, "parameters": {"beta": beta}}))["a"]
        assert together[:, number] == pytest.approx(alone, abs=1e-4)
