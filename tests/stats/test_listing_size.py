"""Bins of listing sizes."""

import pytest

from mesocosm.stats.listing_size import size_bin


@pytest.mark.parametrize(
    ("characters", "name"),
    [
        (0, "no listing"),
        (1, "≤10k"),
        (10_000, "≤10k"),
        (10_001, "10–20k"),
        (50_000, "20–50k"),
        (100_000, "50–100k"),
        (100_001, "100–250k"),
        (500_000, "250–500k"),
        (500_001, ">500k"),
    ],
)
def test_the_upper_bound_belongs_to_the_bin(characters, name):
    assert size_bin(characters) == name
