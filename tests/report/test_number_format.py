"""Numbers for people."""

import math

import pytest

from mesocosm.report import number_format


@pytest.mark.parametrize(
    ("formatted", "expected"),
    [
        (number_format.number(0.5, 1), "0.5"),
        (number_format.number(-0.0), "0.000"),
        (number_format.format_signed(0.25, 2), "+0.25"),
        (number_format.whole(1234567.4), "1,234,567"),
        (number_format.percent(0.125), "12.5 %"),
        (number_format.points(-0.05), "-5.0"),
        (number_format.width(0.05), "5.0"),
        (number_format.interval(0.5, 0.25, math.nan), "50.0 % [25.0, –]"),
        (number_format.difference(0.1, -0.1, 0.3), "+10.0 [-10.0, +30.0]"),
        (number_format.p_value(0.00001), "<0.0001"),
        (number_format.p_value(0.25), "0.2500"),
    ],
)
def test_by_hand(formatted, expected):
    assert formatted == expected


def test_no_data_is_a_dash():
    words = (
        number_format.number,
        number_format.format_signed,
        number_format.whole,
        number_format.percent,
        number_format.points,
        number_format.p_value,
    )
    assert {word(math.nan) for word in words} == {number_format.NO_DATA}
    assert number_format.interval(math.nan, 0, 1) == number_format.difference(math.nan, 0, 1) == "–"
