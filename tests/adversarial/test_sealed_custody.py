"""The scorer as another user: the agent's user cannot read any truth."""

import os
import subprocess
import sys

import pytest
from tests.shared import ROOT
from tests.waiting import PATIENCE_S

pytest.importorskip("cryptography", reason="pip install 'mesocosm[sealed]'")


@pytest.mark.exhaustive
@pytest.mark.slow
@pytest.mark.skipif(os.getuid() != 0, reason="needs root, to run scorer and agent as two users")
def test_the_agents_user_gains_nothing():
    command = [sys.executable, str(ROOT / "benchmarks" / "sealed.py"), "--suite", "toy"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    if done.stdout.startswith("skipped"):
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "attempts that gained something: 0" in done.stdout
    assert "gains: read FOLDER/, read FOLDER/secret.json" in done.stdout  # the attempts can succeed
    assert "\nnothing  read /proc/PID/mem\n" in done.stdout
    assert "searched " in done.stdout
    assert "refused   trace: a link to the same bytes" in done.stdout
    assert "a tampered trace is accepted: refused: traces/000000.jsonl" in done.stdout
