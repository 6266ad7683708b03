"""One seed, one result: nothing that is written may hang on the last bits of a mathematical library."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.questions.rounding import round_digits


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.1 + 0.2, 0.3),
        (2 / 3, 0.666666667),
        (-123456789.049999, -123456789.0),
        (1e-300, 1e-300),
        (0.0, 0.0),
        (math.inf, math.inf),
    ],
)
def test_nine_digits_are_kept(value, expected):
    assert round_digits(value) == expected


def test_no_data_stays_no_data():
    assert math.isnan(round_digits(math.nan))


@given(st.integers(10**8, 10**9 - 1), st.integers(-20, 20), st.integers(-4, 4))
def test_the_last_bits_of_a_decimal_do_not_count(digits, exponent, steps):
    """Any number of nine digits or, halved, of ten whose last is 5, up to four neighbours away."""
    for text in (f"{digits}e{exponent}", f"{digits}5e{exponent}"):
        near = float(text)
        for _ in range(abs(steps)):
            near = math.nextafter(near, math.copysign(math.inf, steps))
        assert round_digits(near) == round_digits(float(text))
