"""Agents whose code is not ours run in processes of their own, which hold no reference."""

import errno
import json
import os
import socket
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S, PROGRAM, wait_until

import mesocosm
from mesocosm import registry
from mesocosm.episode.agent import Case, withhold
from mesocosm.episode.loop import run_episode
from mesocosm.episode.remote.client import FarAgent
from mesocosm.episode.remote.processes import AgentApart, host_of_fork, host_of_name
from mesocosm.episode.remote.server import serve
from mesocosm.episode.remote.wire import LENGTH, Hung, Wire
from mesocosm.errors import AgentFailed, BrokenEpisode, ReferenceWithheld
from mesocosm.trace.convert import read_any
from mesocosm.trace.schema import Said

unanswered = pytest.mark.filterwarnings("ignore:.* are unanswered")
"""The agent of the test hands nothing in, of which a run warns."""


def words(trace):
    return [event.text for event in trace.events if isinstance(event, Said)]


def measures(task):
    """Uses everything a task offers."""
    task.say(f"{task.item} {len(task.system)} {len(task.prompt)} {sorted(t['function']['name'] for t in task.tools)}")
    line = task.call("survey_line", start=[-500, 0], end=[500, 0])
    wrong = task.call("read_meter", x_m=float("nan"), y_m=0)
    task.say(f"{line.data['highest']} {len(line.images[0].png)} {wrong.error.kind} {task.done}")
    task.call("submit", answer={"depth_m": 100.0, "excess_mass_kg": 1e9})
    task.say(f"{task.done}")


@unanswered
def test_an_agents_function_runs_in_another_process():
    results = mesocosm.run("toy", lambda task: task.say(str(os.getpid())), n=2)
    pids = [int(words(episode.trace)[0]) for episode in results.episodes]
    assert pids[0] == pids[1] != os.getpid()
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_the_trace_is_the_same_in_either_process():
    near, far = (mesocosm.run("toy", measures, n=1, isolated=isolated) for isolated in (False, True))
    assert near.episodes[0].trace.digest() == far.episodes[0].trace.digest()
    assert words(near.episodes[0].trace) == words(far.episodes[0].trace)


SEARCH = """
import gc, mesocosm
from mesocosm.types import Reference

def looks(task):
    task.say(str(sum(isinstance(thing, Reference) for thing in gc.get_objects())))
    task.say(" ".join(sorted(vars(task))))

kept = [item.id for item in mesocosm.items("toy", n=3)]  # makes references in this process first
for isolated in (True, False):
    trace = mesocosm.run("toy", looks, n=1, isolated=isolated).episodes[0].trace
    print([event.text for event in trace.events if event.kind == "said"][0])
"""


def test_no_reference_is_in_the_memory_of_the_agents_process():
    done = subprocess.run([sys.executable, "-c", SEARCH], capture_output=True, text=True, timeout=PATIENCE_S)
    far, near = done.stdout.split()
    assert (far, int(near) > 0) == ("0", True), done.stderr


@unanswered
def test_what_an_agent_keeps_stays_over_the_episodes_of_a_run():
    seen = []

    def counts(task):
        seen.append(task.item)
        task.say(str(len(seen)))

    results = mesocosm.run("toy", counts, n=3)
    assert [words(episode.trace)[0] for episode in results.episodes] == ["1", "2", "3"]
    assert seen == []  # in its own process


def test_a_process_that_ends_is_reported_and_another_goes_on():
    with pytest.warns(RuntimeWarning) as records:
        results = mesocosm.run("toy", lambda task: task.item.endswith("1") and os._exit(3), n=3)
    assert "the agent's process ended" in str(records[0].message)
    assert [episode.trace.end.reason for episode in results.episodes] == ["stopped", "crashed", "stopped"]
    assert results.stopped == ""


def test_an_agent_cannot_have_our_side_run_anything():
    """What comes up the wire is JSON or nothing."""
    ours, theirs = socket.socketpair()
    wire = Wire(ours)
    for data in (b"\x80\x04\x95", b"[1]", b"{" * 100_000, b"\xff"):
        theirs.sendall(LENGTH.pack(len(data)) + data)
        with pytest.raises(Hung):
            wire.receive()
    theirs.sendall(LENGTH.pack(1 << 60))
    with pytest.raises(Hung, match="too long"):
        wire.receive()
    wire.close()
    theirs.close()


class Odd:
    """Gives back what is not an action."""

    def act(self, seen):
        return 7


def test_what_is_no_action_is_the_agents_mistake():
    with closing(host_of_fork(Odd, "odd")) as host, closing(FarAgent(host.wire())) as agent:
        assert agent.begin() == "acts"
        with pytest.raises(TypeError, match=r"act must return a call such as .*, a text, or None to stop, got 7"):
            agent.act(mesocosm.Observation(text=""))


def test_a_failure_of_ours_reaches_the_agent_and_the_trace(make_world):
    def crash() -> str:
        """Fail as only a defect of ours can."""
        raise OSError(errno.EIO, "disk on fire")

    with closing(AgentApart(lambda task: task.call("crash"))) as apart:
        trace = apart.play(make_world(crash))
    assert trace.end.reason == "broken"
    assert "disk on fire" in trace.faults[0].message


# ---------------------------------------------------------------- agents of other packages


def test_a_withheld_reference_says_so():
    with pytest.raises(ReferenceWithheld, match="the reference of toy-s0-0000 is withheld"):
        _ = withhold("toy-s0-0000").answer


NOSY = """
import gc, os
from mesocosm.episode.agent import ScriptAgent
from mesocosm.types import Reference

def agent(case):
    return ScriptAgent(look(case))

def look(case):
    try:
        truth = str(case.reference.answer)
    except Exception as error:
        truth = type(error).__name__
    known = sum(isinstance(thing, Reference) for thing in gc.get_objects())
    yield f"{truth} {known} {os.getpid()} {sorted(case.tools)[0]}"
    if case.item.id.endswith("1"):
        os._exit(1)
    yield None
"""


@pytest.fixture
def package(tmp_path):
    """A package of somebody else's that brings an agent: what installing it would leave."""
    place = tmp_path / "installed"
    about = place / "nosy-1.0.dist-info"
    about.mkdir(parents=True)
    (place / "nosy.py").write_text(NOSY)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: nosy\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[mesocosm.agents]\nnosy = nosy\n")
    return place


def test_an_agent_of_another_package_finds_no_truth(package, tmp_path):
    paths = os.pathsep.join([str(package), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-c", PROGRAM, "run", "toy", "--agent", "nosy", "--no-baselines", "--limit", "2"]
    done = subprocess.run(
        [*command, "--log-dir", tmp_path / "logs", "--json"],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    [row] = json.loads(done.stdout)
    assert (row["episodes"], row["broken"]) == (2, 0)  # the second ended its own process, and has lost
    assert "nosy: its program failed in 1 of 2 episodes, first in toy-s0-0001: AgentFailed: the agent's" in done.stderr
    [log] = Path(tmp_path, "logs").glob("*.eval")
    truth, known, pid, tool = words(read_any(log)[0])[0].split()
    assert (truth, known, tool) == ("ReferenceWithheld", "0", "calculate")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)


def test_an_item_that_cannot_go_to_the_agent_is_our_failure(toy, toy_case):
    """Here a suite put a lock into its item."""
    item, reference = toy_case
    broken = item.model_copy(update={"data": threading.Lock()})
    with (
        closing(host_of_name("surveyor")) as host,
        pytest.raises(BrokenEpisode, match="^agent process: .*cannot pickle"),
    ):
        host.agent(Case(broken, reference, {}))


def test_a_host_that_died_is_started_again(toy, toy_case):
    item, reference = toy_case
    host = host_of_name("surveyor")
    digests = []
    for _ in range(2):
        with toy.world(item, reference) as world:
            agent = host.agent(Case(item, reference, world.tools))
            digests.append(run_episode(world, agent).digest())
            agent.close()
        host._process.kill()
        host._process.wait()
    host.close()
    with toy.world(item, reference) as near:
        alone = run_episode(near, registry.load("agents", "surveyor")(Case(item, reference, near.tools)))
    assert digests == [alone.digest()] * 2


STUCK = """
import os, time
from mesocosm.episode.agent import ScriptAgent

class Stuck:
    def act(self, seen):
        with open(os.environ["STUCK"], "w") as file:
            file.write(str(os.getpid()))
        while True:
            time.sleep(60)

def agent(case):
    return Stuck()
"""


def test_an_agent_that_never_answers_ends_with_its_wire(package, toy, toy_case, monkeypatch, tmp_path_factory):
    (package / "nosy.py").write_text(STUCK)
    pid_file = tmp_path_factory.mktemp("seen") / "pid"  # where Python imports from, nothing can be written
    monkeypatch.setenv("STUCK", str(pid_file))
    monkeypatch.setattr(sys, "path", [str(package), *sys.path])
    host = host_of_name("nosy")
    item, reference = toy_case
    agent = host.agent(Case(item, reference, toy.tools()))
    agent._wire.send({"act": mesocosm.Observation(text="").model_dump_json()})
    wait_until(lambda: pid_file.exists() and pid_file.read_text(), "the agent acted")
    agent.close()
    wait_until(lambda: not Path("/proc", pid_file.read_text()).exists(), "its process ended")
    host.close()


def test_a_server_of_an_agent_ends_when_nobody_listens():
    ours, theirs = socket.socketpair()
    ours.close()
    assert serve(Wire(theirs), lambda about: None) is None
    theirs.close()


def test_an_agent_that_ended_is_reported():
    ours, theirs = socket.socketpair()
    theirs.close()
    with pytest.raises(AgentFailed, match="the agent's process ended"):
        FarAgent(Wire(ours)).begin()
    ours.close()
