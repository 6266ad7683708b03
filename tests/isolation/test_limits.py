"""Each limit ends a run in its own way."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S, wait_until

from mesocosm.isolation.isolator import Ending, Isolator, Limits
from mesocosm.isolation.python import run_python

MIB = 2**20

BROKEN_LIMITS: list[tuple[Ending, Limits, str]] = [
    ("cpu_time", Limits(cpu_s=1), "print('before')\nwhile True: pass"),
    ("memory", Limits(memory_bytes=200 * MIB), "print('before')\nx = []\nwhile True: x.append(bytearray(2**20))"),
    ("output", Limits(output_bytes=1000), "print('before')\nprint('x' * 2000)"),
    ("disk", Limits(disk_bytes=MIB), "print('before')\nopen('a', 'wb').write(bytes(2 * 2**20))"),
    ("disk", Limits(files=5), "print('before')\nfor n in range(6): open(str(n), 'w').close()"),
    (
        "killed",
        Limits(processes=2),
        "import os, time\nprint('before', flush=True)\nfor n in range(3): os.fork() or time.sleep(99)\ntime.sleep(99)",
    ),
]


@pytest.mark.parametrize(("ending", "limits", "code"), BROKEN_LIMITS)
def test_broken_limit_names_itself(
    ending: Ending, limits: Limits, code: str, tmp_path: Path, isolator: Isolator
) -> None:
    outcome = run_python(code, tmp_path, limits.model_copy(update={"wall_s": PATIENCE_S}), isolator)
    assert outcome.ending == ending, outcome
    assert outcome.stdout.startswith("before\n")


def test_wall_time_names_itself_and_keeps_what_was_printed_before(tmp_path: Path, isolator: Isolator) -> None:
    """Half a second is enough to begin on a quiet machine; a busy one gets twice as much until it is."""
    code = "import time\nprint('before', flush=True)\ntime.sleep(999)"
    wall_s, printed = 0.5, ""
    while not printed.endswith("\n") and wall_s < PATIENCE_S:
        outcome = run_python(code, tmp_path, Limits(wall_s=wall_s), isolator)
        assert outcome.ending == "wall_time", outcome
        wall_s, printed = 2 * wall_s, outcome.stdout
    assert printed == "before\n"


def test_limits_that_are_not_reached_do_not_matter(tmp_path: Path, isolator: Isolator) -> None:
    limits = Limits(wall_s=PATIENCE_S, cpu_s=5, memory_bytes=100 * MIB, output_bytes=5, disk_bytes=10, files=2)
    code = "x = bytearray(30 * 2**20)\nopen('a', 'w').write('0123456789')\nprint('1234')"
    outcome = run_python(code, tmp_path, limits, isolator)
    assert (outcome.ending, outcome.stdout) == ("finished", "1234\n")


def test_two_processes_may_run_where_two_are_allowed(tmp_path: Path, isolator: Isolator) -> None:
    code = "import os\nif os.fork() == 0:\n    open('child', 'w').close()\n    os._exit(0)\nprint(os.wait()[1])"
    outcome = run_python(code, tmp_path, Limits(processes=2), isolator)
    assert (outcome.ending, outcome.stdout) == ("finished", "0\n"), outcome
    assert (tmp_path / "child").exists()


def test_output_is_cut_at_its_limit(tmp_path: Path, isolator: Isolator) -> None:
    outcome = run_python("print('x' * 5000, end='')", tmp_path, Limits(output_bytes=1000), isolator)
    assert (outcome.ending, outcome.stdout) == ("output", "x" * 1000)


def test_folder_that_the_code_closed_can_be_read_afterwards(tmp_path: Path, isolator: Isolator) -> None:
    run_python("import os\nos.mkdir('closed', 0o300)\nopen('closed/a', 'w').close()", tmp_path, Limits(), isolator)
    assert [path.name for path in (tmp_path / "closed").iterdir()] == ["a"]
    assert (tmp_path / "closed").stat().st_mode & 0o700 == 0o700


def test_excess_is_removed_and_told_and_what_was_there_stays(tmp_path: Path, isolator: Isolator) -> None:
    """The larger of two files goes; the smaller one and a large one from before fit into the quota together."""
    (tmp_path / "given").write_bytes(bytes(60))
    os.utime(tmp_path / "given")
    wait_until(lambda: time.time_ns() - (tmp_path / "given").stat().st_ctime_ns > 10**8, "the file was old enough")
    code = "open('small', 'wb').write(bytes(40))\nopen('large', 'wb').write(bytes(50))"
    outcome = run_python(code, tmp_path, Limits(wall_s=PATIENCE_S, disk_bytes=100), isolator)
    assert (outcome.ending, outcome.removed) == ("disk", ("large",))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["given", "small"]


LONG_PATHS = "import os\nfor _ in range({folders}):\n    os.mkdir('a' * {letters})\n    os.chdir('a' * {letters})"


@pytest.mark.parametrize(("folders", "letters"), [(60, 200), (21, 200), (70, 60), (2000, 1)])
def test_paths_longer_than_the_system_takes_are_the_codes_own_excess(
    folders: int, letters: int, tmp_path: Path, isolator: Isolator
) -> None:
    """The system names no path of more than 4,096 bytes: such folders must be removed without being named.

    On a busy machine the code is stopped before its path is that long; then what is within the quota stays.
    """
    code = LONG_PATHS.format(folders=folders, letters=letters)
    outcome = run_python(code, tmp_path, Limits(wall_s=PATIENCE_S, files=20), isolator)
    assert outcome.ending == "disk", outcome
    assert outcome.removed
    assert sum(len(inner) for _, inner, _, _ in os.fwalk(tmp_path)) <= 20


def test_folder_that_the_code_closed_to_all_can_be_used_afterwards(tmp_path: Path, isolator: Isolator) -> None:
    folder = tmp_path / "workspace"
    folder.mkdir()
    run_python("import os\nopen('a', 'w').close()\nos.chmod('.', 0)", folder, Limits(), isolator)
    assert folder.stat().st_mode & 0o700 == 0o700
