"""Water: balanced to the cubic metre, flowing downhill, and standing on the lowest ground."""

from dataclasses import replace

import numpy as np
import pytest
from tests.earth.planet.small_ground import small_ground

from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.water.channel_routing import DAY_S, route
from mesocosm.earth.planet.water.floods import flood_depth, height_above_drainage, make_plains
from mesocosm.earth.planet.water.land import MM, first_state, make_plot, step
from mesocosm.earth.planet.water.reaches import make_reaches, overbank_m_s
from mesocosm.earth.planet.water.water import Water


@pytest.fixture(scope="module")
def ground():
    return small_ground("continental", cells=40)


@pytest.fixture(scope="module")
def water(ground):
    return Water(ground, Sky(ground))


@pytest.fixture(scope="module")
def year(water):
    return water.year(2031)


def test_rain_is_evaporation_rivers_and_change_to_the_cubic_metre(year):
    balance = year.balance
    assert balance.rain == balance.evaporation + balance.out + balance.change
    assert 0 < balance.evaporation < balance.rain
    assert balance.out > 0


def test_fields_tell_the_same_story_as_the_balance(ground, year):
    outlets = (ground.downstream.reshape(ground.sea.shape) < 0) & ~ground.sea
    out = year.discharge_m3_s[:, outlets].astype(float).sum() * DAY_S
    assert out == pytest.approx(year.balance.out, rel=1e-3)
    assert year.evaporation_mm.astype(float).sum() * MM == pytest.approx(year.balance.evaporation, rel=1e-5)


def test_a_river_carries_all_that_flows_into_it_over_the_year(ground, year):
    # Below a junction the flow is at least that of each branch, apart from storage in reaches: compared by the year.
    yearly = year.discharge_m3_s.astype(float).sum(axis=0).ravel()
    inland = np.flatnonzero(ground.downstream >= 0)
    assert (yearly[ground.downstream[inland]] >= 0.98 * yearly[inland] - 0.5).all()


def test_values_stay_within_bounds(ground, year):
    land = ~ground.sea
    assert year.soil_wetness.min() >= 0
    assert year.soil_wetness.max() <= 1
    for field in (year.snow_mm, year.runoff_mm, year.discharge_m3_s, year.flood_depth_m, year.evaporation_mm):
        assert field.min() >= 0
        assert field[:, ~land].max() == 0
    assert year.snow_mm[20].max() > 0
    assert year.snow_mm[200].max() == 0


def test_a_year_begins_with_what_the_last_one_left(water, ground, year):
    alone = Water(ground, water.sky, left={2030: water.state_before(2031)})
    assert alone.year(2031).discharge_m3_s.tobytes() == year.discharge_m3_s.tobytes()
    assert alone.state_before(2032).total == year.state.total


def test_a_deluge_made_heavier_changes_its_own_days_and_those_after(ground, water, year):
    event = next(
        event for event in water.sky.events(2031) if event.kind in ("deluge", "storm") and event.start_hour > 480
    )
    figures = {"rain_mm": 250.0, "x_km": 0.0, "y_km": 0.0}
    heavier = Water(ground, Sky(ground, {event.id: figures}), left={2030: water.state_before(2031)}).year(2031)
    day = event.start_hour // 24
    assert (heavier.discharge_m3_s[:day] == year.discharge_m3_s[:day]).all()
    assert heavier.flood_depth_m[day:].max() > year.flood_depth_m[day:].max()
    assert heavier.balance.rain > year.balance.rain


def test_a_dry_day_only_draws_down(ground):
    plot = make_plot(ground)
    state, none = first_state(plot), np.zeros(plot.cells.size, np.int64)
    after, fluxes = step(plot, state, none, none, np.full(plot.cells.size, 20.0), np.full(plot.cells.size, 5.0))
    assert state.total == after.total + int(fluxes.evaporation.sum() + fluxes.runoff.sum())
    assert (after.soil <= state.soil).all()


def test_a_reach_at_bankfull_keeps_its_banks_dry_and_above_it_does_not(ground):
    reaches = make_reaches(ground)
    number = int(np.argmin(reaches.below >= 0))  # an outlet: only its own runoff flows
    runoff = np.zeros((20, reaches.ends.size), np.int64)
    empty = np.zeros(reaches.channels.reach.size, np.int64)
    bankfull = reaches.bankfull_m3_s[reaches.ends[number]]
    runoff[:, number] = int(bankfull * DAY_S)
    assert route(reaches.channels, empty, runoff).banks.max() == 0
    runoff[:, number] += 1000 * DAY_S
    # 1,000 m³/s above bankfull flow along 12 km, at 0.2 m/s where bankfull is below 300 / 3⁴ m³/s: 60 million m³.
    assert bankfull < 300 / 81
    assert route(reaches.channels, empty, runoff).banks[-1, number] == pytest.approx(60e6, rel=1e-3)


def test_the_wave_over_the_banks_is_faster_on_larger_rivers():
    # The fourth root of 16 is 2; ends of the range are 0.2 and 0.8 m/s.
    speeds = overbank_m_s(np.array([1.0, 300 / 16, 300.0, 1e5]))
    assert speeds == pytest.approx([0.2, 0.3, 0.6, 0.8], abs=1e-4)


def test_a_lake_delays_once_however_many_reaches_it_spans(ground):
    # A lake over the whole width of the valley, of 120 km² and more: five days, at its outlet alone.
    wide = np.zeros_like(ground.sea)
    wide[:, 20:24] = True
    reaches = make_reaches(replace(ground, lake=wide & ~ground.sea))
    lakes = np.flatnonzero(np.isinf(reaches.channels.brim))
    assert lakes.size == 1
    arrives, stays = reaches.channels.stays[:2, lakes[0]]
    assert arrives / (1 - stays) == pytest.approx(5 * 12, rel=1e-6)


def test_flood_water_keeps_its_volume_and_lies_level(ground):
    reaches = make_reaches(ground)
    plains = make_plains(ground, reaches)
    banks = np.zeros(reaches.ends.size, np.int64)
    number = int(np.argmax([plain.cells.size for plain in plains]))
    banks[number] = 12_345_678
    depth = flood_depth(plains, banks, ground.sea.size)
    assert depth.sum() * 1e6 == pytest.approx(12_345_678, rel=1e-9)
    level = (depth + height_above_drainage(ground))[depth > 0]
    assert np.ptp(level) < 1e-9
    dry = plains[number].cells[depth[plains[number].cells] == 0]
    assert (height_above_drainage(ground)[dry] >= level[0] - 1e-9).all()


def test_keeping_the_weather_of_the_first_year_changes_no_water(ground, year):
    alone = Water(ground, Sky(ground))
    alone.state_before(2031)
    alone._kept.clear()  # so that the weather is computed again
    again = alone.year(2031)
    assert again.balance == year.balance
    np.testing.assert_array_equal(again.discharge_m3_s, year.discharge_m3_s)
