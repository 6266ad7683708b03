"""The short form of benchmarks/resume.py: killed with SIGKILL, resumed, nothing lost and nothing twice."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mesocosm.report.results import read_results

BENCHMARK = Path(__file__).parent.parent / "benchmarks" / "resume.py"
RUN = [sys.executable, "-c", "from mesocosm.cli.main import main; main()", "run", "toy", "--no-baselines"]


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_same_scores():
    command = [sys.executable, str(BENCHMARK), "--items", "24", "--kills", "3", "--seed", "3", "--agent", "oracle"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert "every episode exactly once: True (24 found, 24 different, 24 wanted)" in done.stdout, (
        done.stdout + done.stderr
    )
    assert "scores equal to the uninterrupted run: True" in done.stdout
    assert done.returncode == 0


@pytest.mark.slow
def test_ctrl_c_leaves_a_run_that_goes_on(tmp_path):
    command = [*RUN, "--agent", "surveyor", "--limit", "30", "--log-dir", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    _wait_for_a_log(tmp_path)
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "Traceback" not in told, told
    assert "not finished: mesocosm/surveyor" in told
    assert "what is done is kept, the same command goes on" in told
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    [row] = read_results(tmp_path)
    assert row.episodes == len({sample.item for sample in row.samples}) == 30


def _wait_for_a_log(folder: Path) -> None:
    for _ in range(400):
        if list(folder.glob("*.eval")):
            time.sleep(1.0)  # let some episodes finish
            return
        time.sleep(0.05)
    pytest.fail("no log appeared within 20 s")
