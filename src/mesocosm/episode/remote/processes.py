"""Processes for agents whose code is not ours.

An agent of another package, and one of the user's own that can be carried there, plays in a fresh interpreter, which
never held an item. Any other agent of the user's own plays in a copy of this process, made before the run's items are.
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
from mesocosm.episode.remote.supervisor import Keeper
from mesocosm.episode.remote.wire import LENGTH, READY, Wire
from mesocosm.episode.task import OwnAgent, agent_title
from mesocosm.episode.world import World
from mesocosm.errors import AgentFailed, boundary
from mesocosm.isolation.protected_folders import our_shield
from mesocosm.trace.schema import Trace

PROGRAM = (
    "import sys; sys.path[:] = {path!r}; from mesocosm.isolation.protected_folders import Shield; {shield!r}.put_up(); "
    "from mesocosm.episode.remote.supervisor import {being}; {being}({given!r}, {end})"
)
"""The shield comes first: a process that has threads, as libraries start them, could not put it up."""
START_LIMIT_S = 600.0
"""How long a fresh interpreter may take to load an agent, libraries and all."""


class Process(Protocol):
    """What is wanted of a keeper's process."""

    def poll(self) -> int | None: ...

    def wait(self) -> int: ...


class Host:
    """Where processes of one agent come from: a keeper's process, started when it is first needed."""

    def __init__(self, begin: Callable[[socket.socket], Process], name: str, *, again: bool = True) -> None:
        self._begin = begin
        self._name = name
        self._again = again
        """Whether a keeper that died may be started again; a copy of this process would know more by then."""
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._control: socket.socket | None = None

    def wire(self) -> Wire:
        """A wire to a process of its own."""
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            self._hand_over(theirs)
        return Wire(ours)

    def agent(self, case: Case, ledger: Ledger | None = None) -> FarAgent:
        """The agent for one episode, without the reference."""
        with boundary("agent process"):
            told = _told_case(case)
        far = FarAgent(self.wire(), ledger)
        try:
            far.begin(told)
        except BaseException:
            far.close()
            raise
        return far

    def start(self) -> None:
        """Start the keeper now, if it does not run."""
        if self._control is None or self._process is None or self._process.poll() is not None:
            if self._process is not None and not self._again:
                raise AgentFailed(f"the process that keeps agent {self._name} ended")
            self._hang_up()
            self._control, theirs = socket.socketpair()
            with theirs:
                self._process = self._begin(theirs)

    def close(self) -> None:
        """End the keeper, and with it every process that it keeps."""
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
    """The one host of an agent of another package in this process; it ends with the process."""
    import atexit

    made = host_of_name(name)
    atexit.register(made.close)
    return made


def host_of_name(name: str) -> Host:
    """A host of an agent by its name in the registry."""
    return Host(lambda end: _interpreter("build_named", name, end), name)


def host_of_pickle(packed: bytes, name: str) -> Host | None:
    """A host of an agent of the user's own in a fresh interpreter; None where it cannot be made there."""
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
    with suppress(OSError):  # it ended before it had read all: it is not ready, then
        ours.sendall(LENGTH.pack(len(packed)) + packed)
    return process


def _interpreter(being: str, given: str | int, end: socket.socket, *others: socket.socket) -> Process:
    return subprocess.Popen(
        [sys.executable, "-c", _program(being, given, end)],
        pass_fds=[each.fileno() for each in (end, *others)],
        stdin=subprocess.DEVNULL,
        stdout=sys.__stderr__.fileno() if being == "build_named" and sys.__stderr__ is not None else None,
        env=environment.environment(),
        start_new_session=True,  # Ctrl-C is ours to handle: episodes end as their wires are hung up
    )


def _program(being: str, given: str | int, end: socket.socket) -> str:
    return PROGRAM.format(path=sys.path, shield=our_shield(), being=being, given=given, end=end.fileno())


def _told_case(case: Case) -> dict[str, Any]:
    """A case without its reference. The item travels as pickle, which only the agent's side ever opens."""
    return {
        "item": base64.b64encode(pickle.dumps(case.item)).decode(),
        "tools": {tool.id: name for name, tool in case.tools.items()},
        "seed": case.seed,
        "options": dict(case.options),
    }


# ---------------------------------------------------------------- copies of this process


class Copy:
    """A copy of this process, as `subprocess.Popen` would show it."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        if self._code is None:
            try:
                ended, status = os.waitpid(self._pid, os.WNOHANG)
            except ChildProcessError:  # somebody else's handler was faster
                ended, status = self._pid, 0
            if ended:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code

    def wait(self) -> int:
        while (code := self.poll()) is None:
            time.sleep(0.005)
        return code


def host_of_fork(agent: object, name: str) -> Host:
    """A host of an agent in a copy of this process, made now; what is made later is not in it."""
    host = Host(lambda end: _copy(agent, end), name, again=False)
    host.start()
    return host


def _copy(agent: object, end: socket.socket) -> Process:
    parent, shield = os.getpid(), our_shield()
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Threads of the caller do not come along; the copy only runs the agent, and ends without waiting for them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child:
        return Copy(child)
    try:
        os.setsid()
        shield.put_up()
        environment.leave_behind({end.fileno(), *environment.printed_to()})
        Keeper(end, lambda about: agent() if isinstance(agent, type) else agent, parent).keep()
    finally:
        os._exit(0)


class AgentApart:
    """An agent of the user's own in one process for all episodes, so that it may learn from them.

    That is a fresh interpreter, or else a copy of this process. The copy is made at once, so that it holds no item, and
    waits. Nothing of the agent's runs before its first episode begins: by then the items are read.
    """

    def __init__(self, agent: OwnAgent) -> None:
        self._name = agent_title(agent)
        self._packed = pack(agent)
        self._host = host_of_fork(agent, self._name)
        self._far: FarAgent | None = None

    def play(self, world: World) -> Trace:
        """The trace of an episode in this world."""
        return play_far(world, self.begin())

    def begin(self) -> FarAgent:
        """The agent in its process, which is started if it does not run, or was ended."""
        if self._far is None or self._far.closed:
            self._far = FarAgent(self._wire())
        return self._far

    def close(self) -> None:
        """End the agent's process, and with it all that it started."""
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
