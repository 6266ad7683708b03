"""A folder of logs: damaged files are set aside, other runs are refused, and two runs never work at once."""

import json
import os
import subprocess
import sys
import time
import zipfile

import pytest
from click.testing import CliRunner
from tests.waiting import PATIENCE_S, PROGRAM, running

from mesocosm.adapters.inspect.log_folder import LOCK_FILE, PLAN_FILE, hold_folder
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.adapters.inspect.runs import execute
from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import LogDirectoryBusy, LogDirectoryMismatch
from mesocosm.report.episodes import read_episodes
from mesocosm.report.results import read_results

PLAN = RunPlan(suite="toy", models=("mesocosm/null", "mesocosm/oracle"), items=2, seed=7)
DAY_S = 86_400
HOLDER = """
import sys
from pathlib import Path
from mesocosm.adapters.inspect.log_folder import hold_folder
with hold_folder(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Return the bytes of a finished run's folder."""
    folder = tmp_path_factory.mktemp("finished")
    execute(PLAN, folder)
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def logs(finished, tmp_path):
    for name, data in finished.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def scores(rows):
    return {row.agent: row.score for row in rows}


def log_of(folder, agent):
    [row] = [row for row in read_results(folder) if row.agent == agent]
    return folder / row.log.rpartition("/")[2]


def truncate(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def test_a_truncated_log_blocks_no_reader(logs, capsys):
    log = log_of(logs, "null")
    truncate(log)
    (logs / "foreign.eval").write_bytes(b"not an archive")
    assert scores(read_results(logs)) == {"oracle": 1.0}
    assert {episode.agent for episode in read_episodes([logs])} == {"oracle"}
    for words in (["score", str(logs), "--json"], ["analyse", "accuracy", str(logs), "--json"]):
        done = CliRunner().invoke(mesocosm_command, words)
        assert done.exit_code == 0, done.output
        assert f"skipped: {log}" in done.stderr
        assert f"skipped: {logs / 'foreign.eval'}" in done.stderr
    assert log.exists()  # a reader renames nothing: a log that is being written looks damaged too


def test_a_log_with_one_torn_sample_blocks_no_reader(logs):
    log = log_of(logs, "null")
    data = bytearray(log.read_bytes())
    at = data.index(b"samples/") + 60  # inside the first sample's compressed bytes
    data[at : at + 40] = bytes(40)
    log.write_bytes(data)
    assert scores(read_results(logs)) == {"oracle": 1.0}
    assert scores(execute(PLAN, logs)[0]) == {"oracle": 1.0, "null": 0.0}


def test_a_resumed_run_sets_damaged_logs_aside_and_fills_the_gap(logs, capsys):
    log, whole = log_of(logs, "null"), log_of(logs, "oracle")
    kept = whole.read_bytes()
    truncate(log)
    rows, unfinished = execute(PLAN, logs)
    assert (scores(rows), unfinished) == ({"oracle": 1.0, "null": 0.0}, {})
    assert log.with_name(f"{log.name}.damaged").exists()
    assert f"set aside: {log}" in capsys.readouterr().err
    assert whole.read_bytes() == kept  # what was finished is not run again


@pytest.mark.parametrize("plan", ["", "{", "[]", '{"suite": "toy", "shape": 9}', "\x00"])
def test_a_plan_that_cannot_be_read_is_set_aside(logs, plan, capsys):
    before = sorted(path.name for path in logs.glob("*.eval"))
    (logs / PLAN_FILE).write_text(plan)
    rows, unfinished = execute(PLAN, logs)
    assert (scores(rows), unfinished) == ({"oracle": 1.0, "null": 0.0}, {})
    assert sorted(path.name for path in logs.glob("*.eval")) == before  # nothing was run twice
    assert (logs / f"{PLAN_FILE}.damaged").read_text() == plan
    assert json.loads((logs / PLAN_FILE).read_text())["seed"] == 7
    assert "set aside" in capsys.readouterr().err


def test_without_its_plan_the_logs_tell_whose_they_are(logs):
    (logs / PLAN_FILE).write_text("{")
    with pytest.raises(LogDirectoryMismatch, match="is of another run: seed is 7 there, 8 here"):
        execute(PLAN.model_copy(update={"seed": 8}), logs)


def interrupted(folder, *agents, after=1):
    """Change the logs of a finished run to those of a killed one: so many samples, and no end."""
    for agent in agents:
        log = log_of(folder, agent)
        with zipfile.ZipFile(log) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        samples = [name for name in parts if name.startswith("samples/")][after:]
        with zipfile.ZipFile(log, "w") as archive:
            for name, data in parts.items():
                if name not in (*samples, "header.json", "summaries.json", "reductions.json"):
                    archive.writestr(name, data)


@pytest.mark.parametrize("jump_s", [-DAY_S, DAY_S])
def test_a_clock_that_jumped_loses_nothing(logs, jump_s):
    """A clock set back by a day leaves logs that seem a day younger than all later ones."""
    interrupted(logs, "null", "oracle")
    for log in logs.glob("*.eval"):
        os.utime(log, (time.time() - jump_s, time.time() - jump_s))
    rows, unfinished = execute(PLAN, logs)
    assert (scores(rows), unfinished) == ({"oracle": 1.0, "null": 0.0}, {})
    before = {path: path.read_bytes() for path in logs.glob("*.eval")}
    assert scores(execute(PLAN, logs)[0]) == {"oracle": 1.0, "null": 0.0}
    assert {path: path.read_bytes() for path in logs.glob("*.eval")} == before  # nothing was run again


def test_a_second_run_learns_who_holds_the_folder(tmp_path):
    with running([sys.executable, "-c", HOLDER, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        holder.stdout.readline()
        words = [sys.executable, "-c", PROGRAM, "run", "toy", "--agent", "null", "--limit", "1", "--log-dir", tmp_path]
        second = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
        assert second.returncode == 2
        assert f"is in use by process {holder.pid} on " in second.stderr
        assert not list(tmp_path.glob("*.eval"))
        holder.kill()  # as kill -9: the lock goes with its holder, its file stays
        holder.wait()
    assert (tmp_path / LOCK_FILE).exists()
    with hold_folder(tmp_path):
        pass


def test_the_folder_is_held_in_one_process_too(tmp_path):
    with hold_folder(tmp_path), pytest.raises(LogDirectoryBusy, match="in use by process"), hold_folder(tmp_path):
        pass
