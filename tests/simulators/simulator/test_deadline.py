"""A run in process is interrupted when its time is up, wherever it is, and never afterwards."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S, wait_until

from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.simulators.simulator import Engine, Result, RunLimits
from mesocosm.simulators.simulator.deadline import Overdue, in_time

ROOT = Path(__file__).parents[3]
SOON = RunLimits(seconds=0.05)


class Stubborn:
    """An engine that runs as long as its function does."""

    engine = Engine(name="stubborn", version="1", kind="table")

    @in_time
    def run(self, inputs, *, seed, limits):
        inputs["work"]()
        return Result(engine=self.engine, values={}, seed=seed)


def run(work, limits=SOON):
    return Stubborn().run({"work": work}, seed=3, limits=limits)


def for_ever():
    while True:
        try:
            sum(range(100))
        except Exception:  # what libraries do
            continue


def test_a_loop_without_end_is_stopped():
    with pytest.raises(ToolError, match=r"^stubborn was stopped: it ran longer than 0.05 s$"):
        run(for_ever)


def test_runs_of_other_threads_are_stopped_each_for_itself():
    with ThreadPoolExecutor(4) as pool:
        slow = [pool.submit(run, for_ever) for _ in range(2)]
        quick = [pool.submit(run, lambda: None, RunLimits(seconds=60)) for _ in range(20)]
        assert all(isinstance(done.exception(), ToolError) for done in slow)
        assert all(done.result().seed == 3 for done in quick)


def test_errors_of_a_run_pass_through():
    def fail():
        raise InvalidRecord("depth_m is missing")

    with pytest.raises(InvalidRecord, match="depth_m is missing"):
        run(fail)


def test_nothing_is_left_running_and_nothing_strikes_later():
    before = threading.active_count()
    for _ in range(300):
        try:
            run(lambda: sum(range(2000)), RunLimits(seconds=1e-4))
        except ToolError:
            continue
    wait_until(lambda: threading.active_count() <= before, "the clocks had ended")
    try:
        sum(range(200_000))
    except Overdue:  # pragma: no cover
        pytest.fail("a clock struck after its run")


LATE = """
import sys, time
from tests.simulators.simulator.test_deadline import RunLimits, ToolError, run
for _ in range(300):
    try:
        run(lambda: time.sleep(2e-4), RunLimits(seconds=1e-4))
    except ToolError:
        continue
sys.setprofile(lambda *seen: None)
run(lambda: None, RunLimits(seconds=60))
"""


def test_a_profiler_works_after_runs_that_were_stopped():
    """Python 3.11 hung for ever when a strike had been withdrawn."""
    subprocess.run([sys.executable, "-c", LATE], check=True, timeout=PATIENCE_S, cwd=ROOT)
