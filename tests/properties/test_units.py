from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm import units
from mesocosm.units import In

LENGTHS = ["m", "km", "cm", "mile", "foot", "inch", "nautical_mile", "micrometer"]
NUMBERS = st.floats(-1e6, 1e6)


@given(NUMBERS, st.sampled_from(LENGTHS), st.sampled_from(LENGTHS))
@settings(max_examples=80, deadline=None)
def test_there_and_back_is_where_it_began(value: float, one: str, other: str) -> None:
    back = units.convert(units.convert(value, one, other), other, one)
    assert abs(back - value) <= 1e-12 * abs(value) + 1e-300  # two roundings


@given(NUMBERS, st.sampled_from(LENGTHS))
@settings(max_examples=80, deadline=None)
def test_text_with_a_unit_is_the_number_converted(value: float, unit: str) -> None:
    read = In("m").read(f"{value!r} {unit}")
    assert abs(read - units.convert(value, unit, "m")) <= 1e-12 * abs(read)


@given(st.text(max_size=30) | st.text("0123456789 .*/^()-+eEmskgK°µ²⁻'\"#\\[]{}", max_size=30))
@settings(max_examples=100, deadline=None)
def test_any_text_is_a_finite_length_or_refused(text: str) -> None:
    with suppress(ValueError):  # any other class would break an episode
        assert isinstance(In("m").read(text), float)
