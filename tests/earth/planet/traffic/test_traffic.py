"""Traffic in time: counts follow the week, ships keep to the sea, aircraft to their stands."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from shapely.geometry import box

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.town import Part, Site
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.earth.planet.traffic.aircraft import _on_stand, stands
from mesocosm.earth.planet.traffic.lanes import lanes
from mesocosm.earth.planet.traffic.rhythm import hour_share, local_time, week_shares
from mesocosm.earth.planet.traffic.roads import daily_vehicles, delay_vehicle_hours, trips, vehicles
from mesocosm.earth.planet.traffic.ships import KNOT_M_H, moored_ships, region_ships, ships
from mesocosm.errors import UserError

KEY = "r005"
"""By the sea, with a port."""
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
    told = trips(settlement)
    people = np.array([place.population for place in settlement.places])
    assert told.sum(axis=1) == pytest.approx(0.12 * people, rel=1e-3)
    assert np.diag(told).sum() == 0


def test_counts_are_those_of_the_day_times_the_hours_share(planet, settlement):
    daily, share = daily_vehicles(settlement), hour_share(local_time(planet.region(KEY), NOON))
    told = vehicles(settlement, NOON)
    expected = np.array([daily.get(road.road, 0) * share for road in told])
    counted = np.array([road.vehicles_per_hour for road in told])
    # Poisson: within five standard deviations.
    assert (np.abs(counted - expected) <= 5 * np.sqrt(expected + 1)).all()
    assert told == vehicles(settlement, NOON + timedelta(minutes=20))
    assert told != vehicles(settlement, NOON + timedelta(days=7))


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
    told = {road.road: road for road in vehicles(settlement, NOON, depth)}[busiest.id]
    assert (told.vehicles_per_hour, told.on_the_road, told.speed_km_h) == (0, 0, 0.0)


def test_lanes_run_on_the_sea_to_the_edge(planet):
    region, sea = planet.region(KEY), make_ground(planet.region(KEY)).sea
    ways = lanes(region)
    assert any(way.port for way in ways)
    west, south, east, north = region.grid.edges
    rim = box(west, south, east, north).exterior
    for way in ways:
        assert rim.distance(way.line.interpolate(1.0, normalized=True)) <= 600
        inner = np.array(way.line.coords)[2 if way.port else 0 :]
        rows, columns = ((inner[:, n] - low) // 1000 for n, low in ((1, south), (0, west)))
        assert sea[rows.astype(int), columns.astype(int)].all()


def test_ships_move_by_their_speed_and_moored_ones_stay(planet):
    start = datetime(2031, 6, 3, tzinfo=UTC)
    before = {ship.id: ship for ship in ships(planet, KEY, start)}
    after = {ship.id: ship for ship in ships(planet, KEY, start + timedelta(minutes=6))}
    both = before.keys() & after.keys()
    assert both
    for key in both:
        a, b = before[key], after[key]
        moved = np.hypot(a.x - b.x, a.y - b.y)
        assert moved <= 0.1 * a.speed_kn * KNOT_M_H + 0.5 or a.port
        if a.port and b.port:
            assert moved == 0


def test_over_weeks_the_port_is_neither_empty_nor_crowded(planet, settlement):
    port = next(place.id for place in settlement.places if place.port)
    counts = [len(moored_ships(planet.region(KEY), port, NOON + timedelta(hours=31 * n))) for n in range(30)]
    assert 0.5 < np.mean(counts) < 6
    assert region_ships(planet.region(KEY), NOON) == region_ships(planet.region(KEY), NOON)


def test_no_stand_holds_two_aircraft(planet):
    apron = Part("p", "apron", box(0, 0, 340, 72), 0.0)
    site = Site("r005-p00-airfield", "airfield", box(-900, -100, 900, 200), (apron,))
    assert stands(site) == 7
    assert stands(replace(site, parts=())) == 0
    region = planet.region(KEY)
    told = [
        flight for day in range(20) for flight in _on_stand(region, site, 3, date(2031, 5, 1) + timedelta(days=day))
    ]
    times = [moment for flight in told for moment in (flight.arrives, flight.leaves)]
    assert times == sorted(times)
    assert 20 < len(told) < 90


def test_settlements_of_one_region_give_one_traffic(planet, settlement):
    again = make_settlement(make_ground(planet.region(KEY)))
    assert daily_vehicles(again) == daily_vehicles(settlement)
