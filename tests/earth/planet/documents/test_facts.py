"""Facts agree with the layers of the story from which they are collected."""

from datetime import UTC, date, datetime

import numpy as np
import pytest

from mesocosm.earth.planet.consequences.roads import STOPS_MM, closed_roads, journey_minutes
from mesocosm.earth.planet.documents.facts import AFTERMATH_DAYS, month, period_of
from mesocosm.earth.planet.documents.water_facts import river_name
from mesocosm.errors import UserError
from mesocosm.types import TimeInterval

FIRST = date(2031, 3, 14)
"""The storm begins in hour 1750 of the year, on its 73rd day, and ends in hour 1802, on its 76th."""


@pytest.fixture(scope="module")
def window(flooded):
    """Return the days of the year on which the storm's water is observed, as a slice."""
    return slice(72, 76 + AFTERMATH_DAYS)


def test_an_event_lasts_from_its_first_to_its_last_day(storm_facts):
    assert storm_facts.period.first == FIRST
    assert storm_facts.period.days == 4
    assert [storm_facts.get(key).value for key in ("begin", "end")] == [73, 76]


def test_rain_of_a_place_is_that_of_its_cell(flooded, storm_facts):
    place = flooded.settlement.places[1]
    rain = flooded.sky.days(FIRST, 4)["precipitation"].values.reshape(4, -1)[:, place.cell]
    assert storm_facts.get("rain", place.id).value == pytest.approx(float(rain.sum()), abs=0.051)
    assert storm_facts.get("wettest", place.id).value == pytest.approx(float(rain.max()), abs=0.051)


def test_the_peak_is_the_largest_daily_discharge(flooded, storm_facts, window):
    place = next(place for place in flooded.settlement.places if storm_facts.has("peak", place.id))
    flow = flooded.water.discharge_m3_s.reshape(365, -1)[window, place.river_cell]
    assert storm_facts.get("peak", place.id).value == pytest.approx(float(flow.max()), abs=0.001)
    assert storm_facts.get("peak day", place.id).value == 73 + int(flow.argmax())


def test_flooded_area_is_counted_on_the_worst_day(flooded, storm_facts, window):
    wet = (flooded.water.flood_depth_m[window] > 0.1).sum(axis=(1, 2))
    assert storm_facts.get("flooded").value == wet.max() > 0
    assert storm_facts.get("flooded day").value == 73 + int(wet.argmax())
    (deepest,) = storm_facts.all("deepest")
    assert deepest.value == pytest.approx(float(flooded.water.flood_depth_m[window].max()), abs=0.0051)


def test_closed_roads_are_those_under_water(flooded, storm_facts, window):
    depths = np.asarray(flooded.water.flood_depth_m[window], np.float64)
    closed = [closed_roads(flooded.settlement, depth) for depth in depths]
    roads_named = {fact.id.rpartition(".")[2] for fact in storm_facts.all("shut days")}
    assert roads_named == {road for roads in closed for road in roads} != set()
    for road in roads_named:
        assert storm_facts.get("shut days", road).value == sum(road in roads for roads in closed)
        assert storm_facts.get("road depth", road).value >= STOPS_MM / 1000


def test_delays_are_journeys_on_the_worst_day_less_dry_ones(flooded, storm_facts, window):
    depths = np.asarray(flooded.water.flood_depth_m[window], np.float64)
    worst = depths[int(depths.sum(axis=(1, 2)).argmax())]
    late = journey_minutes(flooded.settlement, worst)[0] - journey_minutes(flooded.settlement)[0]
    for at, place in enumerate(flooded.settlement.places):
        assert storm_facts.has("cut off", place.id) == np.isinf(late[at])
        if storm_facts.has("delay", place.id):
            assert storm_facts.get("delay", place.id).value == pytest.approx(late[at], abs=0.51)


def test_one_river_has_one_name(flooded):
    ground = flooded.ground
    cell = int(ground.upstream_km2.argmax())
    above = np.flatnonzero(ground.downstream.ravel() == cell)
    assert {river_name(ground, int(other)) for other in above} == {river_name(ground, cell)}


def test_a_month_ends_with_the_year(flooded):
    assert period_of(flooded, month(2031, 12)).last == date(2031, 12, 31)
    assert period_of(flooded, month(2031, 2)).days == 28


def test_another_year_is_refused(flooded):
    span = TimeInterval(start=datetime(2032, 1, 1, tzinfo=UTC), end=datetime(2032, 2, 1, tzinfo=UTC))
    with pytest.raises(UserError, match="must lie in 2031, got 2032-01-01 to 2032-02-01"):
        period_of(flooded, span)
