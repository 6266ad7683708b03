"""What runs take."""

import math

import pytest
from tests.stats.making import answers, episode

from mesocosm.report.analyses.trajectory import trajectory


def test_by_hand():
    calls = (("write_file", False), ("execute_phreeqc", True), ("read_file", True))
    found = trajectory(
        [
            episode(0, True, seconds=10, steps=4, runs=1, tokens=100),
            episode(1, False, seconds=20, steps=8, runs=4, failed_runs=3, tokens=300, calls=calls),
            episode(2, True, seconds=60, steps=6, runs=1, failed_runs=1, tokens=200),
            episode(3, None, seconds=999, steps=99, runs=99, failed_runs=99, tokens=999),
        ]
    )
    assert (found.n, found.seconds_median, found.steps_median, found.runs_median) == (3, 20, 6, 1)
    assert found.seconds_p90 == pytest.approx(52)  # position 0.9 · 2 = 1.8: 20 + 0.8 · 40
    assert (found.runs_mean, found.runs, found.failed_runs) == (2, 6, 4)
    assert found.rejected_mean == pytest.approx(2 / 3)
    assert (found.tokens_mean, found.tokens_per_correct) == (200, 300)


def test_nothing_counted_is_nan():
    found = trajectory(answers(None))
    assert (found.n, found.runs, found.failed_runs) == (0, 0, 0)
    assert math.isnan(found.seconds_p90)
    assert math.isnan(found.tokens_per_correct)
