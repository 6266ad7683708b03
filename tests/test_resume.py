"""The short form of benchmarks/resume.py: killed with SIGKILL, resumed, nothing lost and nothing twice."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import INTERRUPTIBLE, PATIENCE_S, PROGRAM, running, wait_for_a_sample

from mesocosm.report.results import read_results
from mesocosm.testing.model_server import ModelServer, Turn

BENCHMARK = Path(__file__).parent.parent / "benchmarks" / "resume.py"
MODEL = "openai-api/scripted/model"
ANSWER = '{"answer": {"depth_m": 100, "excess_mass_kg": 1e9}}'


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_same_scores():
    command = [sys.executable, str(BENCHMARK), "--items", "24", "--kills", "2", "--seed", "3", "--agent", "oracle"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=4 * PATIENCE_S)  # four runs in a row
    assert "every episode exactly once: True (24 found, 24 different, 24 wanted)" in done.stdout, (
        done.stdout + done.stderr
    )
    assert "scores equal to the uninterrupted run: True" in done.stdout
    assert done.returncode == 0


class HeldModel(ModelServer):
    """A model that submits at once in a few episodes and keeps the others waiting until it is let go."""

    def __init__(self, answered: int) -> None:
        super().__init__([Turn(calls=(("submit", ANSWER),))])
        self.answered = answered
        self.go = threading.Event()

    def answer(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        reply = super().answer(request)
        if len(self.requests) > self.answered:
            self.go.wait(PATIENCE_S)
        return reply


@pytest.mark.slow
def test_ctrl_c_leaves_a_run_that_goes_on(tmp_path):
    words = ["run", "toy", "--no-baselines", "--model", MODEL, "--limit", "30", "--log-dir", str(tmp_path)]
    command = [sys.executable, "-c", INTERRUPTIBLE + PROGRAM, *words]
    with HeldModel(answered=12) as model:
        environment = os.environ | {"SCRIPTED_API_KEY": "none", "SCRIPTED_BASE_URL": model.url}
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "env": environment}
        with running(command, **options) as process:
            wait_for_a_sample(tmp_path, process)
            process.send_signal(signal.SIGINT)
            told, _ = process.communicate(timeout=PATIENCE_S)
        model.go.set()
        assert process.returncode != 0
        assert "Traceback" not in told, told
        assert f"not finished: {MODEL}" in told
        assert "what is done is kept, the same command goes on" in told
        before = len(model.requests)
        subprocess.run(command, check=True, timeout=PATIENCE_S, **options)
        assert before < 30 > len(model.requests) - before  # what was done is not asked for again
    [row] = read_results(tmp_path)
    assert row.episodes == len({sample.item for sample in row.samples}) == 30
