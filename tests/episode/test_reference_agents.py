"""Agents of other packages are not run by whoever evaluates them, unless they are marked as knowing the truth."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S, PROGRAM

from mesocosm import registry
from mesocosm.episode.reference_agents import model_knows_reference, needs_reference, plays_apart
from mesocosm.trace.convert import read_any

OURS = ("oracle", "careless", "replay", "scripted", "null", "random")

PATCH = """
import mesocosm.suite.suite as suite
from mesocosm.types import Score
suite.Suite.score = lambda self, item, reference, trace, profile="default": Score(value=1.0, profile=profile)
"""
"""Import-time code that would give everybody full marks."""

QUIET = """
def agent(case):
    from mesocosm.episode.agent import ScriptAgent
    return ScriptAgent(iter([None]))
"""

KNOWING = '''
"""Hands in the truth."""
from mesocosm.episode.agent import ScriptAgent, call

NEEDS_REFERENCE = True

def agent(case):
    return ScriptAgent(script(case))

def script(case):
    yield call("submit", answer=case.reference.answer)
'''


@pytest.fixture
def install(tmp_path):
    """Leaves a package as pip would, in a folder for the path: a module of agents, and the package's own code."""

    def put(agent, package=""):
        place = tmp_path / "installed"
        (place / "guest").mkdir(parents=True)
        (place / "guest" / "__init__.py").write_text(package)
        (place / "guest" / "player.py").write_text(agent)
        about = place / "guest-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text("[mesocosm.agents]\nguest = guest.player\n")
        return place

    return put


def evaluate(place, tmp_path, *others):
    """The rows of a run of the guest, beside other agents."""
    paths = os.pathsep.join([str(place), *filter(None, [os.environ.get("PYTHONPATH")])])
    agents = [word for name in ("guest", *others) for word in ("--agent", name)]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "run", "toy", *agents, "--no-baselines", "--limit", "1", "--json"]
        + ["--log-dir", str(tmp_path / "logs")],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_who_plays_apart():
    assert plays_apart("surveyor")
    assert not any(map(plays_apart, (*OURS, "unheard_of")))


def test_who_needs_the_reference():
    assert [name for name in OURS if needs_reference(name)] == ["oracle", "careless", "scripted"]
    assert model_knows_reference("mesocosm/oracle")
    assert not model_knows_reference("mockllm/oracle")


@pytest.mark.parametrize("where", ["module", pytest.param("package", marks=pytest.mark.exhaustive)])
def test_code_at_the_import_of_an_agent_changes_no_score(install, tmp_path, where):
    place = install(PATCH + QUIET) if where == "module" else install(QUIET, PATCH)
    [row] = evaluate(place, tmp_path)
    assert (row["agent"], row["score"], row["knows_reference"]) == ("guest", 0.0, False)


def test_a_reference_agent_of_another_package_is_marked_and_not_ranked(install, tmp_path):
    rows = evaluate(install(KNOWING), tmp_path, "null")
    assert [(row["agent"], row["score"], row["knows_reference"]) for row in rows] == [
        ("guest", 1.0, True),
        ("null", 0.0, False),
    ]
    marks = {trace.start.agent: trace.start.knows_reference for trace in map(_only, (tmp_path / "logs").glob("*.eval"))}
    assert marks == {"mesocosm/guest": True, "mesocosm/null": False}


def _only(log: Path):
    [trace] = read_any(log)
    return trace


def test_a_marker_that_is_not_a_plain_line_does_not_count(install, monkeypatch):
    hidden = "NEEDS_REFERENCE = bool(1)\nif 1:\n    NEEDS_REFERENCE = True\nOTHER = True\n"
    monkeypatch.syspath_prepend(install(hidden + QUIET))
    registry.homes.cache_clear()
    try:
        assert plays_apart("guest")
        assert "guest" in registry.names("agents")
        assert "guest.player" not in sys.modules
        assert "guest" not in sys.modules
    finally:
        registry.homes.cache_clear()


def test_an_agent_without_an_agent_is_unknown(install, monkeypatch):
    monkeypatch.syspath_prepend(install("player = None\n"))
    registry.homes.cache_clear()
    try:
        with pytest.raises(registry.UnknownName, match="no agent is called 'guest'"):
            registry.check_agent_name("guest")
    finally:
        registry.homes.cache_clear()
