"""The short forms of benchmarks/parallel.py and benchmarks/soak.py."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S

from mesocosm.isolation.selection import why_none

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}"),
]


def run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / script), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)


@pytest.mark.exhaustive
def test_episodes_played_at_once_are_as_if_played_alone():
    done = run("parallel.py", "--episodes", "8")
    assert "equal traces: 8 of 8; equal scores: 8 of 8; broken: 0" in done.stdout, done.stdout + done.stderr
    assert "sights of other episodes: 0" in done.stdout
    assert done.returncode == 0


@pytest.mark.exhaustive
def test_a_process_holds_no_more_after_many_episodes():
    done = run("soak.py", "--episodes", "80", "--every", "20")
    assert "nothing grew" in done.stdout, done.stdout + done.stderr
    assert "broken episodes: 0" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("leak", ["descriptor", "file", "process", "thread"])
def test_the_soak_finds_what_leaks(leak):
    done = run("soak.py", "--episodes", "4", "--every", "1", "--patience-s", "0", "--leak", leak)
    [grown] = [line for line in done.stdout.splitlines() if line.startswith("grown:")]
    assert leak in grown, done.stdout + done.stderr
    assert done.returncode == 1
