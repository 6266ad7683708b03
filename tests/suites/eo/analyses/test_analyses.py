"""Consumed attempts and costs of eo runs, worked by hand."""

import pytest
from tests.stats.making import episode

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.suites.eo.analyses import consumed, gathering


def metrics(calls, *, illegal=0, match=(0, 0, 0), images=0, wanted=2, **more):
    exact, in_order, any_order = map(float, match)
    return {
        "calls": float(calls), "illegal_calls": float(illegal), "reference_calls": float(wanted), "exact": exact,
        "in_order": in_order, "any_order": any_order, "images": float(images), "zero_call": float(not calls), **more,
    }  # fmt: skip


EPISODES = [
    episode(0, False, epoch=1, metrics=metrics(4, illegal=1, match=(0, 0, 1), images=3), tokens=100),
    episode(0, True, epoch=2, metrics=metrics(2, match=(1, 1, 1), images=2), tokens=50),
    episode(0, True, epoch=3, metrics=metrics(8, illegal=8), tokens=50),
    episode(1, False, epoch=1, metrics=metrics(0), tokens=20),
]


def test_consumed_attempts():
    [row] = consumed.analyse(EPISODES).rows
    assert row.consumed.illegal_rate == pytest.approx(1 / 6)
    assert row.consumed.call_ratio == pytest.approx((6 / 2 + 0 / 2) / 2)
    assert row.consumed.any_order == pytest.approx((1 + 0) / 2)
    assert row.consumed.exact == pytest.approx((1 / 2 + 0) / 2)
    assert row.zero_call == 1 / 4


def test_what_looking_costs(tmp_path):
    result = gathering.analyse(EPISODES)
    [row] = result.rows
    assert (row.n, row.calls_mean, row.images_mean, row.tokens_mean) == (4, 3.5, 1.25, 55.0)
    assert (row.calls_per_right, row.images_per_right, row.tokens_per_right) == (7.0, 2.5, 110.0)
    figures.save(gathering.figure(result), tmp_path / "cost.png")


@pytest.mark.parametrize("module", [consumed, gathering])
def test_runs_of_other_suites_are_refused(module):
    with pytest.raises(InvalidRecord, match="no episode of these logs"):
        module.analyse([episode(0, True)])
    assert module.table(module.analyse(EPISODES)) is not None
