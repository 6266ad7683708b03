"""What agents in processes of their own can do to our folders: nothing, where the system allows us to see to that."""

from __future__ import annotations

import ctypes
import json
import os
import site
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import mesocosm
from mesocosm.cache import Kind, changed_entries
from mesocosm.episode.remote.processes import AgentApart
from mesocosm.isolation import protected_folders
from mesocosm.isolation.protected_folders import LANDLOCK_CREATE_RULESET, why_unshielded

LANDLOCK = ctypes.CDLL(None).syscall(LANDLOCK_CREATE_RULESET, None, 0, 1)
"""Version of Landlock that the kernel offers; below zero if it has none."""
TRUTHS = Kind("truths", "What is true", lambda: "1")

pytestmark = pytest.mark.skipif(why_unshielded() is not None, reason=str(why_unshielded()))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    TRUTHS.write("a", b"right")
    return tmp_path / "cache"


class Vandal:
    """Tries a path and tells what became of it."""

    def __init__(self, *targets: Path) -> None:
        self.targets = [str(path) for path in targets]

    def __call__(self, task) -> None:
        modes = []
        for target in self.targets:
            for mode in ("rb", "r+b", "wb"):
                try:
                    with open(target, mode):
                        modes.append(mode)
                except OSError:
                    pass
        task.say(" ".join(["tried", *modes]))


class Mover(Vandal):
    """Moves folders away and tells which."""

    def __call__(self, task) -> None:
        targets = []
        for target in self.targets:
            try:
                os.rename(target, f"{target}-gone")
                targets.append(target)
            except OSError:
                pass
        task.say(" ".join(["tried", *targets]))


class Finder:
    """Tells which folders of episodes it sees."""

    def __call__(self, task) -> None:
        task.call("write_file", path="of-this-episode.txt", content="1")
        seen = [str(path) for path in Path(tempfile.gettempdir()).glob("mesocosm-*/**/of-this-episode.txt")]
        task.say(" ".join(["tried", *seen]))


class Reader(Vandal):
    """Reads files and tells what is in them."""

    def __call__(self, task) -> None:
        task.say(" ".join(["tried", *(Path(target).read_text() for target in self.targets)]))


class Planter(Vandal):
    """Makes a file and the folders above it."""

    def __call__(self, task) -> None:
        for target in map(Path, self.targets):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("planted")
        task.say("tried")


class Killer:
    """Tells whether it could end a process, and whether it can end one of its own."""

    def __init__(self, process: int) -> None:
        self.process = process

    def __call__(self, task) -> None:
        try:
            os.kill(self.process, 0)
            reached = "reached"
        except PermissionError:
            reached = "refused"
        child = subprocess.Popen(["sleep", "60"])
        child.terminate()
        task.say(f"tried {reached} child {child.wait()}")


def said(results) -> str:
    return next(
        event.text for event in results.episodes[0].trace.events if event.kind == "said" and "tried" in event.text
    )


def closure(agent):
    """The same in a copy of this process: a function inside a function cannot be pickled."""
    return lambda task: agent(task)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("carry", [lambda agent: agent, closure], ids=["fresh", "copy"])
class TestAgents:
    def test_see_neither_entries_nor_the_key(self, cache, carry):
        agent = carry(Vandal(TRUTHS.path("a"), cache / "installation.key"))
        assert said(mesocosm.run("toy", agent, limit=1)) in ("tried", "tried wb")  # a key in its own empty folder
        assert TRUTHS.read("a") == b"right"
        assert not [change for change in changed_entries() if str(cache) in change]

    def test_see_neither_logs_nor_traces(self, cache, carry, tmp_path):
        """Baselines play into the same folder, and every finished episode there tells its item's truth."""
        logs, traces = tmp_path / "logs", tmp_path / "traces"
        mesocosm.run("toy", "oracle", limit=1, traces=traces, logs=logs)
        [known, *_] = logs.glob("*.json")
        agent = carry(Vandal(traces / "toy-s0-0000-1.jsonl", known))
        results = mesocosm.run("toy", agent, limit=1, traces=traces, logs=logs)
        assert said(results) in ("tried", "tried wb wb")  # files in an empty folder of its own
        assert "submitted" in (traces / "toy-s0-0000-1.jsonl").read_text()

    def test_cannot_read_a_hidden_file(self, cache, carry, tmp_path, monkeypatch):
        """The key to the references of an item pack lies where a person has put it, perhaps beside the agent."""
        monkeypatch.setattr(protected_folders, "_hidden", set())
        for name in ("open", "toy.pack.key"):
            (tmp_path / name).write_text(name)
        protected_folders.hide(tmp_path / "toy.pack.key")
        agent = carry(Reader(tmp_path / "open", tmp_path / "toy.pack.key"))
        assert said(mesocosm.run("toy", agent, limit=1)) == "tried open "
        assert (tmp_path / "toy.pack.key").read_text() == "toy.pack.key"

    @pytest.mark.skipif(LANDLOCK < 6, reason="this kernel cannot confine signals (Linux 6.12 can)")
    def test_cannot_end_the_process_that_scores_it(self, cache, carry):
        """A run would play the episode of a killed worker again, with what the agent has learnt in it."""
        assert said(mesocosm.run("toy", carry(Killer(os.getpid())), limit=1)) == "tried refused child -15"

    def test_see_no_folder_of_an_episode(self, cache, carry):
        """It could be swapped for a link, through which tools of ours would read and write anywhere."""
        assert said(mesocosm.run("toy", carry(Finder()), limit=1)) == "tried"

    def test_cannot_write_this_package(self, cache, carry):
        assert said(mesocosm.run("toy", carry(Vandal(mesocosm.__file__)), limit=1)) == "tried rb"

    def test_cannot_plant_a_cache_that_a_later_run_believes(self, cache, carry, tmp_path):
        """Where MESOCOSM_CACHE names another folder, the usual one need not be there yet."""
        said(mesocosm.run("toy", carry(Planter(tmp_path / ".cache" / "mesocosm" / "terra-items" / "a")), limit=1))
        assert list((tmp_path / ".cache" / "mesocosm").iterdir()) == []

    def test_cannot_write_where_python_imports_from(self, cache, carry, tmp_path, monkeypatch):
        (tmp_path / "lib").mkdir()
        monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "lib")])
        places = [tmp_path / "lib" / "sitecustomize.py", Path(json.__file__).parent / "mesocosm-probe"]
        assert said(mesocosm.run("toy", carry(Vandal(*places)), limit=1)) == "tried"

    def test_cannot_write_into_the_environment_of_python(self, cache, carry):
        places = [Path(folder) / "mesocosm-probe.pth" for folder in site.getsitepackages()]
        assert (
            said(mesocosm.run("toy", carry(Vandal(*places, Path(sys.prefix) / "mesocosm-probe")), limit=1)) == "tried"
        )

    def test_cannot_put_other_folders_in_place_of_ours(self, cache, carry, tmp_path):
        """Not of what lies above them either, where a cache with a key of the agent's own could then stand."""
        (tmp_path / "runs").mkdir()
        mover = Mover(cache, cache.parent, tmp_path / "runs", tmp_path / "runs" / "logs")
        assert said(mesocosm.run("toy", carry(mover), limit=1, logs=tmp_path / "runs" / "logs")) == "tried"
        assert TRUTHS.read("a") == b"right"

    def test_can_write_elsewhere(self, cache, carry, tmp_path):
        assert said(mesocosm.run("toy", carry(Vandal(tmp_path / "own")), limit=1)) == "tried wb"
        assert (tmp_path / "own").exists()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("carry", [lambda agent: agent, closure], ids=["fresh", "copy"])
def test_all_items_are_read_before_an_agents_code_runs(toy, carry, monkeypatch, tmp_path):
    seen = []
    case, begin = type(toy).case, AgentApart.begin
    monkeypatch.setattr(type(toy), "case", lambda *given: seen.append("item") or case(*given))
    monkeypatch.setattr(AgentApart, "begin", lambda agent: seen.append("agent") or begin(agent))
    mesocosm.run("toy", carry(Vandal(tmp_path / "own")), limit=3)
    assert seen.index("agent") >= 3
    assert "item" not in seen[seen.index("agent") :]
