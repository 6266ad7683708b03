"""Runs in parts: the rows of a run in one piece, whatever is killed; parts are kept; connections are shared."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Literal

import pytest
from tests.waiting import INTERRUPTIBLE, PATIENCE_S, PROGRAM, running, wait_until

import mesocosm
from mesocosm.adapters.inspect.model_settings import ModelSettings
from mesocosm.adapters.inspect.run_parts import RunPart, part_name, refuse_agents_apart, run_part
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.adapters.inspect.runs import execute
from mesocosm.errors import UserError
from mesocosm.execution.executor import Executor
from mesocosm.isolation import protected_folders
from mesocosm.report.results import read_results
from mesocosm.testing.model_server import ModelServer, Turn

MODEL = "openai-api/scripted/model"
ANSWER = {"depth_m": 100, "excess_mass_kg": 1e9}
SUBMITS = [Turn(calls=(("submit", json.dumps({"answer": ANSWER})),))]


class CountingModel(ModelServer):
    """A model that counts the requests that it has at a time, and may hold those after the first few."""

    def __init__(self, held_after: int | None = None) -> None:
        super().__init__(SUBMITS)
        self.held_after, self.go = held_after, threading.Event()
        self.open = self.most_open = 0
        self.lock = threading.Lock()

    def answer(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        with self.lock:
            self.open += 1
            self.most_open = max(self.most_open, self.open)
        reply = super().answer(request)
        if self.held_after is not None and len(self.requests) > self.held_after:
            self.go.wait(PATIENCE_S)
        with self.lock:
            self.open -= 1
        return reply


def command(folder: Path, *words: str) -> list[str]:
    common = ["run", "toy", "--no-baselines", "--limit", "25", "--log-dir", str(folder)]
    return [sys.executable, "-c", INTERRUPTIBLE + PROGRAM, *common, *words]


def environment(model: ModelServer) -> dict[str, str]:
    return os.environ | {"SCRIPTED_API_KEY": "none", "SCRIPTED_BASE_URL": model.url}


@pytest.mark.slow
def test_parts_of_a_killed_run_are_kept_and_make_the_same_row(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    words = command(logs, "--model", MODEL, "--jobs", "2", "--max-samples", "4", "--max-connections", "3")
    with CountingModel(held_after=14) as model:
        with running(words, env=environment(model), stderr=subprocess.DEVNULL) as process:
            wait_until(lambda: len(model.requests) > 14, "some requests were held", process)
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE_S)
        model.go.set()
        before = len(model.requests)
        alone = subprocess.run(command(logs, "--model", MODEL), env=environment(model), capture_output=True, text=True)
        assert "was begun in parts: finish it with --jobs or --on" in alone.stderr
        subprocess.run(words, env=environment(model), check=True, timeout=PATIENCE_S)
        assert before < 25 > len(model.requests) - before  # what was done is not asked for again
        assert model.most_open <= 3
    [row] = read_results(logs)
    [expected] = [mesocosm.run("toy", lambda task: task.call("submit", answer=ANSWER), n=25).row]
    assert [(sample.item, sample.score) for sample in row.samples] == [
        (sample.item, sample.score) for sample in expected.samples
    ]
    assert not Path(f"{logs}.parts").exists()


@pytest.mark.slow
def test_agents_play_in_parts_and_a_second_run_repeats_nothing(tmp_path: Path) -> None:
    words = ["--agent", "oracle", "--agent", "random", "--json"]
    whole = subprocess.run(command(tmp_path / "whole", *words), check=True, capture_output=True, text=True)
    parts = subprocess.run(
        command(tmp_path / "logs", *words, "--jobs", "2"), check=True, capture_output=True, text=True
    )
    assert rows_of(parts.stdout) == rows_of(whole.stdout)
    again = subprocess.run(command(tmp_path / "logs", *words), check=True, capture_output=True, text=True)
    assert "50 of 50 episodes are there already" in again.stderr
    assert len([*(tmp_path / "logs").glob("*.eval")]) == 2


def rows_of(text: str) -> list[dict[str, Any]]:
    """Return the rows without the names of their logs; in JSON, what is not a number is null, which equals itself."""
    return [{name: value for name, value in row.items() if name != "log"} for row in json.loads(text)]


def test_agents_see_neither_parts_nor_finished_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protected_folders, "_written", set())
    part = RunPart(model="mesocosm/oracle", items=(0,), folder=f"{tmp_path}/logs.parts/oracle-00000", group="")
    reason = run_part(RunPlan(suite="toy", models=("mesocosm/oracle",), items=1), part)
    assert reason == (part, "")
    assert {str(tmp_path / "logs.parts"), str(tmp_path / "logs")} <= protected_folders._written


def test_what_a_part_is_called_depends_on_what_changes_answers() -> None:
    plan = RunPlan(suite="toy", models=(MODEL,))
    names = [
        part_name(plan.model_copy(update={"settings": ModelSettings(**settings)}), MODEL, (0, 1))
        for settings in ({}, {"max_connections": 3}, {"temperature": 0.5})
    ]
    assert names[0] == names[1] != names[2]


@pytest.mark.parametrize("kind", ["ray", "slurm"])
def test_agents_of_other_packages_are_refused_on_a_cluster(tmp_path: Path, kind: Literal["ray", "slurm"]) -> None:
    plan = RunPlan(suite="toy", models=("mesocosm/oracle", "mesocosm/surveyor"), items=1)
    with pytest.raises(UserError, match="agent surveyor comes from another package, .* use --jobs N without --on"):
        execute(plan, tmp_path / "logs", Executor(kind=kind, workers=1, address=str(tmp_path / "lab.toml")))
    assert not (tmp_path / "logs").exists()


def test_our_agents_and_models_run_on_a_cluster() -> None:
    plan = RunPlan(suite="toy", models=("mesocosm/oracle", "mesocosm/null", MODEL), items=1)
    refuse_agents_apart(plan, Executor(kind="ray"))
    with_guest = plan.model_copy(update={"models": ("mesocosm/surveyor",)})
    refuse_agents_apart(with_guest, Executor(workers=2))
