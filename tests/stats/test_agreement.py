"""Agreement of two graders."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.stats.agreement import agreement, cohen


def pairs(right: int, lenient: int, strict: int, wrong: int):
    """Return pairs of verdicts by count: both right, only the second wrong, only the first wrong, both wrong."""
    cells = (((True, True), right), ((True, False), lenient), ((False, True), strict), ((False, False), wrong))
    return [pair for pair, count in cells for _ in range(count)]


def test_by_hand():
    """Observed 0.7, expected 0.5 · 0.6 + 0.5 · 0.4 = 0.5, so kappa is 0.4; its variance is worked below.

    Same: 0.4 (1 - 1.1 · 0.6)² + 0.3 (1 - 0.9 · 0.6)² = 0.10972. Other: 0.36 (0.1 · 1.1² + 0.2 · 0.9²) = 0.10188.
    Less (0.4 - 0.5 · 0.6)² = 0.01: 0.2016 / (50 · 0.25) = 0.016128, standard error 0.126996, reach 0.248908.
    """
    found = agreement(pairs(20, 5, 10, 15))
    assert (found.n, found.agreement.right, found.kappa) == (50, 35, pytest.approx(0.4))
    assert (found.low, found.high) == (pytest.approx(0.151092, abs=1e-6), pytest.approx(0.648908, abs=1e-6))
    assert found.table == {"right": {"right": 20, "wrong": 5}, "wrong": {"right": 10, "wrong": 15}}


def test_three_verdicts():
    """Fleiss (1981), Statistical Methods for Rates and Proportions, Table 13.1: error 0.087, from rounded parts.

    Margins 80, 10, 10 and 80, 5, 15 of 100: expected 0.66, observed 0.89, kappa 0.23 / 0.34.
    """
    counts = {(True, True): 75, (True, False): 1, (True, None): 4, (False, True): 5, (False, False): 4}
    kappa, error = cohen({**counts, (False, None): 1, (None, None): 10})
    assert kappa == pytest.approx(0.23 / 0.34)
    assert error == pytest.approx(0.087, abs=1e-3)


def test_undecided_disagrees_with_everything():
    found = agreement([(True, None), (False, None), (True, True)])
    assert found.agreement.right == 1
    assert found.table["wrong"] == {"right": 0, "wrong": 0, "undecided": 1}


def test_what_the_formula_would_call_certain_is_unknown():
    same = agreement(pairs(3, 0, 0, 2))
    assert (same.kappa, math.isnan(same.low), math.isnan(same.high)) == (1, True, True)
    stubborn = agreement(pairs(3, 0, 2, 0))
    assert (stubborn.kappa, math.isnan(stubborn.low)) == (0, True)
    assert math.isnan(agreement(pairs(3, 0, 0, 0)).kappa)


def test_no_pairs():
    found = agreement([])
    assert (found.n, found.table) == (0, {})
    assert all(math.isnan(value) for value in (found.agreement.share, found.kappa, found.low, found.high))


verdict = st.sampled_from([True, False, None])


@given(st.lists(st.tuples(verdict, verdict), max_size=30))
def test_order_and_who_is_first_do_not_matter(verdicts):
    found, mirrored, turned = agreement(verdicts), agreement(verdicts[::-1]), agreement((b, a) for a, b in verdicts)
    assert found.model_dump_json() == mirrored.model_dump_json()
    assert turned.kappa == pytest.approx(found.kappa, nan_ok=True)
    assert turned.high == pytest.approx(found.high, nan_ok=True)
    assert math.isnan(found.kappa) or -1 <= found.kappa <= 1
    assert math.isnan(found.low) or -1 <= found.low <= found.kappa <= found.high <= 1


@settings(deadline=None)  # the first example imports scikit-learn
@given(st.lists(st.tuples(verdict, verdict), min_size=1, max_size=30))
def test_kappa_as_scikit_learn_has_it(verdicts):
    from sklearn import metrics

    kappa, _ = cohen({pair: verdicts.count(pair) for pair in verdicts})
    if not math.isnan(kappa):
        names = [[str(pair[place]) for pair in verdicts] for place in (0, 1)]
        assert kappa == pytest.approx(metrics.cohen_kappa_score(*names))
