"""How often the warden looks at a job: every tick if it works, now and then if it waits."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.waiting import running, wait_until

from mesocosm.isolation.sandbox_limits import LONGEST_REST_S, TICK_S, Watch

WORKS = "print(flush=True)\nwhile True: pass"


def watch(job: subprocess.Popen[bytes], folder: Path, processes: int = 1, seconds: float = 1e6) -> Watch:
    order = {"mechanism": "landlock", "processes": processes, "folder": str(folder), "disk_bytes": 2**40}
    return Watch(order, job.pid, time.monotonic() + seconds)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_job_that_waits_is_seldom_looked_at_unless_others_may_work_for_it(tmp_path: Path, processes: int) -> None:
    with running(
        [sys.executable, "-c", "print(flush=True)\ninput()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as job:
        job.stdout.readline()
        watched = watch(job, tmp_path, processes)
        assert watched.look_is_due()
        assert watched.rests(watched.next_look) == (processes == 1)
        assert not watched.rests(watched.next_look + LONGEST_REST_S)


def test_a_job_that_works_is_looked_at(tmp_path: Path) -> None:
    with running([sys.executable, "-c", WORKS], stdout=subprocess.PIPE) as job:
        job.stdout.readline()
        watched = watch(job, tmp_path)
        assert watched.look_is_due()
        began = watched.work_s()
        wait_until(lambda: watched.work_s() > began + TICK_S, "it had worked for a tick")
        watched.next_look = time.monotonic()
        assert watched.look_is_due()


def test_a_job_that_waits_is_looked_at_when_its_time_is_up(tmp_path: Path) -> None:
    with running([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as job:
        watched = watch(job, tmp_path, seconds=0.0)
        watched.look_is_due()
        watched.next_look = time.monotonic()
        assert watched.look_is_due()
