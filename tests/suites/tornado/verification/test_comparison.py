"""Many days: denominators, missing days, intervals."""

import math

import pytest
from tests.suites.tornado.outlooks.drawing import box, outlook

from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Reading
from mesocosm.suites.tornado.verification.bootstrap import published_interval, ratio_interval
from mesocosm.suites.tornado.verification.comparison import compare, perform, summarise, truths_of

AREA = outlook(p10=box(-98, 34, -96, 36))
TRUTHS = {"20250301": EMPTY, "20250302": AREA, "20250303": EMPTY, "20250304": outlook(p5=box(-90, 33, -88, 35))}
"""Weights 1, 10, 1, 5 as published; 2, 10, 2, 5 by default."""


def readings(**days):
    return {f"2025030{name[1:]}": Reading(one, "valid") for name, one in days.items()}


def test_a_missing_day_counts_nothing_over_the_weight_of_all_days():
    row = summarise(perform(readings(d2=AREA), truths_of(TRUTHS, "published")))
    assert row.tornadobench == pytest.approx(10 / 17)
    assert (row.own_days, row.days) == (pytest.approx(1), 1)


def test_rates_are_over_own_days():
    own = readings(d1=AREA, d2=AREA, d4=EMPTY)
    row = summarise(perform(own, truths_of(TRUTHS, "published")))
    assert (row.under, row.match, row.over) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert (row.simple, row.hard) == pytest.approx((1 / 3, 10 / 3))
    assert row.centroid_km == pytest.approx(0, abs=1e-6)


def test_simple_is_over_quiet_days_by_default():
    own = readings(d1=AREA, d2=AREA, d4=EMPTY)
    assert summarise(perform(own, truths_of(TRUTHS, "default"))).simple == 1


def test_no_day_is_nan_and_never_zero():
    row = summarise(perform({}, truths_of(TRUTHS, "default")))
    assert (row.days, row.tornadobench) == (0, 0)
    assert all(math.isnan(value) for value in (row.simple, row.hard, row.match, row.centroid_km, row.own_days))


def test_default_daily_scores_hold_every_day():
    rejected = {"20250302": Reading(None, "rejected", ("why",))}
    default = perform({**rejected, **readings(d1=EMPTY)}, truths_of(TRUTHS, "default"))
    assert default.daily == {"20250301": 1, "20250302": 0, "20250303": 0, "20250304": 0}
    assert perform(rejected, truths_of(TRUTHS, "published")).daily == {}
    assert default.counts == {"valid": 1, "rejected": 1, "missing": 2}
    assert str(default.readings["20250302"]) == "rejected: why"


def test_days_without_a_truth_are_left_out():
    assert perform(readings(d9=AREA), truths_of(TRUTHS, "default")).scores == {}


def test_the_value_of_an_interval_is_the_score():
    performance = perform(readings(d1=EMPTY, d2=AREA), truths_of(TRUTHS, "published"))
    row = summarise(performance)
    assert row.low <= row.tornadobench <= row.high
    assert row.tornadobench == pytest.approx(11 / 17)
    assert summarise(performance, seed=3).low == summarise(performance, seed=3).low


def test_a_forecaster_is_not_ahead_of_itself():
    one = perform(readings(d1=EMPTY, d2=AREA), truths_of(TRUTHS, "default"))
    same = compare(one, one)
    assert same.value == 0
    assert math.isnan(same.low)


def test_differences_are_paired():
    """Both forecasters have the same drawn days: one day better by 1 gives an interval of that day's share alone."""
    truths = truths_of(TRUTHS, "published")
    better = perform(readings(d1=EMPTY, d2=AREA, d3=EMPTY), truths)
    worse = perform(readings(d1=EMPTY, d2=AREA), truths)
    ahead = compare(better, worse)
    assert ahead.value == pytest.approx(1 / 17)
    assert 0 <= ahead.low <= ahead.high <= 1


def test_an_interval_draws_values_and_weights_together():
    """With one value of weight w among zeros, a draw without it is 0 and one of it alone is 1."""
    interval = ratio_interval([1, 0], [30, 1], draws=2000)
    assert (interval.low, interval.high) == (0, 1)
    assert interval.value == pytest.approx(30 / 31)


def test_intervals_agree_with_a_plain_bootstrap():
    """Compare with the mean of n equal weights, whose bootstrap spread is known: sd / sqrt(n), two sigma each side."""
    values = [0.0, 1.0] * 50
    low, high = ratio_interval(values, [1.0] * 100, draws=20_000)[1:]
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.05, 0.5 + 1.96 * 0.05), abs=0.012)


def test_no_days_no_interval():
    assert all(math.isnan(value) for value in ratio_interval([], []))


def test_the_published_interval_keeps_the_denominator():
    low, high = published_interval([1, 0], [30, 1], draws=2000)
    assert (low, high) == pytest.approx((0, 60 / 31))
