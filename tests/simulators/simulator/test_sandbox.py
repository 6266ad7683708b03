"""Engines in the sandbox: their results, their endings, and what they cannot reach."""

import os
import shutil
import socket
import sys
import tempfile
from pathlib import Path

import pytest
from tests.caches import stored
from tests.shared import ROOT
from tests.simulators.simulator import adding
from tests.waiting import running, wait_until

from mesocosm.errors import ToolError
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.run_cache import RUNS
from mesocosm.simulators.simulator.sandbox import EngineFailed, run_program, run_worker
from mesocosm.workspace.stale_folders import collect, work_folder

pytestmark = pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")
LIMITS = RunLimits(seconds=60)
SHELL = str(Path(shutil.which("sh") or "/bin/sh").resolve())


def work(limits=LIMITS, **request):
    return run_worker("Adder", adding, request, libraries=("numpy",), limits=limits)


def test_a_worker_gives_back_what_it_returns():
    assert work(numbers=[1, 2.5]) == {"sum": 3.5, "folder": []}


def test_numbers_that_are_not_finite_pass():
    assert work(numbers=[float("inf"), 1])["sum"] == float("inf")


def test_the_error_of_a_failed_worker_has_its_last_line():
    with pytest.raises(EngineFailed, match="Adder ended without a result: the numbers do not add up"):
        work(crash=True)


def test_a_worker_that_runs_too_long_is_stopped():
    with pytest.raises(ToolError, match="Adder was stopped: it ran longer than 1 s"):
        work(wait=True, limits=RunLimits(seconds=1))


def test_a_worker_reaches_no_network():
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(EngineFailed, match="Error"):
        work(call_out=server.getsockname()[1])


def test_a_worker_reads_nothing_of_ours(tmp_path):
    (tmp_path / "secret").write_text("42")
    for path in (tmp_path / "secret", Path(adding.__file__)):
        with pytest.raises(EngineFailed, match="Error"):
            work(read=str(path))


def test_a_report_that_is_not_an_object_is_refused():
    with pytest.raises(ToolError, match="it reported list"):
        work(list=True)


def test_a_program_leaves_the_files_asked_for():
    script = b'read line < in/a.txt; echo "$line!" > out.txt; echo said; echo more > other.txt'
    left = run_program(
        "Shell", (SHELL, "run.sh"), {"run.sh": script, "in/a.txt": b"word\n"}, ("out.txt", "absent"), limits=LIMITS
    )
    assert left == {"out.txt": b"word!\n", "stdout": b"said\n", "stderr": b""}


def test_a_program_that_fails_gives_its_files_with_the_error():
    script = b"echo half > out.txt; echo why >&2; exit 3"
    with pytest.raises(EngineFailed, match="Shell ended without a result: why") as caught:
        run_program("Shell", (SHELL, "run.sh"), {"run.sh": script}, ("out.txt",), limits=LIMITS)
    assert caught.value.files == {"out.txt": b"half\n"}


def test_a_missing_program_is_named():
    with pytest.raises(ToolError, match="the program nothing is not installed here"):
        run_program("Nothing", ("/no/such/nothing",), {}, (), limits=LIMITS)


def test_no_folder_stays_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    work(numbers=[1])
    with pytest.raises(ToolError):
        work(wait=True, limits=RunLimits(seconds=1))
    assert list(work_folder().iterdir()) == []


OWNER = """
import adding
from mesocosm.simulators.simulator import Engine, Result, RunLimits
from mesocosm.simulators.simulator.run_cache import kept_run
from mesocosm.simulators.simulator.sandbox import run_worker

class Adder:
    engine = Engine(name="Adder", version="1", kind="table")
    def validate(self, inputs): pass
    def run(self, inputs, *, seed, limits):
        run_worker("Adder", adding, inputs, libraries=("numpy",), limits=limits)
        return Result(engine=self.engine, values={})

kept_run(Adder(), {"wait": True}, seed=0, limits=RunLimits(seconds=3600))
"""


def anyone_in(folder):
    """Return whether a process works in the folder."""
    return any(works_in(process, folder) for process in os.listdir("/proc") if process.isdigit())


def works_in(process, folder):
    try:
        return os.readlink(f"/proc/{process}/cwd") == str(folder)
    except OSError:  # it has ended, or is not ours
        return False


def test_a_run_killed_half_way_leaves_no_result_no_process_and_no_folder(tmp_path):
    before, place = stored(RUNS), tmp_path / "place"
    place.mkdir()
    paths = os.pathsep.join([str(Path(adding.__file__).parent), str(ROOT / "src")])
    environment = {**os.environ, "TMPDIR": str(place), "PYTHONPATH": paths}
    with running([sys.executable, "-c", OWNER], env=environment) as owner:
        wait_until(lambda: list(place.glob("mesocosm-*/work/*adder*/begun")), "the run had begun", owner)
        folder = next(place.glob("mesocosm-*/work/*adder*/begun")).parent
        assert anyone_in(folder)
        owner.kill()
        owner.wait()
    wait_until(lambda: not anyone_in(folder), "its process was gone")
    assert stored(RUNS) == before
    assert folder in collect(folder.parent)
    assert not folder.exists()
