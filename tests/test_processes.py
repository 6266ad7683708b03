import functools
import os

import pytest

from mesocosm.processes import run_parallel


def shifted(by: int, value: int) -> tuple[int, int]:
    if value < 0:
        raise ValueError(f"{value} is below zero")
    return value + by, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_result_comes(jobs: int) -> None:
    done = list(run_parallel(functools.partial(shifted, 10), range(5), jobs))
    assert sorted(value for value, _ in done) == [10, 11, 12, 13, 14]
    assert (os.getpid() in {process for _, process in done}) == (jobs == 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_comes_through(jobs: int) -> None:
    with pytest.raises(ValueError, match="-1 is below zero"):
        list(run_parallel(functools.partial(shifted, 0), [0, -1, 1], jobs))


def test_nothing_to_do() -> None:
    assert list(run_parallel(abs, [], 2)) == []
