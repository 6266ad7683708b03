from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from mesocosm.earth.geo.box import BoundingBox


@pytest.mark.parametrize(("field", "value"), [("west", -180.5), ("east", 181), ("south", -91), ("north", math.nan)])
def test_a_box_refuses_what_is_not_on_the_globe(field: str, value: float) -> None:
    with pytest.raises(ValidationError, match=rf"{field}\n  Input should be"):
        BoundingBox.model_validate({"west": 0, "south": 0, "east": 1, "north": 1, field: value})


def test_a_box_upside_down_says_both_edges() -> None:
    with pytest.raises(ValidationError, match="south must not exceed north, got south 5.0 and north 4.0"):
        BoundingBox(west=0, south=5, east=1, north=4)


@pytest.mark.parametrize(("longitude", "inside"), [(179, True), (-179, True), (170, True), (-170, True), (0, False)])
def test_a_box_over_the_antimeridian(longitude: float, inside: bool) -> None:
    box = BoundingBox(west=170, south=-10, east=-170, north=10)  # Fiji
    assert box.crosses_antimeridian
    assert box.contains(longitude, 0) is inside


@given(st.floats(-180, 180), st.floats(-180, 180), st.floats(-180, 180), st.floats(-90, 90))
@settings(max_examples=100, deadline=None)
def test_a_point_lies_in_a_box_or_in_the_box_of_the_other_longitudes(w: float, e: float, x: float, y: float) -> None:
    assume(w != e)
    here, there = (BoundingBox(west=a, south=-90, east=b, north=90) for a, b in ((w, e), (e, w)))
    assert here.contains(x, y) or there.contains(x, y)
