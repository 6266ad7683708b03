"""Ctrl-C: the command says how to continue, leaves only whole lots behind, and continues with them."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import INTERRUPTIBLE, PATIENCE_S, running, wait_until

from mesocosm.synthesis.folder import LOT, Plan, read_worked

MANY = 400 * LOT
SCRIPT = f"""{INTERRUPTIBLE}import sys
from pathlib import Path
from mesocosm.execution.executor import Executor
from mesocosm.suites.eo.commands.synthesise import make
from mesocosm.synthesis.folder import Plan
if __name__ == "__main__":
    plan = Plan(suite="toy", split="train", seed=1, candidates=int(sys.argv[2]))
    make(plan, Path(sys.argv[1]), Executor(workers=int(sys.argv[3])))
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_whole_lots_and_the_work_goes_on(tmp_path: Path, jobs: int) -> None:
    script, folder = tmp_path / "script.py", tmp_path / "folder"
    script.write_text(SCRIPT)
    words = [sys.executable, str(script), str(folder)]
    with running([*words, str(MANY), str(jobs)], stderr=subprocess.PIPE, text=True) as process:
        wait_until((folder / "lots" / "00000.jsonl").exists, "the first lot was there", process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, said
    assert "interrupted; run the same command again to continue" in said
    done = len(list(read_worked(folder)))
    assert done % LOT == 0
    assert 0 < done < MANY
    (folder / "plan.json").write_text(
        Plan(suite="toy", split="train", seed=1, candidates=done).model_dump_json()
    )  # the rest would take long
    subprocess.run([*words, str(done + 2), "1"], check=True, timeout=PATIENCE_S)
    assert sorted(worked.number for worked in read_worked(folder))[-1] >= done + 1
