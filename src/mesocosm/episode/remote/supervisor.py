"""The keeper of agents' processes: a process that holds no item, and becomes an agent for every wire handed to it.

It is the parent of agents, so that it can end them with all that they started: when their wire is hung up, when they
end themselves, and when whoever evaluates them is gone.
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
from mesocosm.episode.remote.environment import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, prctl
from mesocosm.episode.remote.pickling import unpack
from mesocosm.episode.remote.server import Build, serve
from mesocosm.episode.remote.wire import LARGEST_TO_AGENT, LARGEST_TO_US, LENGTH, READY, Hung, Wire
from mesocosm.errors import UserError
from mesocosm.tools.tool import load
from mesocosm.tools.view import ToolView

GRACE_S = 2.0
"""How long an agent's process may take to end by itself, once nobody listens to it."""
TICK_S = 1.0
"""Time between two looks whether our parent lives: its end of a socket may live on in a copy of it."""


@dataclass
class Kept:
    """An agent's process: its end of the wire, and when it is to be ended."""

    wire: socket.socket
    deadline: float | None = None


class Keeper:
    """Keeps processes until the control is hung up."""

    def __init__(self, control: socket.socket, build: Build, parent: int) -> None:
        self._control = control
        self._build = build
        self._parent = parent
        self._kept: dict[int, Kept] = {}
        self._helpers = frozenset(_children())
        """What the agent's module started as it was loaded; it stays until the end."""
        self._closing = False
        self._poll = select.poll()
        self._wake, self._woken = socket.socketpair()

    def keep(self) -> None:
        """Copy this process for every end that is handed over; return when all are gone and nobody asks any more."""
        prctl(PR_SET_CHILD_SUBREAPER, 1)  # what agents leave behind becomes ours, whatever session it is in
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        signal.set_wakeup_fd(self._woken.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is our parent's to handle
        self._poll.register(self._control, select.POLLIN)
        self._poll.register(self._wake, select.POLLIN)
        while not self._closing or self._kept:
            self._look()
        self._helpers = frozenset()
        while self._end_orphans():
            self._bury(wait=True)
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
                self._doom(number, time.monotonic() + GRACE_S)
        if os.getppid() != self._parent:
            self._close(time.monotonic())
        now = time.monotonic()
        for process in [process for process, kept in self._kept.items() if kept.deadline and kept.deadline <= now]:
            _kill(process)
        self._bury()

    def _patience_s(self) -> float:
        deadlines = [kept.deadline for kept in self._kept.values() if kept.deadline is not None]
        return min([TICK_S, *(max(deadline - time.monotonic(), 0.01) for deadline in deadlines)])

    def _take(self) -> None:
        data, ends, _, _ = socket.recv_fds(self._control, 1, 1)
        if not data:
            self._close(time.monotonic() + GRACE_S)
        for end in ends:
            self._start(socket.socket(fileno=end))

    def _start(self, end: socket.socket) -> None:
        keeper = os.getpid()
        child = os.fork()
        if child == 0:
            self._forget()
            os.setsid()  # a group of its own: it ends with all that it started
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != keeper:
                os._exit(1)
            be_agent(Wire(end, receives=LARGEST_TO_AGENT, sends=LARGEST_TO_US), self._build)
        self._kept[child] = Kept(end)
        self._poll.register(end, select.POLLRDHUP)

    def _forget(self) -> None:
        """In the copy: nothing of the keeper's is open, and signals are as a program expects them."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for other in (self._control, self._wake, self._woken, *(kept.wire for kept in self._kept.values())):
            other.close()

    def _doom(self, number: int, deadline: float) -> None:
        for kept in self._kept.values():
            if kept.wire.fileno() == number and kept.deadline is None:
                kept.deadline = deadline
                self._poll.unregister(kept.wire)

    def _close(self, deadline: float) -> None:
        if not self._closing:
            self._closing = True
            self._poll.unregister(self._control)
        for kept in self._kept.values():
            self._doom(kept.wire.fileno(), deadline)

    def _bury(self, wait: bool = False) -> None:
        """Take leave of processes that ended; the rest of an agent's group goes with it, while its number is taken."""
        how = os.WEXITED | os.WNOWAIT | (0 if wait else os.WNOHANG)
        with suppress(ChildProcessError):
            while (ended := os.waitid(os.P_ALL, 0, how)) is not None:
                if (kept := self._kept.pop(ended.si_pid, None)) is not None:
                    _kill(ended.si_pid)
                    if kept.deadline is None:
                        self._poll.unregister(kept.wire)
                    kept.wire.close()
                os.waitpid(ended.si_pid, 0)
                how |= os.WNOHANG
        if not self._kept:
            self._end_orphans()

    def _end_orphans(self) -> bool:
        """End what agents that are gone have left to us; whether there was any."""
        left = _children() - self._helpers
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return bool(left)


def be_agent(wire: Wire, build: Build) -> NoReturn:
    """Be an agent's process until the other side hangs up; nothing of the caller's ends with it."""
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
    with suppress(OSError):  # a kernel that does not list them
        return set(map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()))
    return set()


# ---------------------------------------------------------------- what a fresh interpreter runs


def build_named(name: str, end: int) -> None:
    """Keep an agent by its name in the registry."""
    parent = os.getppid()
    build = registry.load("agents", name)
    Keeper(socket.socket(fileno=end), lambda about: build(_case(about)), parent).keep()


def build_pickled(start: int, end: int) -> None:
    """Keep an agent whose pickle comes over the first socket; say there that it could be made."""
    parent = os.getppid()
    with socket.socket(fileno=start) as gate:
        with gate.makefile("rb") as file:
            packed = file.read(*LENGTH.unpack(file.read(LENGTH.size)))
        try:
            agent = unpack(packed)
        except Exception:  # whatever loading the user's modules raises: the agent plays elsewhere, and tells it there
            return
        gate.sendall(READY)
    Keeper(socket.socket(fileno=end), lambda about: agent() if isinstance(agent, type) else agent, parent).keep()


def _case(about: dict[str, Any]) -> Case:
    item = pickle.loads(base64.b64decode(about["item"]))
    names: dict[str, str] = about["tools"]
    tools = ToolView((tool for tool in map(_load, names) if tool is not None), lambda id: names[id])
    return Case(item, withhold(item.id), tools, seed=about["seed"], options=about["options"])


def _load(tool: str) -> Any:
    try:
        return load(tool)
    except UserError:  # made while the program ran: it can be called, but not looked into
        return None
