"""Sequences of calls against a reference, worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.scoring.tool_match import match_tools


@pytest.mark.parametrize(
    ("called", "reference", "expected"),
    [
        ("abc", "abc", (True, True, True)),
        ("axbxc", "abc", (False, True, True)),
        ("cba", "abc", (False, False, True)),
        ("ab", "abc", (False, False, False)),
        ("ab", "aab", (False, False, False)),  # the reference calls a twice
        ("aba", "aab", (False, False, True)),
        ("", "a", (False, False, False)),
        ("", "", (True, True, True)),
        ("a", "", (False, True, True)),
    ],
)
def test_matches(called, reference, expected):
    match = match_tools(called, reference)
    assert (match.exact, match.in_order, match.any_order) == expected


@given(st.text("abc", max_size=6), st.text("abc", max_size=4))
def test_each_match_implies_the_weaker_one(called, reference):
    match = match_tools(called, reference)
    assert match.exact <= match.in_order <= match.any_order
