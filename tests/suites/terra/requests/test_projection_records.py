"""Quantile delta mapping as requests state it, worked by hand, by the tool's function and by that of second ways."""

import numpy as np
import pytest

from mesocosm.earth.climate.quantile_mapping import map_series
from mesocosm.suites.terra.requests.projection_records import OTHER_SHARES, delta_mapped

PAST = np.arange(10.0)
TRUTH = 2 * PAST
"""Quantiles of both are straight lines, 9 p and 18 p: the shift is 9 p, and the factor 2 where p is above 0."""


def both(future, kind):
    future = np.asarray(future)
    ways = map_series(future, TRUTH, PAST, method="QDM", kind=kind), delta_mapped(future, TRUTH, PAST, kind)
    assert ways[0] == pytest.approx(ways[1])
    return ways[0]


def test_a_shift_at_the_quantile_of_a_day_in_its_own_period():
    # Two days are at (1 - 0.5) / 2 and (2 - 0.5) / 2.
    assert both([10.0, 20.0], "additive") == pytest.approx([10 + 9 * 0.25, 20 + 9 * 0.75])


def test_equal_days_share_their_mean_rank():
    # Ranks 1.5, 1.5, 3 and 4 of four days.
    assert both([5.0, 5.0, 6.0, 7.0], "additive") == pytest.approx([7.25, 7.25, 6 + 9 * 0.625, 7 + 9 * 0.875])


def test_beyond_the_outermost_quantiles_theirs_applies():
    lowest = both(np.arange(1000.0), "additive")[0]
    assert lowest == pytest.approx(9 * 0.005)


def test_a_factor_keeps_dry_days_dry():
    assert both([0.0, 3.0], "multiplicative") == pytest.approx([0.0, 6.0])


def test_variants_of_the_quantiles_agree_where_they_are_a_straight_line():
    future = np.array([10.0, 20.0])
    for shares in OTHER_SHARES:
        assert delta_mapped(future, TRUTH, PAST, "additive", shares) == pytest.approx([12.25, 26.75])
