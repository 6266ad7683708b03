from __future__ import annotations

import pytest

from mesocosm.earth.geo.distance import EARTH_RADIUS_KM
from mesocosm.earth.weather.soundings.stations import Station, nearest_station
from mesocosm.errors import InvalidRecord

DEGREE_KM = EARTH_RADIUS_KM * 3.141592653589793 / 180


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
