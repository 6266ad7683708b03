"""The number grammar; expected values worked by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.scoring.open_answers.number_text import read_number
from mesocosm.scoring.open_answers.plain_text import plain
from mesocosm.scoring.open_answers.verdict import TooMuch


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("-3.5", -3.5),
        (r"6.02 \times 10^{23}", 6.02e23),
        ("6.02e-3", 6.02e-3),
        ("6.02 10^{4}", 6.02e4),
        ("10^{-3}", 1e-3),
        (r"\frac{87}{4}", 21.75),
        (r"40\pi", 40 * math.pi),
        (r"\sqrt{2}/2", math.sqrt(0.5)),
        ("1 - e^{-2}", 1 - math.exp(-2)),
        (r"\ln 2", math.log(2)),
        (r"2\ln(3)", 2 * math.log(3)),
        ("2.5(4)(3)", 30.0),
        ("12 ± 3", 12.0),
        ("-2^{2}", -4.0),
    ],
)
def test_value(written, value):
    number = read_number(plain(written))
    assert number is not None
    assert number.value == pytest.approx(value, rel=1e-12)


def test_lost_multiplication_sign_is_the_first_reading_and_the_literal_the_second():
    number = read_number(plain("4.710^{-3}"))
    assert number is not None
    assert number.value == pytest.approx(4.7e-3)
    assert number.last_place == pytest.approx(1e-4)
    assert number.other == pytest.approx(4.71**-3)


@pytest.mark.parametrize(
    ("written", "place"), [("3.40", 0.01), ("12", 1.0), (r"3.4 \times 10^{5}", 1e4), (r"\frac{1}{3}", 0)]
)
def test_last_written_digit(written, place):
    number = read_number(plain(written))
    assert number is not None
    assert number.last_place == pytest.approx(place)


@pytest.mark.parametrize("written", ["x", "", "m/s", "10^{10^{10}}", "1e999", "9" * 400, "√(-2)", "ln(0)"])
def test_no_number(written):
    assert read_number(plain(written)) is None


def test_number_stops_before_a_unit_or_symbol():
    number = read_number("3 m")
    assert number is not None
    assert number.end == 1


def test_long_sum_is_refused():
    with pytest.raises(TooMuch):
        read_number("1+" * 700 + "1")


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e150, max_value=1e150))
def test_every_printed_float_reads_back(value):
    number = read_number(plain(repr(value)))
    assert number is not None
    assert number.value == value
