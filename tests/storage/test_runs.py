"""Runs whose logs lie on an object server with every fault: the scores of a local run, also after a kill."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from tests.storage.test_folders import PLACE, server  # noqa: F401
from tests.waiting import PATIENCE_S, PROGRAM, running, wait_until

from mesocosm.adapters.inspect.log_folder import LOCK_FILE
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.adapters.inspect.runs import execute
from mesocosm.adapters.inspect.shared_folder import working_folder
from mesocosm.cli.main import mesocosm_command
from mesocosm.episode.remote.environment import environment
from mesocosm.errors import LogDirectoryBusy, StorageError
from mesocosm.report.results import read_results
from mesocosm.report.shared_logs import local_logs
from mesocosm.storage.objects import ObjectFolder
from mesocosm.storage.retry import Patience
from mesocosm.testing.object_server import FAULTS

PLAN = RunPlan(suite="toy", models=("mesocosm/null", "mesocosm/oracle"), items=2, seed=7)
HOLDER = """
import sys
from mesocosm.adapters.inspect.shared_folder import working_folder
with working_folder(sys.argv[1]) as folder:
    (folder / "unfinished.eval").write_bytes(b"what was played")
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _own_temporary_files(tmp_path, monkeypatch):
    """Keep the copies of tests apart from those of the user."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)


def scores(rows):
    return {(row.agent, sample.item): sample.score for row in rows for sample in row.samples}


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    rows, unfinished = execute(PLAN, tmp_path_factory.mktemp("local"))
    assert not unfinished
    return scores(rows)


def test_faults_change_no_score_and_a_repeated_run_plays_nothing(server, local):  # noqa: F811
    place = f"{PLACE}/run"
    server.faults, server.share = FAULTS, 0.3
    try:
        rows, unfinished = execute(PLAN, place)
        logs = [name for name in ObjectFolder(place).names() if name.endswith(".eval")]
        again, _ = execute(PLAN, place)
        read = read_results(local_logs(place))
    finally:
        server.faults = ()
    assert not unfinished
    assert scores(rows) == scores(again) == scores(read) == local
    assert [name for name in ObjectFolder(place).names() if name.endswith(".eval")] == logs
    assert {row.model_dump(mode="json")["log"].rpartition("/")[0] for row in read} == {place}


def test_another_agent_joins_a_run_whose_list_is_late(server, local):  # noqa: F811
    place = f"{PLACE}/joined"
    execute(PLAN.model_copy(update={"models": ("mesocosm/null",)}), place)
    server.faults, server.share = ("late_list",), 1.0
    try:
        rows, _ = execute(PLAN, place)
    finally:
        server.faults = ()
    assert scores(rows) == local
    assert sum(name.endswith(".eval") for name in ObjectFolder(place).names()) == 2


def test_a_second_run_is_refused_and_a_killed_one_is_continued(server):  # noqa: F811
    """The copy of the killed run stays on this machine, and the next run uploads it."""
    place = f"{PLACE}/killed"
    command = [sys.executable, "-c", HOLDER, place]
    with running(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout.readline() == "held\n"
        with pytest.raises(LogDirectoryBusy, match=rf"is in use by process {first.pid} on "), working_folder(place):
            pass
        first.kill()
        first.wait(PATIENCE_S)
    with working_folder(place) as folder:
        assert (folder / "unfinished.eval").read_bytes() == b"what was played"
    assert not folder.exists()
    assert ObjectFolder(place).read("unfinished.eval") == b"what was played"


def test_what_a_dead_server_refused_is_uploaded_by_the_next_run(server):  # noqa: F811
    place = f"{PLACE}/dead"

    def work_until_the_server_dies():
        with working_folder(place, Patience(attempts=2, first_wait_s=0.001)) as folder:
            (folder / "a.eval").write_bytes(b"played")
            server.faults, server.share = ("slow_down",), 1.0
            server.most_in_a_row = 10**9

    with pytest.raises(StorageError, match="The logs are kept on this machine: the same command uploads them"):
        work_until_the_server_dies()
    server.faults, server.most_in_a_row = (), 3
    ObjectFolder(place).delete(LOCK_FILE)  # it could not be returned
    with working_folder(place):
        pass
    assert ObjectFolder(place).read("a.eval") == b"played"


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_scores(server, local):  # noqa: F811
    place = f"{PLACE}/sigkill"
    words = ["run", "toy", "--agent", "oracle", "--agent", "null", "--no-baselines", "--limit", "2", "--seed", "7"]
    command = [sys.executable, "-c", PROGRAM, *words, "--log-dir", place]
    server.faults, server.share = FAULTS, 0.2
    there = ObjectFolder(place)
    try:
        with running(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            wait_until(lambda: any(".eval" in name for name in there.times()), "a log was uploaded", process)
            process.kill()
            process.communicate(timeout=PATIENCE_S)
        subprocess.run(command, check=True, timeout=PATIENCE_S, capture_output=True)
    finally:
        server.faults = ()
    assert scores(read_results(local_logs(place))) == local


def test_the_commands_that_read_logs_take_an_address(server, tmp_path):  # noqa: F811
    place = f"{PLACE}/read"
    execute(PLAN, place)
    done = CliRunner().invoke(mesocosm_command, ["score", place, "--json"])
    assert done.exit_code == 0, done.output
    assert f'"file": "{place}/' in done.output
    done = CliRunner().invoke(mesocosm_command, ["score", f"{PLACE}/nowhere"])
    assert f"{PLACE}/nowhere holds neither logs nor traces" in f"{done.output}{done.exception}"


def test_other_commands_refuse_an_address():
    done = CliRunner().invoke(mesocosm_command, ["report", "logs", "-o", "s3://bucket/report"])
    assert done.exit_code == 2
    assert not os.path.exists("s3:")


def test_agents_processes_get_no_credentials(server):  # noqa: F811
    assert "AWS_SECRET_ACCESS_KEY" in os.environ
    assert not any(name.startswith("AWS_") for name in environment())
