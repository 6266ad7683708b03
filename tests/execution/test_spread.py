"""Work spread over processes: all results, whatever dies; errors come through; groups stay together."""

import functools
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.execution import calls
from tests.waiting import INTERRUPTIBLE, PATIENCE_S, running, wait_until

from mesocosm.errors import UserError
from mesocosm.execution.executor import Executor
from mesocosm.execution.spread import BrokenTasks, spread

TWO = Executor(workers=2)


@pytest.mark.parametrize("workers", [1, 2])
def test_every_result_comes(workers: int) -> None:
    done = list(spread(functools.partial(calls.shifted, 10), range(5), on=Executor(workers=workers)))
    assert sorted(value for value, _ in done) == [10, 11, 12, 13, 14]
    assert (os.getpid() in {process for _, process in done}) == (workers == 1)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_comes_through(workers: int) -> None:
    with pytest.raises(ValueError, match="-1 is below zero"):
        list(spread(functools.partial(calls.shifted, 0), [0, -1, 1], on=Executor(workers=workers)))


def test_nothing_to_do() -> None:
    assert list(spread(abs, [], on=TWO)) == []


def test_two_calls_of_one_key_are_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="the same key"):
        list(spread(abs, [1, 1]))


def test_tasks_of_killed_workers_are_done_by_others(tmp_path: Path) -> None:
    assert sorted(spread(functools.partial(calls.deadly_once, str(tmp_path)), range(6), on=TWO)) == list(range(6))


def test_a_task_that_kills_its_workers_is_named_after_all_else_is_done() -> None:
    done = []
    message = r"3 workers died of each: number 3 \(killed by signal 9, .*All else is done"
    with pytest.raises(BrokenTasks, match=message) as caught:
        done.extend(spread(calls.deadly, range(6), key="number {}".format, on=TWO))
    assert (sorted(done), caught.value.keys) == ([0, 1, 2, 4, 5], ("number 3",))


def test_a_group_stays_with_its_worker() -> None:
    """The last group may be shared, so that no worker is idle at the end."""
    done = list(spread(calls.grouped, range(40), group=lambda value: str(value % 5), on=TWO))
    workers = {group: {process for value, process in done if value % 5 == group} for group in range(5)}
    assert sum(len(each) == 1 for each in workers.values()) >= 3  # taking turns would mix all five


def test_one_process_works_group_by_group() -> None:
    assert list(spread(abs, range(6), group=lambda value: str(value % 2))) == [0, 2, 4, 1, 3, 5]


def test_a_worker_that_holds_too_much_memory_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mesocosm.execution.spread.LARGEST_WORKER", 1)
    done = list(spread(calls.grouped, range(3), on=TWO))
    assert len({process for _, process in done}) == 3


def test_an_error_that_cannot_be_sent_is_described() -> None:
    with pytest.raises(RuntimeError, match="Unsendable: . and more"):
        list(spread(calls.unsendable, [1, 2], on=TWO))


def test_a_result_that_belongs_into_a_file_is_refused() -> None:
    with pytest.raises(UserError, match="17,000,0.. bytes is too large to send; write it to a file"):
        list(spread(calls.large, [1, 2], on=TWO))


def test_workers_that_cannot_begin_are_no_fault_of_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mesocosm.execution.processes.serve_parent", os._exit)  # it raises, given no status
    with pytest.raises(UserError, match="workers end before they can begin: ended with status 1"):
        list(spread(abs, range(4), on=TWO))


ENDLESS = INTERRUPTIBLE + (
    "import functools, sys\nfrom tests.execution import calls\n"
    "from mesocosm.execution.executor import Executor\nfrom mesocosm.execution.spread import spread\n"
    "list(spread(functools.partial(calls.endless, sys.argv[1]), [0, 1], on=Executor(workers=2)))"
)


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    """They would hold the folders of their parts, and the same command could not continue."""
    with running([sys.executable, "-c", ENDLESS, str(tmp_path)], stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: len([*tmp_path.glob("begun-*")]) == 2, "both workers had begun", process)
        workers = [int(path.read_text()) for path in tmp_path.glob("begun-*")]
        process.kill()
        process.wait(PATIENCE_S)
        wait_until(lambda: not any(map(is_running, workers)), "both workers had ended")


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_workers_close_what_is_open_at_ctrl_c(tmp_path: Path) -> None:
    with running([sys.executable, "-c", ENDLESS, str(tmp_path)], stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: len([*tmp_path.glob("begun-*")]) == 2, "both workers had begun", process)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) != 0
    assert sorted(path.name for path in tmp_path.glob("closed-*")) == ["closed-0", "closed-1"]
