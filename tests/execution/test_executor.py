"""The options `--jobs` and `--on`."""

from pathlib import Path

import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.execution.executor import Executor, read_executor


@pytest.mark.parametrize(
    ("jobs", "on", "executor"),
    [
        (None, None, Executor()),
        (3, None, Executor(workers=3)),
        (None, "ray", Executor(kind="ray")),
        (8, "ray://head:10001", Executor(kind="ray", workers=8, address="ray://head:10001")),
    ],
)
def test_what_is_allowed(jobs: int | None, on: str | None, executor: Executor) -> None:
    assert read_executor(jobs, on) == executor


@pytest.mark.parametrize(
    ("on", "message"),
    [
        ("rays", r"--on cannot be 'rays'; allowed: ray, ray://HOST:PORT, slurm:FILE"),
        ("ray://head", r"--on cannot be 'ray://head'"),
        ("slurm:nowhere.toml", r"there is no file nowhere.toml"),
    ],
)
def test_what_is_refused(on: str, message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        read_executor(None, on)


def test_a_slurm_file_is_named_with_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lab.toml").write_text("workers = 4\n")
    monkeypatch.chdir(tmp_path)
    assert read_executor(None, "slurm:lab.toml") == Executor(kind="slurm", address=str(tmp_path / "lab.toml"))


def test_only_one_process_runs_here() -> None:
    assert [Executor(workers=count).runs_here for count in (None, 1, 2)] == [True, True, False]
    assert not Executor(kind="ray", workers=1).runs_here
