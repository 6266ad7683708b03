"""Numbers for people."""

import math

import pytest

from mesocosm.report import wording


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (wording.number(0.5, 1), "0.5"),
        (wording.number(-0.0), "0.000"),
        (wording.signed(0.25, 2), "+0.25"),
        (wording.whole(1234567.4), "1,234,567"),
        (wording.percent(0.125), "12.5 %"),
        (wording.points(-0.05), "-5.0"),
        (wording.width(0.05), "5.0"),
        (wording.interval(0.5, 0.25, math.nan), "50.0 % [25.0, –]"),
        (wording.difference(0.1, -0.1, 0.3), "+10.0 [-10.0, +30.0]"),
        (wording.p_value(0.00001), "<0.0001"),
        (wording.p_value(0.25), "0.2500"),
    ],
)
def test_by_hand(told, expected):
    assert told == expected


def test_no_data_is_a_dash():
    words = (wording.number, wording.signed, wording.whole, wording.percent, wording.points, wording.p_value)
    assert {word(math.nan) for word in words} == {wording.NO_DATA}
    assert wording.interval(math.nan, 0, 1) == wording.difference(math.nan, 0, 1) == "–"
