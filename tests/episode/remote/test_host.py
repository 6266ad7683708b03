"""Agents in processes of their own: what they inherit, how long they may take, and what ends with them."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S, running, wait_until

import mesocosm
from mesocosm.episode.budget_ledger import ANSWER_LIMIT_S, EPISODE_LIMIT_S, Ledger
from mesocosm.episode.remote.processes import AgentApart
from mesocosm.episode.remote.wire import LARGEST_TO_US, LENGTH, Hung, Wire
from mesocosm.trace.schema import Said
from mesocosm.types import Budget

unanswered = pytest.mark.filterwarnings("ignore:.* are unanswered")
"""The agent of the test hands nothing in, of which a run warns."""


def words(trace):
    return [event.text for event in trace.events if isinstance(event, Said)]


def is_gone(process):
    return not Path("/proc", str(process)).exists()


# ---------------------------------------------------------------- what it knows

LOOKS = """
import gc, mesocosm
from mesocosm.types import Reference

def looks(task):
    task.say(str(sum(isinstance(thing, Reference) for thing in gc.get_objects())))
    task.call("submit", answer={"depth_m": 1.0, "excess_mass_kg": 1.0})

class Looks:
    said = False

    def act(self, seen):
        if self.said:
            return mesocosm.call("submit", answer={"depth_m": 1.0, "excess_mass_kg": 1.0})
        self.said = True
        return str(sum(isinstance(thing, Reference) for thing in gc.get_objects()))
"""
RUN = """
kept = list(mesocosm.load_suite("toy").cases(0, 3))  # truths of this session
for agent in (looks, Looks, Looks()):
    trace = mesocosm.run("toy", agent, n=1).episodes[0].trace
    print([event.text for event in trace.events if event.kind == "said"][0])
"""
GUARDED = "if __name__ == '__main__':" + RUN.replace("\n", "\n    ")


@pytest.mark.parametrize(
    ("files", "output"),
    [
        ({"main.py": LOOKS + GUARDED}, "0 0 0"),
        ({"looking.py": LOOKS, "main.py": "import mesocosm\nfrom looking import looks, Looks\n" + RUN}, "0 0 0"),
        ({"main.py": LOOKS + RUN}, "3 3 3"),  # a program that may not be run twice: its copy knows what it knew
    ],
    ids=["a guarded program", "a module", "a plain program"],
)
def test_what_a_session_held_before_is_not_in_a_fresh_interpreter(tmp_path, files, output):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [sys.executable, tmp_path / "main.py"], capture_output=True, text=True, timeout=PATIENCE_S, cwd=tmp_path
    )
    assert done.stdout.split() == output.split(), done.stderr


def test_a_module_that_cannot_be_loaded_again_plays_in_a_copy(tmp_path):
    once = "import os\nif os.environ.pop('ONCE', '') == '': raise ImportError('only once')\n" + LOOKS
    (tmp_path / "looking.py").write_text(once)
    (tmp_path / "main.py").write_text("import mesocosm\nfrom looking import looks, Looks\n" + RUN)
    done = subprocess.run(
        [sys.executable, tmp_path / "main.py"],
        env={**os.environ, "ONCE": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert (done.stdout.split(), done.stderr) == (["3", "3", "3"], "")


# ---------------------------------------------------------------- what it inherits


@unanswered
def test_no_open_file_and_no_variable_of_ours_comes_along(tmp_path, monkeypatch):
    (tmp_path / "secret").write_text("the truth")
    monkeypatch.setenv("MESOCOSM_REPLAY", "there")
    monkeypatch.setenv("INSPECT_LOG_DIR", "there")
    monkeypatch.setenv("OPENAI_API_KEY", "mine")

    def looks(task):
        names = [name for name in os.environ if name.startswith(("MESOCOSM_", "INSPECT_", "OPENAI_"))]
        task.say(json.dumps(sorted(names)))
        for number in map(int, os.listdir("/proc/self/fd")):
            try:
                task.say(os.pread(number, 100, 0).decode())
            except OSError:
                continue

    with (tmp_path / "secret").open():
        texts = words(mesocosm.run("toy", looks, n=1).episodes[0].trace)
    assert json.loads(texts[0]) == ["OPENAI_API_KEY"]
    assert "the truth" not in texts


# ---------------------------------------------------------------- how long it may take


def hangs_on_request(task):
    """Says which processes are its own, or hangs."""
    if any(tool["function"]["name"] == "hang" for tool in task.tools):
        signal.pause()
    near = subprocess.Popen(["sleep", "1000"])
    far = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    task.say(f"{os.getpid()} {near.pid} {far.pid}")


def hang() -> str:
    """Tells the agent to hang."""
    return ""


@pytest.mark.parametrize("agent", [hangs_on_request, lambda task: hangs_on_request(task)], ids=["carried", "copied"])
def test_an_agent_that_hangs_is_ended_with_all_it_started(make_world, agent):
    with closing(AgentApart(agent)) as apart:
        first = words(apart.play(make_world("files.read_file")))[0].split()
        late = apart.play(make_world(hang, budget=Budget(seconds=0.5)))
        assert late.end.reason == "budget"
        assert "the agent was ended after" in words(late)[-1]
        wait_until(lambda: is_gone(first[0]) and is_gone(first[1]), "the agent and its group are gone")
        second = words(apart.play(make_world("files.read_file")))[0].split()
        assert second[0] != first[0]
    assert all(map(is_gone, first + second))


def test_an_agent_that_acts_and_hangs_has_spent_its_budget(make_world):
    class Stuck:
        def act(self, seen):
            signal.pause()

    with closing(AgentApart(Stuck)) as apart:
        assert apart.play(make_world(hang, budget=Budget(seconds=0.5))).end.reason == "budget"


def test_how_long_an_answer_may_take():
    limited, unlimited = (Ledger(Budget(seconds=seconds)) for seconds in (100.0, None))
    assert (limited.answer_limit_s(), unlimited.answer_limit_s()) == (100.0, ANSWER_LIMIT_S)
    limited.seconds = 99.0
    assert limited.answer_limit_s() == 1.0
    limited.seconds = unlimited.seconds = EPISODE_LIMIT_S + 1.0
    assert (limited.answer_limit_s(), unlimited.answer_limit_s()) == (0.0, 0.0)


# ---------------------------------------------------------------- what ends it

STUCK = """
import os, signal, subprocess, sys
import mesocosm

def stuck(task):
    child = subprocess.Popen(["sleep", "1000"])
    with open("pids.draft", "w") as file:
        file.write(f"{os.getpid()} {child.pid} {os.getppid()}")
    os.rename("pids.draft", "pids")
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGHUP})
    signal.pause()

if __name__ == "__main__":
    mesocosm.run("toy", stuck if sys.argv[1] == "carried" else lambda task: stuck(task), n=1)
"""


@pytest.mark.parametrize("way", ["carried", "copied"])
def test_nothing_of_an_agent_outlives_a_killed_evaluator(tmp_path, way):
    (tmp_path / "main.py").write_text(STUCK)
    with running([sys.executable, tmp_path / "main.py", way], cwd=tmp_path) as evaluator:
        wait_until((tmp_path / "pids").exists, "the agent hung", evaluator)
        evaluator.kill()
    processes = (tmp_path / "pids").read_text().split()
    wait_until(lambda: all(map(is_gone, processes)), "its processes are gone")


# ---------------------------------------------------------------- what it sends


def test_a_message_that_is_too_long_is_refused_before_it_is_read():
    ours, theirs = socket.socketpair()
    wire = Wire(ours)
    theirs.sendall(LENGTH.pack(LARGEST_TO_US + 1))  # and not one byte of it
    with pytest.raises(Hung, match="8,000,001 bytes is too long; at most 8,000,000 are taken"):
        wire.receive()
    wire.close()
    theirs.close()


def test_an_agent_learns_that_its_message_is_too_long():
    with pytest.warns(RuntimeWarning, match="TooLong: a message of .* bytes is too long"):
        mesocosm.run("toy", lambda task: task.call("submit", answer="x" * LARGEST_TO_US), n=1)


@unanswered
def test_a_lone_surrogate_is_reported_plainly_over_the_wire():
    def garbles(task):
        task.say(task.call("read_meter", x_m="\ud800", y_m=0).text)

    near, far = (mesocosm.run("toy", garbles, n=1, isolated=isolated) for isolated in (False, True))
    assert words(far.episodes[0].trace) == words(near.episodes[0].trace)
    assert words(far.episodes[0].trace) == ["gravity.read_meter: arguments are not JSON: a lone surrogate"]


# ---------------------------------------------------------------- what its module started

HELPED = """
import subprocess
helper = subprocess.Popen(["sleep", "1000"])  # such as a server of a model

def agent(task):
    task.say(str(helper.pid))
"""


def test_what_an_agents_module_started_lives_as_long_as_the_agent(tmp_path, monkeypatch, make_world):
    (tmp_path / "helped_agent.py").write_text(HELPED)
    monkeypatch.syspath_prepend(tmp_path)
    import helped_agent

    with closing(AgentApart(helped_agent.agent)) as apart:
        first, second = (words(apart.play(make_world("files.read_file")))[0] for _ in range(2))
        assert not is_gone(first)
    helped_agent.helper.kill()
    helped_agent.helper.wait()
    assert first == second != str(helped_agent.helper.pid)
    assert is_gone(first)
