"""Ctrl-C: the command says how to go on, leaves whole lots behind, and goes on with them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mesocosm.synthesis.folder import LOT, Plan, read_worked

MANY = 400 * LOT
SCRIPT = """
import signal, sys
from pathlib import Path
from mesocosm.suites.eo.commands.synthesise import make
from mesocosm.synthesis.folder import Plan
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started this may have had it ignored
    plan = Plan(suite="toy", split="train", seed=1, candidates=int(sys.argv[2]))
    make(plan, Path(sys.argv[1]), int(sys.argv[3]))
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_whole_lots_and_the_work_goes_on(tmp_path: Path, jobs: int) -> None:
    script, folder = tmp_path / "script.py", tmp_path / "folder"
    script.write_text(SCRIPT)
    words = [sys.executable, str(script), str(folder)]
    with subprocess.Popen([*words, str(MANY), str(jobs)], stderr=subprocess.PIPE, text=True) as process:
        _wait_for(folder / "lots" / "00000.jsonl")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "broken off; the same command goes on" in said
    done = len(list(read_worked(folder)))
    assert done % LOT == 0
    assert 0 < done < MANY
    (folder / "plan.json").write_text(
        Plan(suite="toy", split="train", seed=1, candidates=done).model_dump_json()
    )  # the rest would take long
    subprocess.run([*words, str(done + 2), "1"], check=True, timeout=60)
    assert sorted(worked.number for worked in read_worked(folder))[-1] >= done + 1


def _wait_for(path: Path) -> None:
    for _ in range(600):
        if path.exists():
            return
        time.sleep(0.1)
    raise AssertionError(f"{path} did not come")
