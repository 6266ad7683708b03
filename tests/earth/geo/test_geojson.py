import json

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.geo.geojson import Unreadable, demand_degrees, feature, feature_collection, parse, positions

SQUARE = [[0, 0], [1, 0], [1, 1], [0, 0]]


@given(st.tuples(st.floats(-180, 170), st.floats(-90, 80)))
def test_a_shape_written_is_read_back(corner):
    box = shapely.box(*corner, corner[0] + 5, corner[1] + 5)
    written = json.dumps(feature_collection([feature(box, {"name": "a"})]))
    [back] = parse(written)[0]["features"]
    assert back["properties"] == {"name": "a"}
    assert shapely.Polygon(positions(back["geometry"]["coordinates"][0])).equals(box)


def test_a_third_coordinate_is_left_out():
    assert positions([[1, 2, 3]]).tolist() == [[1, 2]]


@pytest.mark.parametrize(
    ("ring", "message"),
    [
        ("here", "a ring must be a list of"),
        ([[0]], "a point must be .longitude, latitude., got .0."),
        ([[0, "1"]], "a point must be two numbers"),
        ([[0, True]], "a point must be two numbers"),
    ],
)
def test_what_is_not_a_ring_is_named(ring, message):
    with pytest.raises(Unreadable, match=message):
        positions(ring)


def test_a_point_off_the_globe_is_named_with_its_place():
    with pytest.raises(Unreadable, match=r"rings\[0\]: a point must be .* got \[0.0, 91.0\]"):
        demand_degrees(positions([*SQUARE, [0, 91]]), "rings[0]")


def test_a_key_given_twice_is_reported():
    assert parse('{"a": 1, "a": 2}') == ({"a": 2}, ["the key 'a' stands twice in one object, with different values"])
