from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.geo.distance import great_circle_km

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


def test_between_oklahoma_city_and_kansas_city_as_another_library_has_it() -> None:
    import pyproj

    places = (-97.5164, 35.4676, -94.5786, 39.0997)
    ellipsoid_m = pyproj.Geod(ellps="WGS84").inv(*places)[2]
    [distance] = great_circle_km(places[1], places[0], [places[3]], [places[2]])
    assert distance == pytest.approx(ellipsoid_m / 1000, rel=0.006)


def test_another_sphere_stretches_distances() -> None:
    assert great_circle_km(0, 0, [0], [1], radius_km=6371.229) == pytest.approx([DEGREE_KM * 6371.229 / 6371])
