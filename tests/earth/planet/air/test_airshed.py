"""The air of a region: mass balances, towns are more polluted than the country, smoke follows the wind."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from mesocosm.earth.planet.air.airshed import Airshed
from mesocosm.earth.planet.air.emissions import Emissions
from mesocosm.earth.planet.air.smoke import GLOWS, smoke_hours
from mesocosm.earth.planet.air.stations import station
from mesocosm.earth.planet.air.tiles import from_nodes, tile_of
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.vegetation.fires import Fire
from mesocosm.errors import UserError

START = datetime(2031, 1, 13, tzinfo=UTC)
IN_WEEK_1 = datetime(2031, 1, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def ground():
    return make_ground(make_region(3, 5, 40))


def fire_at(ground, cells=20):
    """Return a fire of `cells` squared hectares that all burn in the first hour."""
    west, south, east, north = ground.region.grid.edges
    arrival = np.full((240, 240), np.inf)
    arrival[120 : 120 + cells, 120 : 120 + cells] = 0.5
    x, y = (west + east) / 2, (south + north) / 2
    return Fire("r005.fire.2031.008", IN_WEEK_1, x, y, 30.0, 2.0, 0.0, arrival, x - 12_000, y - 12_000)


@pytest.fixture(scope="module")
def airshed(ground):
    return Airshed(ground, make_settlement(ground), Sky(ground), lambda year: ())


@pytest.fixture(scope="module")
def smoky(ground):
    fire = fire_at(ground)
    return Airshed(ground, make_settlement(ground), Sky(ground), lambda year: (fire,))


@pytest.fixture(scope="module")
def week(airshed):
    return airshed.hours(datetime(2031, 1, 8, tzinfo=UTC), 168)


def test_every_milligram_is_accounted_for(airshed, smoky, week):
    smoky.smoke(IN_WEEK_1, 1)
    for ledger in (*airshed.ledger("people", 1), *smoky.ledger("smoke", 1)):
        gone = ledger.airborne + ledger.fallen + ledger.washed + ledger.oxidised + ledger.left
        assert ledger.emitted == gone
        assert ledger.emitted > 10**9
        assert min(ledger.airborne, ledger.fallen, ledger.left) >= 0


def test_what_a_run_emits_is_what_people_emit(ground, airshed, week):
    start, hours = datetime(2031, 1, 6, tzinfo=UTC), 216  # two days before the week
    warmth = Sky(ground).hours(start, hours)["temperature_2m"].values
    low, high = Emissions(ground, make_settlement(ground)).hours(start, warmth)
    expected = (low + high).sum(axis=(0, 2, 3)).astype(int).tolist()
    assert [ledger.emitted for ledger in airshed.ledger("people", 1)] == expected


def test_an_hour_does_not_depend_on_what_was_asked_before(ground, week):
    alone = Airshed(ground, make_settlement(ground), Sky(ground), lambda year: ())
    start = datetime(2031, 1, 10, 5, tzinfo=UTC)
    assert alone.hours(start, 3).identical(week.isel(time=slice(53, 56)))
    late = start + timedelta(hours=40)  # the run continues from where it stopped
    assert alone.hours(late, 4).identical(week.isel(time=slice(93, 97)))
    assert alone.hours(start, 3).identical(week.isel(time=slice(53, 56)))


def test_gases_need_no_fires(ground, week):
    def unasked(year):
        raise AssertionError(year)

    alone = Airshed(ground, make_settlement(ground), Sky(ground), unasked)
    gases = alone.hours(datetime(2031, 1, 8, tzinfo=UTC), 2, ["ozone"])
    assert gases.ozone.identical(week.ozone.isel(time=slice(0, 2)))
    assert list(gases.data_vars) == ["ozone"]


def test_concentrations_are_of_the_size_of_a_winters(ground, week):
    largest = make_settlement(ground).places[0]
    row, column = tile_of(ground.region, largest.x, largest.y)
    town, country = week.nitrogen_dioxide[:, row, column], week.nitrogen_dioxide.quantile(0.2, ("y", "x"))
    assert 12 < float(town.max()) < 250
    assert float(country.mean()) < 0.7 * float(town.mean()) < 40
    assert 3 < float(week.pm2p5.mean()) < 30
    assert float(week.ozone.min()) >= 0


def test_working_days_have_more_traffic_than_sundays(ground):
    emissions = Emissions(ground, make_settlement(ground))
    mild = np.full((20, 20), 16.0)
    friday, sunday = (
        sum(emissions.hour(datetime(2031, 1, day, hour, tzinfo=UTC), mild)["roads"].sum() for hour in range(24))
        for day in (9, 11)
    )
    assert 1.2 < friday / sunday < 1.6
    assert emissions.hour(START, mild)["heating"].sum() == 0
    people = sum(place.population for place in make_settlement(ground).places)
    assert emissions.people.sum() == pytest.approx(people, rel=1e-12)


def test_ozone_is_low_where_nitrogen_dioxide_is_high(week):
    pairs = [
        np.corrcoef(no2.ravel(), o3.ravel())[0, 1]
        for no2, o3 in zip(week.nitrogen_dioxide.values, week.ozone.values, strict=True)
    ]
    assert np.mean(pairs) < -0.5


def test_smoke_begins_with_its_fire_and_is_in_the_particles_alone(airshed, smoky, week):
    with_fire = smoky.hours(datetime(2031, 1, 8, tzinfo=UTC), 168)
    for name in ("nitrogen_dioxide", "ozone"):
        assert (with_fire[name].values == week[name].values).all()
    more = with_fire.pm2p5.values - week.pm2p5.values
    assert np.abs(more - with_fire.pm2p5_of_smoke.values).max() <= 0.11  # each value is rounded to 0.1
    smoke = with_fire.pm2p5_of_smoke.values
    assert not smoke[:48].any()
    assert smoke[48:72].max() > 50


def test_smoke_of_a_known_fire_is_fuel_times_factor(ground):
    # Cover of the middle decides the fuel; emission is proportional to burnt area.
    small, large = (smoke_hours(ground, (fire_at(ground, cells),), IN_WEEK_1, 24) for cells in (10, 20))
    assert GLOWS.sum() == pytest.approx(1)
    assert large.sum() > 2 * small.sum() > 0
    assert smoke_hours(ground, (fire_at(ground),), IN_WEEK_1 + timedelta(hours=40), 24).sum() == 0


def test_tiles_between_nodes_are_bilinear():
    field = np.arange(8.0).reshape(2, 2, 2) / 10
    tiles = from_nodes(field, 0.1)
    assert tiles.shape == (2, 10, 10)
    assert tiles[0, 0, 0] == pytest.approx(0.0)
    assert tiles[1, 9, 9] == pytest.approx(0.7)
    # The third tile is at the node, the fifth 0.4 of the way to the next one.
    assert tiles[0, 2, 4] == pytest.approx(0.04)


def test_stations_err_by_their_instruments_and_the_same_each_time(airshed, week, ground):
    place = make_settlement(ground).places[0]
    readings = station(airshed, place, datetime(2031, 1, 8, tzinfo=UTC), 168)
    error = (readings["pm2p5"] - readings["truth_pm2p5"]).values
    missing = np.isnan(readings["pm2p5"].values).mean()
    assert 0.2 < np.nanstd(error) < 5
    assert 0 <= missing < 0.15
    part = station(airshed, place, datetime(2031, 1, 9, 7, tzinfo=UTC), 20)
    assert np.array_equal(part["pm2p5"].values, readings["pm2p5"].values[31:51], equal_nan=True)


def test_wrong_times_are_refused(airshed):
    with pytest.raises(UserError, match="count must be at least 1, got 0"):
        airshed.hours(START, 0)
    with pytest.raises(UserError, match="time must carry a time zone"):
        airshed.hours(datetime(2031, 1, 1), 1)  # noqa: DTZ001 - it is what is refused
