from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.scoring.numeric import apart_at_most, relative_error, within

NUMBERS = st.floats(1e-6, 1e6) | st.floats(-1e6, -1e-6)


@pytest.mark.parametrize(
    ("value", "truth", "error"), [(11, 10, 0.1), (9, 10, 0.1), (-10, 10, 2.0), (0, 10, 1.0), (-5, -4, 0.25)]
)
def test_relative_error_by_hand(value: float, truth: float, error: float) -> None:
    assert relative_error(value, truth) == pytest.approx(error, rel=1e-15)  # one subtraction, one division


@pytest.mark.parametrize(
    ("value", "truth"), [(1, 0), (math.nan, 1), (math.inf, 1), (1, math.nan), (1, -math.inf), (0, 0)]
)
def test_no_error_can_be_computed_without_two_finite_numbers_and_a_truth(value: float, truth: float) -> None:
    assert math.isnan(relative_error(value, truth))
    assert not within(value, truth, tolerance=1e9)


@pytest.mark.parametrize(("value", "inside"), [(5, True), (5.0000001, False), (3, True), (2.9999999, False), (4, True)])
def test_the_bound_itself_is_inside(value: float, inside: bool) -> None:
    assert within(value, 4, tolerance=0.25) is inside  # 5 and 3 differ from 4 by exactly a quarter


@given(NUMBERS, NUMBERS, st.sampled_from([-8.0, -1.0, 0.5, 4.0]))
@settings(max_examples=80, deadline=None)
def test_the_scale_and_sign_of_both_do_not_matter(value: float, truth: float, factor: float) -> None:
    assert relative_error(value * factor, truth * factor) == relative_error(value, truth)  # powers of two are exact


@pytest.mark.parametrize("odd", [math.inf, -math.inf, math.nan, complex(math.inf, 1), complex(1, math.nan)])
@pytest.mark.parametrize("other", [1.0, 0.0, math.inf, math.nan, 1 + 2j])
def test_a_number_that_is_not_finite_is_near_no_other(odd: complex, other: complex) -> None:
    assert not apart_at_most(odd, other, math.inf)
    assert not apart_at_most(odd, other, 1e308)
    assert not apart_at_most(other, odd, 1e308)
    assert not apart_at_most(1.0, 1.0, math.inf)  # an endless tolerance comes from an endless number


def test_numbers_as_far_apart_as_allowed_are_near() -> None:
    assert apart_at_most(5.0, 4.0, 1.0)
    assert apart_at_most(3 + 4j, 0.0, 5.0)  # the hypotenuse of 3 and 4
    assert not apart_at_most(5.1, 4.0, 1.0)
    assert not apart_at_most(complex(1.7e308, 1.7e308), 0.0, 1e308)  # finite parts, a size beyond all floats
