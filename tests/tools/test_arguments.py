"""Arguments as they come."""

import pytest

from mesocosm.tools.arguments import LARGEST_ARGUMENTS, problem_of, read_arguments


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ('{"x_m": 1}', {"x_m": 1}),
        ("", {}),  # as some servers write a call without arguments
        (" \n", {}),
        ({"x_m": 1}, {"x_m": 1}),
        ("[1]", "[1]"),
        ("{not json", "{not json"),
        ("[" * 100_000, "[" * 100_000),
        (None, None),
        (3, 3),
    ],
)
def test_text_of_an_object_is_read_and_all_else_stays(given, read):
    assert read_arguments(given) == read


def test_what_is_wrong_with_a_text_is_named():
    assert problem_of("[1]") == 'must be a JSON object, got "[1]"'
    assert problem_of("{x").startswith('must be a JSON object, got "{x", which is not JSON: Expecting property name')
    assert "at most 2,000,000" in problem_of("x" * (LARGEST_ARGUMENTS + 1))
