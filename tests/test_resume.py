"""The short form of benchmarks/resume.py: a stopped and resumed run loses nothing and repeats nothing."""

import json
import os
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest
from tests.waiting import INTERRUPTIBLE, PATIENCE_S, PROGRAM, running, wait_for_a_sample

import mesocosm
from mesocosm.report.results import ResultRow, read_results
from mesocosm.testing.model_server import ModelServer, Turn

MODEL = "openai-api/scripted/model"
ANSWER = {"depth_m": 100, "excess_mass_kg": 1e9}


class HeldModel(ModelServer):
    """A model that submits at once in a few episodes and blocks the others until it is released."""

    def __init__(self, answered: int) -> None:
        super().__init__([Turn(calls=(("submit", json.dumps({"answer": ANSWER})),))])
        self.answered = answered
        self.go = threading.Event()

    def answer(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        reply = super().answer(request)
        if len(self.requests) > self.answered:
            self.go.wait(PATIENCE_S)
        return reply


def scores(row: ResultRow) -> dict[tuple[str, int], float | None]:
    return {(sample.item, sample.epoch): sample.score for sample in row.samples}


@pytest.mark.slow
@pytest.mark.parametrize(
    "stop", [pytest.param(signal.SIGINT, marks=pytest.mark.exhaustive), signal.SIGKILL], ids=lambda stop: stop.name
)
def test_a_stopped_run_goes_on_to_the_same_scores(tmp_path, stop):
    words = ["run", "toy", "--no-baselines", "--model", MODEL, "--limit", "30", "--log-dir", str(tmp_path)]
    command = [sys.executable, "-c", INTERRUPTIBLE + PROGRAM, *words]
    with HeldModel(answered=12) as model:
        environment = os.environ | {"SCRIPTED_API_KEY": "none", "SCRIPTED_BASE_URL": model.url}
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "env": environment}
        with running(command, **options) as process:
            wait_for_a_sample(tmp_path, process)
            process.send_signal(stop)
            output, _ = process.communicate(timeout=PATIENCE_S)
        model.go.set()
        assert process.returncode != 0
        if stop == signal.SIGINT:
            assert "Traceback" not in output, output
            assert f"not finished: {MODEL}" in output
            assert "Finished work is kept; run the same command again to continue" in output
        before = len(model.requests)
        again = subprocess.run(command, check=True, timeout=PATIENCE_S, **options)
        assert "of 30 episodes are there already; going on" in again.stdout
        assert before < 30 > len(model.requests) - before  # what was done is not asked for again
    [row] = read_results(tmp_path)
    alone = mesocosm.run("toy", lambda task: task.call("submit", answer=ANSWER), n=30).row
    assert len(row.samples) == row.episodes == 30
    assert row.broken == 0
    assert scores(row) == scores(alone)
