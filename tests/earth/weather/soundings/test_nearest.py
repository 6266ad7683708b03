from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.weather.day import Station
from mesocosm.earth.weather.soundings.nearest import great_circle_km, nearest_station
from mesocosm.errors import InvalidRecord

DEGREE_KM = 6371 * 3.141592653589793 / 180

latitudes, longitudes = st.floats(-90, 90), st.floats(-180, 180)


def test_a_degree_of_the_equator_and_of_a_meridian() -> None:
    assert great_circle_km(0, 0, [0, 1, 0], [1, 0, 180]) == pytest.approx([DEGREE_KM, DEGREE_KM, 180 * DEGREE_KM])


def test_a_degree_of_longitude_is_shorter_in_the_north() -> None:
    assert great_circle_km(60, 0, [60], [1]) == pytest.approx([DEGREE_KM / 2], rel=1e-4)


@given(latitudes, longitudes, latitudes, longitudes)
def test_distance_is_the_same_both_ways_and_half_the_globe_at_most(
    lat1: float, lon1: float, lat2: float, lon2: float
) -> None:
    [there], [back] = great_circle_km(lat1, lon1, [lat2], [lon2]), great_circle_km(lat2, lon2, [lat1], [lon1])
    assert there == pytest.approx(back, abs=1e-6)
    assert 0 <= there <= 180 * DEGREE_KM + 1e-6


def test_the_nearest_across_the_antimeridian() -> None:
    stations = [Station("A", 0, -179, 0), Station("B", 0, 170, 0)]
    found = nearest_station(stations, 0, 179)
    assert found.station.id == "A"
    assert found.distance_km == pytest.approx(2 * DEGREE_KM)


def test_of_two_equally_near_the_first() -> None:
    stations = [Station("A", 1, 0, 0), Station("B", -1, 0, 0)]
    assert nearest_station(stations, 0, 0).station.id == "A"


def test_no_stations() -> None:
    with pytest.raises(InvalidRecord, match="no station to choose from"):
        nearest_station([], 0, 0)
