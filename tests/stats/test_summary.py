"""Centre, spread and quantiles."""

import math

from mesocosm.stats.summary import deviation, known_first, mean, median, percentile, value_range


def test_summaries_of_nothing_are_nan():
    found = [summary([math.nan]) for summary in (mean, median, deviation, value_range)]
    assert all(math.isnan(value) for value in [*found, percentile([], rank=90), deviation([1.0])])


def test_what_is_unknown_comes_last_among_the_largest_first():
    assert sorted([0.5, math.nan, 1.0], key=known_first, reverse=True)[:2] == [1.0, 0.5]
