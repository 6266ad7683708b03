import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.suites.eo.lake.colours import COLOURS, colour_name


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ((240, 240, 238), "white"),
        ((36, 37, 41), "black"),
        ((112, 116, 122), "grey"),
        ((168, 34, 34), "red"),
        ((40, 74, 142), "blue"),
        ((62, 96, 66), "green"),
        ((222, 184, 52), "yellow"),
        ((110, 84, 66), "brown"),
        ((70, 176, 206), "blue"),
    ],
)
def test_colours_have_the_names_people_give_them(colour: tuple[int, int, int], name: str) -> None:
    assert colour_name(*colour) == name


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
def test_every_colour_has_a_name(red: int, green: int, blue: int) -> None:
    assert colour_name(red, green, blue) in COLOURS
