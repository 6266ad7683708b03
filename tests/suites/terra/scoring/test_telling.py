"""Fields that cannot be had without data."""

import pytest

from mesocosm.suites.terra.scoring.telling import is_telling
from mesocosm.suites.terra.scoring.truth import Field

PROMPT = "Which of Ostrava and Brno had more than 35 °C on 4 March 2033? Take the 12 hours before noon."


@pytest.mark.parametrize(
    ("value", "tolerance", "tells"),
    [
        (31.4, 0.1, True),
        (0, 0, False),
        (0.0, 0.1, False),
        (2, 0, False),  # a count below 3
        (3, 0, True),
        (2.4, 0.1, True),
        (12, 0, False),  # of the request
        (35.05, 0.1, False),  # whoever copies 35 is right
        (35.2, 0.1, True),
        (True, 0, False),
        (None, 0, False),
        ("Ostrava", 0, False),
        ("Opava", 0, True),
        ("", 0, False),
        ("2033-03-04", 0, False),
        ("2033-03-05", 0, True),
        (["Brno", "Ostrava"], 0, False),
        (["Brno", "Opava"], 0, True),
        ([], 0, False),
    ],
)
def test_what_stands_in_the_request_or_is_too_small_tells_nothing(value, tolerance, tells):
    assert is_telling(Field(key="x", value=value, abs_tol=tolerance), PROMPT) is tells
