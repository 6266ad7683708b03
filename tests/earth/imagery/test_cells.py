"""The squares that are searched contain every scene that meets a box."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mesocosm.earth.imagery.cells import cell_keys, expand_ranges, occupied_places
from mesocosm.earth.imagery.index_building import levels_of

SIZES = st.sampled_from([0.0, 1e-5, 0.0005, 0.1, 1.0, 1.1, 22.5, 90.0, 180.0]) | st.floats(0, 180)


def key_of(box: list[float]) -> np.ndarray:
    return cell_keys(*(np.array([edge]) for edge in box))


@given(west=st.floats(-180, 180), south=st.floats(-90, 90), width=SIZES, height=SIZES, data=st.data())
@settings(max_examples=120, deadline=None)
def test_a_box_is_found_from_any_box_that_it_meets(west, south, width, height, data) -> None:
    east, north = west + width, min(south + height, 90.0)
    crosses = east > 180
    key = key_of([west, south, east - 360 if crosses else east, north])
    x, y = data.draw(st.floats(west, east)), data.draw(st.floats(south, north))
    x = x - 360 if x > 180 else x
    assume(-180 <= x <= 180)
    grown = data.draw(SIZES)
    box = np.array([max(x - grown, -180), max(y - grown, -90), x, y])
    assert occupied_places(key, levels_of(key), box).tolist() == [0]


@pytest.mark.parametrize(
    ("box", "level"),
    [([0, 0, 1, 1], 8), ([0, 0, 1.5, 0.1], 7), ([-180, -90, 180, 90], 0), ([5, 5, 5, 5], 20), ([179, 0, -179, 1], 7)],
)
def test_squares_are_no_smaller_than_the_box(box: list[float], level: int) -> None:
    """360 / 2⁸ = 1.41 degrees fit one degree; 360 / 2⁷ = 2.81 fit one and a half, and two over the antimeridian."""
    assert levels_of(key_of(box))[0][0] == level


def test_ranges_are_spread_to_their_numbers() -> None:
    assert expand_ranges(np.array([3, 9, 5]), np.array([5, 9, 8])).tolist() == [3, 4, 5, 6, 7]
    assert expand_ranges(np.array([], np.int64), np.array([], np.int64)).tolist() == []
