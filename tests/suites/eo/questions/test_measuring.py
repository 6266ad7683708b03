"""Positions, directions and counts worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from tests.suites.eo.questions.toy_lake import ToyLake, rectangle

from mesocosm.suites.eo.questions.measuring import (
    count_by_pixels,
    direction,
    distance,
    edges,
    in_shares,
    inner,
    middles_by_pixels,
    polygon_area_m2,
    share_in_view,
    shares_in_view,
    whole_in_view,
)

FRAME = ToyLake().frame("rgb-0")
"""A frame of 768 pixels of 0.5 m along a side."""
VIEW = (0.25, 0.25, 0.5, 0.5)
"""A view of pixels 192 to 384 in both directions."""


def test_a_thing_in_the_view_is_whole() -> None:
    thing = rectangle("a", "car", 200, 200, 20, 10)
    assert whole_in_view([thing], FRAME, VIEW) == [thing]
    assert count_by_pixels([thing], FRAME, VIEW) == 1


def test_what_the_edge_cuts_is_left_out_both_ways() -> None:
    thing = rectangle("a", "car", 186, 200, 20, 10)
    assert whole_in_view([thing], FRAME, VIEW) == []
    assert count_by_pixels([thing], FRAME, VIEW) == 0


def test_a_thing_that_ends_at_the_edge_is_not_clear() -> None:
    assert whole_in_view([rectangle("a", "car", 192.4, 200, 20, 10)], FRAME, VIEW) is None
    assert whole_in_view([rectangle("a", "car", 191.4, 200, 20, 10)], FRAME, VIEW) is None


def test_a_thing_outside_is_not_in_view() -> None:
    thing = rectangle("a", "car", 20, 20, 20, 10)
    assert whole_in_view([thing], FRAME, VIEW) == []
    assert share_in_view(thing, FRAME, VIEW) == 0.0


def test_half_a_thing_is_in_view() -> None:
    assert share_in_view(rectangle("a", "car", 182, 200, 20, 10), FRAME, VIEW) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("end", "point"),
    [
        ((10, 0), "east"),
        ((10, -10), "north-east"),
        ((0, -10), "north"),
        ((-10, -10), "north-west"),
        ((-10, 0), "west"),
        ((-10, 10), "south-west"),
        ((0, 10), "south"),
        ((10, 10), "south-east"),
    ],
)
def test_directions_have_north_up(end: tuple[float, float], point: str) -> None:
    assert direction((0.0, 0.0), end) == (point, pytest.approx(22.5))


def test_the_question_states_the_border_between_two_points() -> None:
    # tan 22.5° = 0.4142: halfway between east and north-east.
    assert direction((0.0, 0.0), (1.0, -0.41421356))[1] == pytest.approx(0.0, abs=1e-4)


def test_distance_of_a_right_triangle() -> None:
    assert distance((1.0, 1.0), (4.0, 5.0)) == 5.0


def test_middles_by_pixels_are_those_of_boxes() -> None:
    assert middles_by_pixels([rectangle("a", "car", 10, 20, 8, 4)], FRAME) == [(14.0, 22.0)]


def test_area_of_a_rectangle_in_square_metres() -> None:
    # 20 × 10 pixels of half a metre: 10 m × 5 m.
    assert polygon_area_m2(rectangle("a", "car", 10, 20, 20, 10), FRAME) == pytest.approx(50.0)


def test_edges_and_shares_of_a_view() -> None:
    assert edges(VIEW, FRAME) == (192, 192, 384, 384)
    assert in_shares((288.0, 192.0), FRAME, VIEW) == (0.5, 0.0)
    assert inner(VIEW, (0.5, 0.0, 1.0, 0.5)) == (0.375, 0.25, 0.5, 0.375)


def test_many_shares_are_those_of_each() -> None:
    things = [rectangle("a", "car", x, y, 20, 10) for x in range(0, 400, 37) for y in range(0, 400, 41)]
    boxes, inside = np.asarray([thing.box for thing in things]), np.asarray([thing.inside for thing in things])
    assert shares_in_view(boxes, inside, FRAME, VIEW).tolist() == [
        share_in_view(thing, FRAME, VIEW) for thing in things
    ]
