"""Accuracy by listing size."""

import math

import pytest
from tests.stats.making import episode

from mesocosm.stats.sizes import NAMES, item_sizes, size_bin, size_bins


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


def test_bins_by_hand():
    found = size_bins(
        [
            episode(0, True, output_characters=5_000, tokens=10),
            episode(1, False, output_characters=9_000, tokens=30),
            episode(2, True, output_characters=600_000, tokens=7),
            episode(3, None, output_characters=600_000, tokens=999),
        ]
    )
    by_name = {one.name: one for one in found}
    assert tuple(by_name) == NAMES  # empty bins are there too
    assert (by_name["≤10k"].accuracy.share, by_name["≤10k"].mean_tokens) == (0.5, 20)
    assert (by_name[">500k"].accuracy.n, by_name[">500k"].mean_tokens) == (1, 7)
    assert by_name["10–20k"].accuracy.n == 0
    assert math.isnan(by_name["10–20k"].mean_tokens)


def test_a_reference_run_places_the_items():
    reference = item_sizes([episode(0, output_characters=30_000), episode(0, epoch=2, output_characters=200_000)])
    found = size_bins([episode(0, output_characters=5), episode(1)], sizes=reference)
    assert {one.name: one.accuracy.n for one in found if one.accuracy.n} == {"100–250k": 1}  # item 1 is unknown there
