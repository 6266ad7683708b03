"""Flood waves: delay and spread are those of the diffusion wave, and do not depend on how a river is cut."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.earth.planet.water.channel_routing import (
    STEP_S,
    STEPS_A_DAY,
    Course,
    OpenWater,
    lake_days,
    make_channels,
    route,
    stored_at,
)

DAY_S = 86400
PARTS = 100
DAYS = np.arange(60)
FLOODS = {
    "flash": np.where(DAYS == 5, 400.0, 20.0),
    "ordinary": 20 + 300 * np.exp(-(((DAYS - 9) / 2.5) ** 2)),
    "snow melt": 20 + 200 * np.exp(-(((DAYS - 25) / 9.0) ** 2)),
}
CHANNELS = {"steep": (2.0, 2.0, 1e6), "ordinary": (1.2, 0.3, 120.0), "flat": (0.8, 0.1, 80.0)}
"""Wave speed, speed above bankfull, and bankfull flow: without, with an ordinary and with a wide flood plain."""


def course(pieces, *, length_km=100.0, wave=1.2, over=0.6, bankfull=1e6, lake_km2=0.0, **further):
    every = np.ones(pieces)
    below = np.append(np.arange(1, pieces), -1)
    lakes = lake_days(lake_km2 * every)
    return Course(
        below, length_km * 1000 / pieces * every, bankfull * every, wave * every, over * every, lakes, **further
    )


def routed(pieces, inflow_m3_s, **changes):
    """Return the outflow of the last piece, m³/s, and the water on all banks, m³, for inflow into the first piece."""
    channels = make_channels(course(pieces, **changes), PARTS)
    runoff = np.zeros((len(inflow_m3_s), pieces), np.int64)
    runoff[:, 0] = np.round(inflow_m3_s * DAY_S * PARTS)
    start = stored_at(channels, np.full(pieces, inflow_m3_s[0] * STEP_S * PARTS))
    days = route(channels, start, runoff)
    return days.outflow[:, -1] / PARTS / DAY_S, days.banks.sum(axis=1) / PARTS


@pytest.mark.parametrize("flood", FLOODS)
@pytest.mark.parametrize("channel", CHANNELS)
def test_a_flood_does_not_depend_on_how_finely_the_river_is_cut(channel, flood):
    wave, over, bankfull = CHANNELS[channel]
    finest, banks = routed(100, FLOODS[flood], wave=wave, over=over, bankfull=bankfull)
    for pieces in (1, 2, 5, 10):
        flow, stood = routed(pieces, FLOODS[flood], wave=wave, over=over, bankfull=bankfull)
        assert flow.max() == pytest.approx(finest.max(), rel=0.01)
        assert flow.argmax() == finest.argmax()
        assert stood.max() == pytest.approx(banks.max(), rel=0.01)
        assert abs(int((stood > 0).sum()) - int((banks > 0).sum())) <= 1


def test_runoff_that_enters_along_a_river_does_not_depend_on_its_cutting():
    storm = np.where(np.arange(30) == 5, 1_000_000_000, 10_000_000)[:, None]
    flows = []
    for pieces in (1, 10, 50):
        channels = make_channels(course(pieces, along=True, bankfull=100.0))
        runoff = np.tile(storm // pieces, (1, pieces))
        flows.append(route(channels, np.zeros(channels.reach.size, np.int64), runoff).outflow[:, -1])
    for flow in flows[:2]:
        assert flow.max() == pytest.approx(flows[2].max(), rel=0.02)


@pytest.mark.parametrize(("length_km", "longest"), [(3.0, 0.5), (12.0, 1.0), (120.0, 0.5), (120.0, 1.0)])
def test_an_impulse_has_the_delay_and_the_spread_of_the_diffusion_wave(length_km, longest):
    # The delay is L / c; its variance 2 D L / c³ is, with D = c² dt / 2, the delay times the step.
    channels = make_channels(course(1, length_km=length_km, longest=longest), 1)
    flows = impulse(channels)
    steps = np.arange(flows.size)
    mean = (flows * steps).sum() / flows.sum()
    variance = (flows * (steps - mean) ** 2).sum() / flows.sum()
    delay = length_km * 1000 / 1.2 / STEP_S
    assert mean == pytest.approx(delay, rel=1e-3)
    assert variance == pytest.approx(delay, rel=1e-2)


def impulse(channels, steps=2000):
    """Return the outflow of the last cell in each step after one step of inflow, computed cell by cell."""
    flow = np.where(np.arange(steps) == 0, 1.0, 0.0)
    for arrives, stays in channels.stays[:2].T:
        held, out = 0.0, np.zeros(steps)
        for step, entering in enumerate(flow):
            out[step] = (1 - arrives) * entering + (1 - stays) * held
            held += entering - out[step]
        flow = out
    return flow


def test_a_kilometre_holds_what_the_flow_and_the_two_speeds_say():
    # 50 m³/s within the banks at 1.2 m/s and 30 above at 0.3 m/s, over 100 km: 50e5 / 1.2 and 30e5 / 0.3 m³.
    for pieces in (1, 7, 100):
        flow, banks = routed(pieces, np.full(60, 80.0), wave=1.2, over=0.3, bankfull=50.0)
        assert flow[-1] == pytest.approx(80.0, rel=1e-6)
        assert banks[-1] == pytest.approx(1e7, rel=1e-4)


def test_a_lake_delays_without_flooding_its_banks():
    # 50 km² hold water for 4 days; in the first day of a steady inflow into an empty lake little has come out.
    channels = make_channels(course(1, length_km=0.0, lake_km2=50.0, bankfull=1.0))
    runoff = np.full((60, 1), 864_000, np.int64)
    days = route(channels, np.zeros(channels.reach.size, np.int64), runoff)
    assert days.stored[1] == pytest.approx(4 * 864_000, rel=1e-3)
    assert days.outflow[-1, 0] == pytest.approx(864_000, rel=1e-3)
    assert days.outflow[0, 0] < 0.2 * 864_000


volumes = st.lists(st.integers(0, 10**8), min_size=4, max_size=4)


@settings(max_examples=60, deadline=None)
@given(volumes, volumes, volumes, st.floats(0, 60), st.floats(0.05, 1), st.floats(0.1, 200), st.floats(0, 30))
def test_water_is_counted_and_more_of_it_is_never_less_flow(first, second, more, length_km, share, bankfull, lake_km2):
    channels = make_channels(
        course(2, length_km=length_km, over=1.2 * share, bankfull=bankfull, lake_km2=lake_km2, longest=1.0)
    )
    empty = np.zeros(channels.reach.size, np.int64)
    less, extra = np.array([first, second]).T, np.array([more, more]).T
    dry, wet = (route(channels, empty, runoff) for runoff in (less, less + extra))
    assert dry.outflow[:, -1].sum() + dry.stored.sum() == less.sum()
    assert (wet.outflow >= dry.outflow).all()
    assert (wet.banks >= dry.banks).all()
    assert (wet.stored >= dry.stored).all()
    assert channels.stays.min() >= 0
    assert channels.stays.max() <= 1


def test_days_in_blocks_are_the_days_in_one():
    channels = make_channels(course(3, bankfull=60.0), PARTS)
    runoff = np.zeros((20, 3), np.int64)
    runoff[:, 0] = np.round(FLOODS["flash"][:20] * DAY_S * PARTS)
    empty = np.zeros(channels.reach.size, np.int64)
    whole = route(channels, empty, runoff)
    early = route(channels, empty, runoff[:7])
    late = route(channels, early.stored, runoff[7:])
    np.testing.assert_array_equal(np.concatenate([early.outflow, late.outflow]), whole.outflow)
    np.testing.assert_array_equal(late.stored, whole.stored)


def test_open_water_takes_each_day_what_is_asked_of_what_is_there():
    # Three reaches with a lake each, their last cells in different ranks; on a third of the days too little water.
    channels = make_channels(course(3, lake_km2=6.0, bankfull=60.0), PARTS)
    chance = np.random.default_rng(3)
    runoff, rain = (chance.integers(0, 10**8, (21, 3)) for _ in range(2))
    asked = np.where(np.arange(21)[:, None] % 3 == 0, 10**12, chance.integers(0, 10**7, (21, 3)))
    empty = np.zeros(channels.reach.size, np.int64)
    days = route(channels, empty, runoff, OpenWater(rain, asked))
    assert (days.evaporated[1::3] == asked[1::3]).all()
    assert (days.evaporated[::3] < asked[::3]).all()
    assert (days.outflow[::3] == 0).all()  # all water evaporates
    assert runoff.sum() + rain.sum() == days.outflow[:, -1].sum() + days.evaporated.sum() + days.stored.sum()
    early = route(channels, empty, runoff[:8], OpenWater(rain[:8], asked[:8]))
    late = route(channels, early.stored, runoff[8:], OpenWater(rain[8:], asked[8:]))
    np.testing.assert_array_equal(np.concatenate([early.evaporated, late.evaporated]), days.evaporated)
    np.testing.assert_array_equal(late.stored, days.stored)


def test_without_weather_open_water_changes_nothing():
    channels = make_channels(course(2, lake_km2=6.0), PARTS)
    runoff, none = np.full((9, 2), 10**7), np.zeros((9, 2), np.int64)
    empty = np.zeros(channels.reach.size, np.int64)
    plain, calm = route(channels, empty, runoff), route(channels, empty, runoff, OpenWater(none, none))
    np.testing.assert_array_equal(plain.outflow, calm.outflow)
    np.testing.assert_array_equal(plain.evaporated, none)


def test_branches_join():
    # Two headwaters of different lengths into one reach; steady flows add up: 2 and 3 m³/s.
    below = np.array([2, 2, -1])
    one = np.ones(3)
    channels = make_channels(
        Course(below, np.array([40e3, 5e3, 20e3]), 1e5 * one, 1.2 * one, 0.6 * one, 0 * one), PARTS
    )
    runoff = np.tile(np.array([2, 3, 0]) * DAY_S * PARTS, (30, 1))
    out = route(channels, np.zeros(channels.reach.size, np.int64), runoff).outflow / PARTS / DAY_S
    assert out[-1] == pytest.approx([2.0, 3.0, 5.0], rel=1e-6)
    assert STEPS_A_DAY * STEP_S == DAY_S
