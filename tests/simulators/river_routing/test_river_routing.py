"""The planet's routing on rivers of our own: against closed forms, by its balance, and by its invariants."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.river_routing.engine import simulator
from mesocosm.simulators.simulator import RunLimits

LIMITS = RunLimits()
DAY_S = 86400
WAVE_KM_DAY = 1.2 * 86.4


def reach(name, to=None, **changes):
    return {"id": name, "flows_to": to, "length_km": 10, "bankfull_m3_s": 1e5, "catchment_km2": 86.4, **changes}


def river(reaches, runoff, **changes):
    return {"first_day": "2031-01-01", "reaches": reaches, "runoff_mm": runoff, **changes}


def run(inputs):
    return simulator.run(inputs, seed=0, limits=LIMITS)


def discharge(result, name="discharge_m3_s.csv"):
    rows = list(csv.DictReader(io.StringIO(result.artifacts[name].decode())))
    return {key: np.array([float(row[key]) for row in rows]) for key in rows[0] if key != "date"}


def value(result, name):
    return result.values[name].magnitude


def delay_days(flows):
    return (flows * np.arange(flows.size)).sum() / flows.sum()


@pytest.mark.parametrize("length_km", [10, 60, 250])
def test_a_days_water_is_delayed_by_the_time_of_the_wave(length_km):
    flows = discharge(run(river([reach("a", length_km=length_km)], {"a": [1.0] + [0.0] * 19})))["a"]
    assert flows.sum() == pytest.approx(1.0, abs=1e-3)
    assert delay_days(flows) == pytest.approx(length_km / WAVE_KM_DAY, abs=1e-3)


def test_reaches_in_a_row_are_one_reach_of_their_length():
    chain = [reach("a", "b", length_km=60), reach("b", "c", length_km=60), reach("c", length_km=60)]
    runoff = {"a": [1.0] + [0.0] * 19, "b": [0.0] * 20, "c": [0.0] * 20}
    apart = discharge(run(river(chain, runoff)))["c"]
    whole = discharge(run(river([reach("a", length_km=180)], {"a": runoff["a"]})))["a"]
    assert apart == pytest.approx(whole, abs=0.005)


def test_a_flood_is_the_same_however_many_reaches_carry_it():
    storm = [2.0] * 5 + [60.0] + [2.0] * 24
    made = {}
    for pieces in (1, 5, 100):
        names = [f"r{number}" for number in range(pieces)]
        chain = [
            reach(name, below, length_km=100 / pieces, bankfull_m3_s=12, catchment_km2=86.4 if name == "r0" else 0)
            for name, below in zip(names, [*names[1:], None], strict=True)
        ]
        made[pieces] = run(river(chain, dict.fromkeys(names, storm)))
    for pieces in (1, 5):
        for name in ("peak_discharge", "largest_overbank_volume"):
            assert value(made[pieces], name) == pytest.approx(value(made[100], name), rel=0.02)


def test_a_wider_flood_plain_holds_more_and_peaks_later():
    storm = [2.0] * 5 + [60.0] + [2.0] * 24
    plains = [
        run(river([reach("a", length_km=100, bankfull_m3_s=12, overbank_wave_speed_m_s=speed)], {"a": storm}))
        for speed in (1.2, 0.2)
    ]
    assert value(plains[1], "largest_overbank_volume") > value(plains[0], "largest_overbank_volume")
    assert value(plains[1], "peak_discharge") < value(plains[0], "peak_discharge")


def test_steady_runoff_gives_steady_flow():
    flows = discharge(run(river([reach("a", "b"), reach("b")], {"a": [2.0] * 60, "b": [1.0] * 60})))
    assert flows["b"][-1] == pytest.approx(3.0, abs=1e-3)


def test_an_initial_discharge_goes_on_under_the_same_runoff():
    steady = river([reach("a", initial_discharge_m3_s=2.0)], {"a": [2.0] * 5})
    assert discharge(run(steady))["a"] == pytest.approx(np.full(5, 2.0), abs=1e-3)


def test_above_bankfull_water_stays_on_the_banks():
    narrow = river([reach("a", bankfull_m3_s=5)], {"a": [20.0] + [0.0] * 9})
    wide = river([reach("a")], {"a": [20.0] + [0.0] * 9})
    assert value(run(narrow), "largest_overbank_volume") > 0
    assert value(run(wide), "largest_overbank_volume") == 0
    assert discharge(run(narrow))["a"].max() < discharge(run(wide))["a"].max()


def test_the_order_of_reaches_does_not_matter():
    chain = [reach("a", "b"), reach("b", "c"), reach("c")]
    runoff = {name: [1.0, 5.0, 0.0, 2.0] for name in "abc"}
    ahead, back = (discharge(run(river(order, runoff))) for order in (chain, chain[::-1]))
    assert all((ahead[name] == back[name]).all() for name in "abc")


def test_the_example_repeats_and_closes_its_balance():
    first, second = (run(simulator.example).model_copy(update={"runtime_s": 0.0}) for _ in range(2))
    assert first.fingerprint() == second.fingerprint()
    assert value(first, "mass_balance_error") == 0
    assert value(first, "days_over_bank") > 0
    assert first.tables[0].rows[0][:1] + first.tables[0].rows[0][3:4] == ("north", "2031-03-06")


depths = st.lists(st.floats(0, 200, allow_nan=False), min_size=6, max_size=6)


@settings(max_examples=40, deadline=None)
@given(depths, depths, depths, st.floats(0, 50), st.floats(1, 100))
def test_no_water_is_made_and_more_runoff_is_never_less_flow(first, second, more, length_km, bankfull):
    chain = [reach("a", "b", length_km=length_km, bankfull_m3_s=bankfull), reach("b", bankfull_m3_s=bankfull)]
    less = run(river(chain, {"a": first, "b": second}))
    wetter = run(river(chain, {"a": [x + y for x, y in zip(first, more, strict=True)], "b": second}))
    for result in (less, wetter):
        assert value(result, "mass_balance_error") == 0
        assert value(result, "water_discharged") + value(result, "storage_change") == pytest.approx(
            value(result, "water_received")
        )
    assert value(wetter, "runoff_volume") >= value(less, "runoff_volume")
    for name, flows in discharge(wetter).items():
        assert (flows >= discharge(less)[name] - 1e-9).all()


def weather(precipitation, **changes):
    land = reach("a", soil="loam", cover="grass", **changes)
    columns = {"precipitation_mm": precipitation, "temperature_c": [8.0], "reference_evaporation_mm": [2.0]}
    days = len(precipitation)
    columns = {name: {"a": series if len(series) == days else series * days} for name, series in columns.items()}
    return {"first_day": "2031-01-01", "reaches": [land], "weather": columns}


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.floats(0, 80), min_size=20, max_size=20),
    st.lists(st.floats(0, 40), min_size=20, max_size=20),
    st.sampled_from(["sand", "loam", "silt", "clay", "peat", "rock"]),
)
def test_more_rain_is_never_less_runoff_and_no_water_is_made(rain, more, soil):
    dry = run({**weather(rain), "reaches": [land_of(soil)]})
    wet = run({**weather([x + y for x, y in zip(rain, more, strict=True)]), "reaches": [land_of(soil)]})
    assert value(dry, "mass_balance_error") == value(wet, "mass_balance_error") == 0
    assert value(wet, "runoff_volume") >= value(dry, "runoff_volume")
    assert value(wet, "water_discharged") >= value(dry, "water_discharged")


def land_of(soil):
    return reach("a", soil=soil, cover="grass")


def test_snow_waits_for_warmth():
    cold = weather([20.0] * 10)
    cold["weather"]["temperature_c"]["a"] = [-5.0] * 5 + [10.0] * 5
    warm = weather([20.0] * 10)
    assert discharge(run(cold))["a"][:5].sum() < discharge(run(warm))["a"][:5].sum()
    assert value(run(cold), "mass_balance_error") == 0


def test_dry_land_evaporates_no_more_than_it_has():
    result = run(weather([0.0] * 300))
    assert value(result, "water_evaporated") <= 170_000 * 86.4 / 2  # half of what loam holds, at the start
    assert value(result, "mass_balance_error") == 0


def test_runoff_is_counted_as_it_is_given():
    # 0.0004 mm on 1,234.567 km² are 493.8268 m³ a day, counted to the hundredth.
    drizzle = river([reach("a", catchment_km2=1234.567)], {"a": [0.0004] * 10})
    assert value(run(drizzle), "water_received") == pytest.approx(4938.27, abs=0.05)
    assert value(run(drizzle), "mass_balance_error") == 0


def test_the_slow_store_starts_with_the_given_water():
    # 30 mm unless set, of which 3.5 % flow out in a day: 1.05 mm on 86.4 km², 1.05 m³/s, from the first day on.
    dry = weather([0.0] * 300, length_km=0)
    assert discharge(run(dry))["a"][0] == pytest.approx(1.05, rel=0.01)
    empty = {**dry, "parameters": {"slow_start_mm": 0}}
    assert value(run(empty), "water_discharged") == 0
    fuller = run({**dry, "parameters": {"slow_start_mm": 60}})
    assert value(fuller, "water_discharged") == pytest.approx(60 * 86_400, rel=1e-3)
    assert value(fuller, "mass_balance_error") == 0


SERIES = {"a": [1.0]}


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, "first_day is missing"),
        (river([], SERIES), "reaches: .*at least 1 item"),
        (river([reach("a")], {"a": []}), "one length of 1 to 40,000 days, got 0"),
        (river([reach("a")], {"a": [0.0] * 50_000}), "one length of 1 to 40,000 days, got 50,000"),
        (river([reach("a")], {"a": [float("nan")]}), r"runoff_mm\.a\.0: .*finite"),
        (river([reach("a")], {"a": [-1.0]}), r"runoff_mm\.a\.0: .*greater than or equal to 0, got -1"),
        (river([reach("a", catchment_km2=-5)], SERIES), r"reaches\.0\.catchment_km2: .*greater than or equal to 0"),
        (river([reach("a", "b")], SERIES), "reaches: a flows to b, which is not there"),
        (river([reach("a", "b"), reach("b", "a")], {"a": [1.0], "b": [1.0]}), "a flows in a ring"),
        (river([reach("a"), reach("a")], SERIES), "id a is given twice"),
        (river([reach("a"), reach("b")], SERIES), "runoff_mm lacks the reach b"),
        (river([reach("a")], {"a": [1.0], "c": [1.0]}), "runoff_mm: there is no reach c"),
        ({**river([reach("a")], SERIES), "weather": weather([1.0])["weather"]}, "exactly one of runoff_mm, weather"),
        ({**weather([1.0]), "reaches": [reach("a")]}, "reaches: a needs soil and cover"),
        (
            {**weather([1.0]), "weather": {**weather([1.0])["weather"], "temperature_c": {"a": [285.0]}}},
            r"weather\.temperature_c\.a\.0: .*less than or equal to 60, got 285",
        ),
        (river([reach("a")], SERIES, first_day="March"), "first_day: "),
        (
            river([reach("a", overbank_wave_speed_m_s=3)], SERIES),
            "overbank_wave_speed_m_s of a must not exceed its wave speed, 1.2 m/s, got 3",
        ),
        (
            river([reach("a", length_km=1000, wave_speed_m_s=0.05)], {"a": [1.0] * 4000}),
            "cells times days must not exceed 4,000,000",
        ),
        ({**weather([1.0]), "parameters": {"beta": 50}}, r"parameters\.beta: .*less than or equal to 10, got 50"),
        (
            river([reach("a", lake_km2=90)], SERIES),
            r"lake_km2 of a must not exceed its catchment_km2, 86\.4 km², got 90",
        ),
        (
            {**weather([1.0]), "parameters": {"spill_share": 0.3}},
            r"spill_share is 0\.3 and has no effect without spill_above_mm",
        ),
        (
            {**weather([1.0]), "parameters": {"spill_above_mm": 20}},
            "spill_above_mm is 20 and has no effect without spill_share",
        ),
    ],
)
def test_bad_inputs_are_refused_with_their_field(inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate(inputs)


def test_the_planets_own_river_comes_out_the_same():
    """The reaches of a region, given as inputs, carry the water of the planet's own days to the same outflow."""
    pytest.importorskip("geopandas", reason="pip install 'mesocosm[planet]'")
    from mesocosm.earth.planet.planet import Planet
    from mesocosm.earth.planet.water.channel_routing import route
    from mesocosm.earth.planet.water.reaches import make_reaches, overbank_m_s
    from mesocosm.simulators.river_routing.inputs import RiverInputs
    from mesocosm.simulators.river_routing.routing import route as route_inputs

    theirs = make_reaches(Planet(1, "tiny").ground("r000"))
    count = theirs.ends.size
    brim = theirs.channels.brim
    bankfull = theirs.bankfull_m3_s[theirs.ends]
    overbank = overbank_m_s(bankfull)
    lakes = np.zeros(count)
    for cell in np.flatnonzero(np.isinf(brim)):
        arrives, stays = theirs.channels.stays[:2, cell]
        lakes[theirs.channels.reach[cell]] = arrives / (1 - stays) / 12 / 0.08
    reaches = [
        reach(
            f"r{at}",
            None if to < 0 else f"r{to}",
            length_km=12,
            lake_km2=round(float(lakes[at]), 3),
            bankfull_m3_s=float(bankfull[at]),
            overbank_wave_speed_m_s=float(overbank[at]),
            catchment_km2=100.0,
        )
        for at, to in enumerate(theirs.below.tolist())
    ]
    whole = np.array([[1000 * (at % 7) for at in range(count)], [30_000] * count, *[[0] * count] * 8])
    runoff = {f"r{at}": (whole[:, at] / 1e5).tolist() for at in range(count)}  # mm on 100 km²
    inputs = RiverInputs.model_validate(river(reaches, runoff))
    ours = route_inputs(inputs).outflow / 100
    days = route(theirs.channels, np.zeros(theirs.channels.reach.size, np.int64), whole)
    # The planet's cells are twice as long as the engine's: floods agree within some percent of the peak.
    largest = int(np.argmax(days.outflow.sum(axis=0)))
    assert ours[:, largest] == pytest.approx(days.outflow[:, largest], abs=0.05 * days.outflow[:, largest].max())
    assert ours.sum() == pytest.approx(days.outflow.sum(), rel=0.01)
