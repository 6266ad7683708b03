from __future__ import annotations

import asyncio
import queue
import sys
import threading
from collections.abc import Iterator

import pytest
from tests.waiting import PATIENCE_S

from mesocosm.episode.runner import OutOfTime, Runner, Steps


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner()
    yield made
    made.close()


def test_a_result_comes_back(runner: Runner) -> None:
    assert runner.run(lambda: 7, PATIENCE_S) == 7


def test_the_jobs_own_error_is_raised(runner: Runner) -> None:
    def fail() -> None:
        raise KeyError("rain")

    with pytest.raises(KeyError, match="rain"):
        runner.run(fail, PATIENCE_S)


@pytest.mark.parametrize("error", [TimeoutError("socket"), StopIteration()])
def test_errors_that_mean_something_to_us_are_the_jobs_own_all_the_same(runner: Runner, error: Exception) -> None:
    def fail() -> None:
        raise error

    with pytest.raises((TimeoutError, RuntimeError), match="socket|StopIteration"):
        runner.run(fail, PATIENCE_S)


def test_a_job_without_time_is_given_up_and_the_next_one_runs(runner: Runner) -> None:
    release = threading.Event()

    def steps() -> Steps[str]:
        with pytest.raises(OutOfTime):
            yield lambda: release.wait(PATIENCE_S), 0
        return "given up"

    assert asyncio.run(runner.drive_beside(steps())) == "given up"
    release.set()
    assert runner.run(lambda: 5, PATIENCE_S) == 5


def test_jobs_share_one_worker_that_is_not_ours(runner: Runner) -> None:
    first, second = (runner.run(threading.get_ident, PATIENCE_S) for _ in range(2))
    assert first == second != threading.get_ident()


def test_a_job_that_takes_too_long_is_given_up_with_its_thread(runner: Runner) -> None:
    release = threading.Event()
    threads: queue.SimpleQueue[threading.Thread] = queue.SimpleQueue()

    def hang() -> None:
        threads.put(threading.current_thread())
        release.wait(PATIENCE_S)

    with pytest.raises(OutOfTime) as caught:
        runner.run(hang, 0.05)
    assert threads.get(timeout=PATIENCE_S) is caught.value.thread
    release.set()


def test_the_next_job_has_a_new_worker_and_never_gets_the_late_result(runner: Runner) -> None:
    release = threading.Event()
    with pytest.raises(OutOfTime):
        runner.run(lambda: release.wait(PATIENCE_S) and "late", 0.05)
    release.set()
    assert runner.run(lambda: "fresh", PATIENCE_S) == "fresh"


def test_an_abandoned_worker_does_not_hold_up_the_process(runner: Runner) -> None:
    release = threading.Event()
    with pytest.raises(OutOfTime) as caught:
        runner.run(lambda: release.wait(PATIENCE_S), 0.05)
    thread = caught.value.thread
    assert thread is not None
    assert thread.daemon
    release.set()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


@pytest.mark.parametrize("leave", [lambda: sys.exit(3), lambda: (_ for _ in ()).throw(KeyboardInterrupt)])
def test_a_job_cannot_end_our_process(runner: Runner, leave: object) -> None:
    with pytest.raises(RuntimeError, match=r"tried to end the process: (SystemExit|KeyboardInterrupt)"):
        runner.run(leave, PATIENCE_S)  # type: ignore[arg-type]


def test_closing_twice_is_harmless(runner: Runner) -> None:
    runner.run(lambda: 1, PATIENCE_S)
    runner.close()
    runner.close()
    assert runner.run(lambda: 2, PATIENCE_S) == 2
