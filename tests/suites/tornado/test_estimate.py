"""The estimated cost of a run of days."""

from mesocosm import registry
from mesocosm.report.estimate import estimate


def test_a_day_of_a_suite_of_120_steps_and_pictures_reads_7_million_tokens():
    """120 openings of 2,200 tokens, and 120 · 119 / 2 times a reply of 150 and a map of 800 (assumed): 7.0 M."""
    found = estimate(registry.load("suites", "tornado"), items=1)
    assert not found.is_measured
    assert 6.9e6 < found.item_read.high < 7.2e6
