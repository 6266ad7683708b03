"""Traffic in time: counts follow the week, and closed roads carry none."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.earth.planet.traffic.rhythm import hour_share, local_time, week_shares
from mesocosm.earth.planet.traffic.roads import daily_vehicles, delay_vehicle_hours, trips, vehicles
from mesocosm.errors import UserError

KEY = "r005"
NOON = datetime(2031, 6, 3, 6, tzinfo=UTC)
"""A Tuesday; at 94° east noon is at 6 UTC."""


@pytest.fixture(scope="module")
def planet():
    return Planet(3, Size(regions=6, cells=40, towns=1, days=30))


@pytest.fixture(scope="module")
def settlement(planet):
    return planet.settlement(KEY)


def test_a_week_has_seven_mean_days_and_two_rush_hours():
    shares = week_shares()
    assert shares.sum() == pytest.approx(7)
    tuesday = shares[24:48]
    assert tuesday[8] > tuesday[11]
    assert tuesday[17] > tuesday[13]
    assert tuesday.sum() > shares[144:].sum()  # more than Sunday


def test_clocks_go_by_the_longitude(planet):
    assert local_time(planet.region(KEY), NOON).hour == 12
    with pytest.raises(UserError, match="time must carry a time zone"):
        local_time(planet.region(KEY), datetime(2031, 1, 1))  # noqa: DTZ001 - it is what is refused


def test_trips_leave_in_proportion_to_people_and_go_to_near_and_large_places(settlement):
    journeys = trips(settlement)
    people = np.array([place.population for place in settlement.places])
    assert journeys.sum(axis=1) == pytest.approx(0.12 * people, rel=1e-3)
    assert np.diag(journeys).sum() == 0


def test_counts_are_those_of_the_day_times_the_hours_share(planet, settlement):
    daily, share = daily_vehicles(settlement), hour_share(local_time(planet.region(KEY), NOON))
    roads = vehicles(settlement, NOON)
    expected = np.array([daily.get(road.road, 0) * share for road in roads])
    counted = np.array([road.vehicles_per_hour for road in roads])
    # Poisson: within five standard deviations.
    assert (np.abs(counted - expected) <= 5 * np.sqrt(expected + 1)).all()
    assert roads == vehicles(settlement, NOON + timedelta(minutes=20))
    assert roads != vehicles(settlement, NOON + timedelta(days=7))


def test_every_place_is_left_by_its_own_drivers_on_some_road(settlement):
    daily = daily_vehicles(settlement)
    for place in settlement.places:
        at = sum(daily.get(road.id, 0) for road in settlement.roads if place.cell in (road.cells[0], road.cells[-1]))
        assert at >= 0.12 * place.population


def test_a_flooded_road_carries_none_and_others_carry_its_traffic(settlement, planet):
    daily = daily_vehicles(settlement)
    busiest = max((road for road in settlement.roads if road.id in daily), key=lambda road: daily[road.id])
    depth = np.zeros(planet.ground(KEY).sea.shape)
    depth.ravel()[list(busiest.cells[1:-1] or busiest.cells)] = 20.0
    wet = daily_vehicles(settlement, depth)
    assert busiest.id not in wet
    lost, not_made = delay_vehicle_hours(settlement, depth)
    assert lost > 0 or not_made > 0
    assert delay_vehicle_hours(settlement, np.zeros_like(depth)) == (0.0, 0)
    flooded_road = {road.road: road for road in vehicles(settlement, NOON, depth)}[busiest.id]
    assert (flooded_road.vehicles_per_hour, flooded_road.on_the_road, flooded_road.speed_km_h) == (0, 0, 0.0)


def test_settlements_of_one_region_give_one_traffic(planet, settlement):
    again = make_settlement(make_ground(planet.region(KEY)))
    assert daily_vehicles(again) == daily_vehicles(settlement)
