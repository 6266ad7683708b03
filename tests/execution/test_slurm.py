"""Workers that are jobs: submitted by submitit to this machine, in place of Slurm, and connected over the network."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.execution.authenticated_connection import introduce
from mesocosm.execution.executor import Executor, read_executor
from mesocosm.execution.nodes import describe_node
from mesocosm.execution.slurm import SlurmBackend, read_slurm_file
from mesocosm.execution.spread import spread
from mesocosm.isolation.protected_folders import why_unshielded

ROOT = Path(__file__).parents[2]


@pytest.fixture
def on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Executor:
    pytest.importorskip("submitit", reason="install the extra slurm")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "lab.toml").write_text('cluster = "local"\nhost = "127.0.0.1"\nworkers = 2\n')
    return read_executor(None, f"slurm:{tmp_path / 'lab.toml'}")


def outcome(code: str, on: Executor) -> str:
    """Run lines of Python in a process of their own: submitit leaves the ends of its local jobs to whoever comes."""
    lines = (
        "import functools",
        "from tests.execution import calls",
        "from mesocosm.execution.executor import Executor",
        "from mesocosm.execution.nodes import survey_node",
        "from mesocosm.execution.survey import survey",
        "from mesocosm.execution.spread import spread",
        f"on = Executor.model_validate_json({on.model_dump_json()!r})",
        f"print({code})",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.slow
def test_jobs_work_and_lost_ones_are_replaced(on: Executor, tmp_path: Path) -> None:
    work = f"functools.partial(calls.deadly_once, {str(tmp_path)!r})"
    assert outcome(f"sorted(spread({work}, range(12), on=on))", on) == str(list(range(12)))
    assert (tmp_path / "slurm-workers").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_a_survey_describes_each_node_once(on: Executor) -> None:
    assert outcome("survey(on) == [survey_node()]", on) == "True"


def test_a_folder_that_others_can_read_is_refused(on: Executor, tmp_path: Path) -> None:
    (tmp_path / "slurm-workers").mkdir(mode=0o755)
    with pytest.raises(UserError, match="can be read by others; chmod 700"):
        list(spread(abs, [1, 2], on=on))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("workers = 0", "workers: .*greater than or equal to 1, got '0'; the fields are folder, workers, host"),
        ("workrs = 2", "workrs: Extra inputs are not permitted, got '2'; the fields are folder, workers, host"),
        ('cluster = "pbs"', "cluster: Input should be 'slurm' or 'local', got 'pbs'"),
        ("workers = ", "lab.toml cannot be read: Invalid value"),
    ],
)
def test_a_wrong_file_names_field_value_and_what_is_allowed(tmp_path: Path, words: str, message: str) -> None:
    (tmp_path / "lab.toml").write_text(words)
    with pytest.raises(InvalidRecord, match=message):
        read_slurm_file(tmp_path / "lab.toml")


def test_a_wrong_parameter_of_submitit_is_a_users_mistake(tmp_path: Path) -> None:
    (tmp_path / "lab.toml").write_text('cluster = "local"\n[parameters]\ntimeout_min = "x"\n')
    on = Executor(kind="slurm", address=str(tmp_path / "lab.toml"))
    with pytest.raises(InvalidRecord, match=r"\[parameters\] of the file in .*timeout_min"):
        list(spread(abs, [1, 2], on=on))


def test_a_job_that_is_not_waited_for_any_more_is_refused(on: Executor) -> None:
    backend = SlurmBackend(abs, on, tasks=2)
    key = backend._door.expect(1)
    try:
        with closing(introduce(backend._door.address, 1, key, describe_node().model_dump_json().encode())) as job:
            assert list(backend.wait()) == []
            with pytest.raises(EOFError):
                job.recv()
    finally:
        backend.close()


@pytest.mark.slow
def test_agents_do_not_find_the_keys_of_jobs(on: Executor, tmp_path: Path) -> None:
    if why_unshielded():
        pytest.skip("this system has no user name spaces")
    found = outcome(f"list(spread(calls.seen_by_agents, [{str(tmp_path / 'slurm-workers')!r}], on=on))", on)
    assert found == "[([], True)]"
