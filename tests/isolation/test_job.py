"""Any program as a job, under every isolator that works here."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from mesocosm.errors import BrokenEpisode
from mesocosm.isolation.isolator import Isolator, Job, Limits
from mesocosm.isolation.probe import system_libraries

SHELL = shutil.which("sh") or "/bin/sh"


def shell_job(script: str, folder: Path, **more: object) -> Job:
    readable = (*system_libraries(), Path(SHELL))
    return Job.model_validate({"command": (SHELL, "-c", script), "folder": folder, "readable": readable} | more)


def test_program_reads_standard_input(tmp_path: Path, isolator: Isolator) -> None:
    outcome = isolator.run(shell_job("read line; echo got $line", tmp_path, stdin=b"rain\n"))
    assert outcome.stdout == "got rain\n", outcome


def test_whoever_asks_may_hold_a_thousand_files(tmp_path: Path, isolator: Isolator) -> None:
    """Files above number 1,023 are beyond `select`."""
    with ExitStack() as held:
        while (file := held.enter_context(open(os.devnull))).fileno() < 1100:
            pass
        assert isolator.run(shell_job("echo done", tmp_path)).stdout == "done\n", file


def test_program_need_not_read_standard_input(tmp_path: Path, isolator: Isolator) -> None:
    outcome = isolator.run(shell_job("echo done", tmp_path, stdin=b"x" * 10**6))
    assert (outcome.ending, outcome.stdout) == ("finished", "done\n")


def test_program_finds_only_the_environment_it_is_given(
    tmp_path: Path, isolator: Isolator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OURS", "secret")
    outcome = isolator.run(shell_job("echo [$OURS] [$GIVEN]", tmp_path, environment={"GIVEN": "1"}))
    assert outcome.stdout == "[] [1]\n"


def test_readable_path_is_read_and_not_written(tmp_path: Path, isolator: Isolator) -> None:
    folder, data = tmp_path / "folder", tmp_path / "data"
    folder.mkdir()
    data.mkdir()
    (data / "a").write_text("rain")
    job = shell_job(
        f"read x < {data}/a; echo $x; echo y > {data}/b", folder, readable=(*system_libraries(), Path(SHELL), data)
    )
    outcome = isolator.run(job)
    assert outcome.stdout == "rain\n"
    assert outcome.returncode != 0
    assert not (data / "b").exists()


def test_hidden_path_inside_a_readable_one_is_not_read(tmp_path: Path, isolator: Isolator) -> None:
    folder, data = tmp_path / "folder", tmp_path / "data"
    for path in (folder, data / "open", data / "shut"):
        path.mkdir(parents=True)
    for path in (data / "open" / "a", data / "shut" / "a", data / "shut.txt"):
        path.write_text("rain\n")
    script = f"for f in open/a shut/a shut.txt; do x=none; read x < {data}/$f; echo $f $x; done"
    job = shell_job(
        script, folder, readable=(*system_libraries(), Path(SHELL), data), hidden=(data / "shut", data / "shut.txt")
    )
    outcome = isolator.run(job)
    assert outcome.stdout.split("\n")[0] == "open/a rain", outcome
    assert outcome.stdout.count("rain") == 1


def test_program_that_writes_too_large_a_file_ends_by_the_disk_limit(tmp_path: Path, isolator: Isolator) -> None:
    job = shell_job("while :; do echo 0123456789; done > big", tmp_path, limits=Limits(disk_bytes=100_000))
    assert isolator.run(job).ending == "disk"


def test_missing_program_is_our_failure(tmp_path: Path, isolator: Isolator) -> None:
    job = Job(command=("/nowhere/engine",), folder=tmp_path)
    with pytest.raises(BrokenEpisode, match=r"sandbox: .* could not start the job: .*No such file") as caught:
        isolator.run(job)
    assert caught.value.boundary == "sandbox"


def test_missing_folder_is_our_failure(tmp_path: Path, isolator: Isolator) -> None:
    with pytest.raises(BrokenEpisode, match="could not start the job"):
        isolator.run(shell_job("echo", tmp_path / "missing"))
