"""Start the processes of agents whose code is not ours.

An agent of another package, and a Python agent that can be pickled, plays in a fresh interpreter, which never held an
item. Any other Python agent plays in a copy of this process, which is made before the items of the run.
"""

from __future__ import annotations

import base64
import functools
import os
import pickle
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from mesocosm.episode.agent import Case
from mesocosm.episode.budget_ledger import Ledger
from mesocosm.episode.remote import environment
from mesocosm.episode.remote.client import FarAgent, play_far
from mesocosm.episode.remote.pickling import pack
from mesocosm.episode.remote.supervisor import Supervisor
from mesocosm.episode.remote.wire import LENGTH, READY, Wire
from mesocosm.episode.task import OwnAgent, agent_title
from mesocosm.episode.world import World
from mesocosm.errors import AgentFailed, boundary
from mesocosm.isolation.protected_folders import our_shield
from mesocosm.trace.schema import Trace

PROGRAM = (
    "import sys; sys.path[:] = {path!r}; from mesocosm.isolation.protected_folders import Shield; {shield!r}.put_up(); "
    "from mesocosm.episode.remote.supervisor import {entry}; {entry}({argument!r}, {end})"
)
"""The shield comes first: a process with threads, which libraries may start, could not put it up."""
START_LIMIT_S = 600.0
"""How long a fresh interpreter may take to load an agent with its libraries."""


class Process(Protocol):
    """The methods of a process that a host needs."""

    def poll(self) -> int | None: ...

    def wait(self) -> int: ...


class Host:
    """Makes the processes of one agent, by a supervisor process that is started when it is first needed."""

    def __init__(self, begin: Callable[[socket.socket], Process], name: str, *, again: bool = True) -> None:
        self._begin = begin
        self._name = name
        self._again = again
        """Whether a supervisor that ended may be started again; a new copy of this process would hold items."""
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._control: socket.socket | None = None

    def wire(self) -> Wire:
        """Start a process of the agent, and return the connection to it."""
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            self._hand_over(theirs)
        return Wire(ours)

    def agent(self, case: Case, ledger: Ledger | None = None) -> FarAgent:
        """Build the agent for one episode, without the reference."""
        with boundary("agent process"):
            description = _describe_case(case)
        far = FarAgent(self.wire(), ledger)
        try:
            far.begin(description)
        except BaseException:
            far.close()
            raise
        return far

    def start(self) -> None:
        """Start the supervisor if it does not run."""
        if self._control is None or self._process is None or self._process.poll() is not None:
            if self._process is not None and not self._again:
                raise AgentFailed(f"the process that supervises agent {self._name} ended")
            self._hang_up()
            self._control, theirs = socket.socketpair()
            with theirs:
                self._process = self._begin(theirs)

    def close(self) -> None:
        """End the supervisor with every process that it started."""
        with self._lock:
            self._hang_up()
            if self._process is not None:
                self._process.wait()
            self._process = None

    def _hand_over(self, end: socket.socket) -> None:
        for last in (False, True):
            self.start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [b"x"], [end.fileno()])
                return
            except OSError as error:
                self._hang_up()
                if last:
                    raise AgentFailed(f"the process for agent {self._name} does not start: {error}") from error

    def _hang_up(self) -> None:
        if self._control is not None:
            self._control.close()
        self._control = None


# ---------------------------------------------------------------- fresh interpreters


@functools.cache
def host_of(name: str) -> Host:
    """Return the only host of an agent of another package in this process; it ends with the process."""
    import atexit

    host = host_of_name(name)
    atexit.register(host.close)
    return host


def host_of_name(name: str) -> Host:
    """Make a host of an agent by its name in the registry."""
    return Host(lambda end: _interpreter("build_named", name, end), name)


def host_of_pickle(packed: bytes, name: str) -> Host | None:
    """Make a host of a Python agent in a fresh interpreter; return None if the agent cannot be loaded there."""
    ours, theirs = socket.socketpair()
    host = Host(lambda end: _carry(packed, end, ours, theirs), name, again=False)
    host.start()
    with ours:
        ours.settimeout(START_LIMIT_S)
        with suppress(OSError):
            if ours.recv(1) == READY:
                return host
    host.close()
    return None


def _carry(packed: bytes, end: socket.socket, ours: socket.socket, theirs: socket.socket) -> Process:
    with theirs:
        process = _interpreter("build_pickled", theirs.fileno(), end, theirs)
    with suppress(OSError):  # it ended before it had read everything, and is not ready
        ours.sendall(LENGTH.pack(len(packed)) + packed)
    return process


def _interpreter(entry: str, argument: str | int, end: socket.socket, *others: socket.socket) -> Process:
    return subprocess.Popen(
        [sys.executable, "-c", _program(entry, argument, end)],
        pass_fds=[each.fileno() for each in (end, *others)],
        stdin=subprocess.DEVNULL,
        stdout=sys.__stderr__.fileno() if entry == "build_named" and sys.__stderr__ is not None else None,
        env=environment.environment(),
        start_new_session=True,  # Ctrl-C ends our process, and agents end when their connections close
    )


def _program(entry: str, argument: str | int, end: socket.socket) -> str:
    return PROGRAM.format(path=sys.path, shield=our_shield(), entry=entry, argument=argument, end=end.fileno())


def _describe_case(case: Case) -> dict[str, Any]:
    """Describe a case without its reference. The item is pickled, and only the agent's process unpickles it."""
    return {
        "item": base64.b64encode(pickle.dumps(case.item)).decode(),
        "tools": {tool.id: name for name, tool in case.tools.items()},
        "seed": case.seed,
        "options": dict(case.options),
    }


# ---------------------------------------------------------------- copies of this process


class Copy:
    """A copy of this process, with the methods of `subprocess.Popen` that a host needs."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        if self._code is None:
            try:
                ended, status = os.waitpid(self._pid, os.WNOHANG)
            except ChildProcessError:  # another handler of SIGCHLD was faster
                ended, status = self._pid, 0
            if ended:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code

    def wait(self) -> int:
        while (code := self.poll()) is None:
            time.sleep(0.005)
        return code


def host_of_fork(agent: object, name: str) -> Host:
    """Make a host of an agent in a copy of this process, which is made now and holds nothing that is made later."""
    host = Host(lambda end: _copy(agent, end), name, again=False)
    host.start()
    return host


def _copy(agent: object, end: socket.socket) -> Process:
    parent, shield = os.getpid(), our_shield()
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Threads of the caller are not copied; the copy only runs the agent, and ends without waiting for them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child:
        return Copy(child)
    try:
        os.setsid()
        shield.put_up()
        environment.leave_behind({end.fileno(), *environment.printed_to()})
        Supervisor(end, lambda about: agent() if isinstance(agent, type) else agent, parent).run()
    finally:
        os._exit(0)


class AgentApart:
    """A Python agent in one process for all episodes, so that it may learn from them.

    The process is a fresh interpreter, or else a copy of this process. The copy is made at once, so that it holds no
    item, and waits. The agent's code does not run before its first episode begins, when all items have been read.
    """

    def __init__(self, agent: OwnAgent) -> None:
        self._name = agent_title(agent)
        self._packed = pack(agent)
        self._host = host_of_fork(agent, self._name)
        self._far: FarAgent | None = None

    def play(self, world: World) -> Trace:
        """Play an episode in this world, and return its trace."""
        return play_far(world, self.begin())

    def begin(self) -> FarAgent:
        """Return the agent in its process, which is started if it does not run."""
        if self._far is None or self._far.closed:
            self._far = FarAgent(self._wire())
        return self._far

    def close(self) -> None:
        """End the agent's process with everything that it started."""
        if self._far is not None:
            self._far.close()
        self._host.close()

    def _wire(self) -> Wire:
        packed, self._packed = self._packed, None
        fresh = None if packed is None else host_of_pickle(packed, self._name)
        if fresh is not None:
            self._host.close()
            self._host = fresh
        return self._host.wire()
