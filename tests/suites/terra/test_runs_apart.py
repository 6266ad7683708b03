"""Cached engine runs reveal nothing: an agent's call takes as long whether or not the reference used its inputs."""

import pytest

from mesocosm import registry
from mesocosm.simulators.simulator import Engine, Result, Value
from mesocosm.suites.terra.toolkit.engine_runs import Plan, Runs, carried_out
from mesocosm.workspace.workspace import Workspace


class Counting:
    """An engine that counts its runs."""

    engine = Engine(name="counting", version="1", kind="reduced_order")

    def __init__(self):
        self.runs, self.example = 0, {"n": 1}

    def validate(self, inputs):
        pass

    def run(self, inputs, *, seed, limits):
        self.runs += 1
        return Result(engine=self.engine, values={"run": Value(magnitude=self.runs, unit="1")}, seed=seed)


@pytest.fixture
def counting():
    engine = Counting()
    registry.add("simulators", "counting", engine)
    yield engine
    registry.discard("simulators", "counting")


def runs_made(engine, *worlds):
    """Return how often the engine has run after the same call in each world."""
    plan = Plan(engine="counting", inputs={"n": 1}, files={}, scenario="baseline", description="as given")
    for runs in worlds:
        with Workspace() as workspace:
            carried_out(workspace, runs, plan)
    return engine.runs


def test_an_agent_does_not_get_the_run_that_made_the_item(counting, monkeypatch, tmp_path):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    assert runs_made(counting, Runs(reuse=True), Runs()) == 2


def test_an_agent_does_not_get_the_run_of_another_episode(counting, monkeypatch, tmp_path):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    assert runs_made(counting, Runs(), Runs()) == 2


def test_who_makes_items_does_not_run_an_engine_twice(counting, monkeypatch, tmp_path):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    assert runs_made(counting, Runs(reuse=True), Runs(reuse=True)) == 1
