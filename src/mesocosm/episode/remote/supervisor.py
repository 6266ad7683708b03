"""Supervision of agents' processes: a process that holds no item, and starts an agent for every connection.

It is the parent of the agents, so that it can end them with everything that they started: when their connection is
closed, when they end themselves, and when the process that evaluates them has ended.
"""

from __future__ import annotations

import base64
import os
import pickle
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from mesocosm import registry
from mesocosm.episode.agent import Case, withhold
from mesocosm.episode.remote.pickling import unpack
from mesocosm.episode.remote.server import Build, serve
from mesocosm.episode.remote.wire import LARGEST_TO_AGENT, LARGEST_TO_US, LENGTH, READY, Hung, Wire
from mesocosm.errors import UserError
from mesocosm.system_calls import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, prctl
from mesocosm.tools.tool import load
from mesocosm.tools.view import ToolView

GRACE_S = 2.0
"""How long an agent's process may take to end by itself once its connection is closed."""
TICK_S = 1.0
"""Time between two checks whether our parent lives: its end of a socket may stay open in a copy of it."""


@dataclass
class AgentProcess:
    """An agent's process: its end of the connection, and when it must end."""

    wire: socket.socket
    deadline: float | None = None


class Supervisor:
    """Starts and watches agents' processes until the control socket is closed."""

    def __init__(self, control: socket.socket, build: Build, parent: int) -> None:
        self._control = control
        self._build = build
        self._parent = parent
        self._processes: dict[int, AgentProcess] = {}
        self._helpers = frozenset(_children())
        """Processes that the agent's module started when it was loaded; they stay until the end."""
        self._closing = False
        self._poll = select.poll()
        self._wake, self._woken = socket.socketpair()

    def run(self) -> None:
        """Copy this process for every socket that is sent; return once control is closed and all copies have ended."""
        prctl(PR_SET_CHILD_SUBREAPER, 1)  # orphans of agents become our children in any session
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        signal.set_wakeup_fd(self._woken.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # our parent handles Ctrl-C
        self._poll.register(self._control, select.POLLIN)
        self._poll.register(self._wake, select.POLLIN)
        while not self._closing or self._processes:
            self._look()
        self._helpers = frozenset()
        while self._end_orphans():
            self._collect(wait=True)
        signal.set_wakeup_fd(-1)
        for end in (self._control, self._wake, self._woken):
            end.close()

    def _look(self) -> None:
        for number, _ in self._poll.poll(self._patience_s() * 1000):
            if number == self._control.fileno():
                self._take()
            elif number == self._wake.fileno():
                with suppress(BlockingIOError):
                    self._wake.recv(4096)
            else:
                self._set_deadline(number, time.monotonic() + GRACE_S)
        if os.getppid() != self._parent:
            self._close(time.monotonic())
        now = time.monotonic()
        overdue = [process for process, agent in self._processes.items() if agent.deadline and agent.deadline <= now]
        for process in overdue:
            _kill(process)
        self._collect()

    def _patience_s(self) -> float:
        deadlines = [agent.deadline for agent in self._processes.values() if agent.deadline is not None]
        return min([TICK_S, *(max(deadline - time.monotonic(), 0.01) for deadline in deadlines)])

    def _take(self) -> None:
        data, ends, _, _ = socket.recv_fds(self._control, 1, 1)
        if not data:
            self._close(time.monotonic() + GRACE_S)
        for end in ends:
            self._start(socket.socket(fileno=end))

    def _start(self, end: socket.socket) -> None:
        supervisor = os.getpid()
        child = os.fork()
        if child == 0:
            self._forget()
            os.setsid()  # a group of its own: it ends with everything that it started
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != supervisor:
                os._exit(1)
            run_agent(Wire(end, receives=LARGEST_TO_AGENT, sends=LARGEST_TO_US), self._build)
        self._processes[child] = AgentProcess(end)
        self._poll.register(end, select.POLLRDHUP)

    def _forget(self) -> None:
        """Close the supervisor's sockets in a copy of it, and reset its signals."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for other in (self._control, self._wake, self._woken, *(agent.wire for agent in self._processes.values())):
            other.close()

    def _set_deadline(self, number: int, deadline: float) -> None:
        for agent in self._processes.values():
            if agent.wire.fileno() == number and agent.deadline is None:
                agent.deadline = deadline
                self._poll.unregister(agent.wire)

    def _close(self, deadline: float) -> None:
        if not self._closing:
            self._closing = True
            self._poll.unregister(self._control)
        for agent in self._processes.values():
            self._set_deadline(agent.wire.fileno(), deadline)

    def _collect(self, wait: bool = False) -> None:
        """Collect processes that ended, and kill the rest of their groups while the group's number is still in use."""
        how = os.WEXITED | os.WNOWAIT | (0 if wait else os.WNOHANG)
        with suppress(ChildProcessError):
            while (ended := os.waitid(os.P_ALL, 0, how)) is not None:
                if (agent := self._processes.pop(ended.si_pid, None)) is not None:
                    _kill(ended.si_pid)
                    if agent.deadline is None:
                        self._poll.unregister(agent.wire)
                    agent.wire.close()
                os.waitpid(ended.si_pid, 0)
                how |= os.WNOHANG
        if not self._processes:
            self._end_orphans()

    def _end_orphans(self) -> bool:
        """Kill processes that ended agents have left to us; return whether there were any."""
        left = _children() - self._helpers
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return bool(left)


def run_agent(wire: Wire, build: Build) -> NoReturn:
    """Run an agent's process until the other end closes the connection; exit without cleaning up for the caller."""
    code = 1
    try:
        serve(wire, build)
        code = 0
    except (KeyboardInterrupt, Hung):
        pass
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


def _kill(process: int) -> None:
    for end in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            end(process, signal.SIGKILL)


def _children() -> set[int]:
    with suppress(OSError):  # the kernel does not list them
        return set(map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()))
    return set()


# ---------------------------------------------------------------- what a fresh interpreter runs


def build_named(name: str, end: int) -> None:
    """Supervise an agent by its name in the registry."""
    parent = os.getppid()
    build = registry.load("agents", name)
    Supervisor(socket.socket(fileno=end), lambda about: build(_case(about)), parent).run()


def build_pickled(start: int, end: int) -> None:
    """Supervise an agent whose pickle comes over the first socket; send `READY` there once it is loaded."""
    parent = os.getppid()
    with socket.socket(fileno=start) as gate:
        with gate.makefile("rb") as file:
            packed = file.read(*LENGTH.unpack(file.read(LENGTH.size)))
        try:
            agent = unpack(packed)
        except Exception:  # the user's modules may raise anything: the agent plays in a copy of the other process
            return
        gate.sendall(READY)
    Supervisor(socket.socket(fileno=end), lambda about: agent() if isinstance(agent, type) else agent, parent).run()


def _case(about: dict[str, Any]) -> Case:
    item = pickle.loads(base64.b64decode(about["item"]))
    names: dict[str, str] = about["tools"]
    tools = ToolView((tool for tool in map(_load, names) if tool is not None), lambda id: names[id])
    return Case(item, withhold(item.id), tools, seed=about["seed"], options=about["options"])


def _load(tool: str) -> Any:
    try:
        return load(tool)
    except UserError:  # the tool was made while the program ran: it can be called, but not described
        return None
