"""Starting processes for agents whose code is not ours.

`forked` carries an agent of the person at the keyboard, whatever it is made of, into a copy of this process. `Host` is
a fresh interpreter for an agent of another package: it never held an item, and every episode gets a process of its own.
"""

from __future__ import annotations

import base64
import functools
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from mesocosm import registry
from mesocosm.episode.agent import Case, withhold
from mesocosm.episode.agent_side import serve
from mesocosm.episode.our_side import FarAgent
from mesocosm.episode.wire import Hung, Wire
from mesocosm.errors import AgentFailed, UserError
from mesocosm.tools.tool import load
from mesocosm.tools.view import ToolView

PROGRAM = "import sys; sys.path[:] = {path!r}; from mesocosm.episode.agent_process import host; host({name!r}, {end})"
GRACE_S = 2.0
"""How long an agent's process may take to end by itself, once nobody listens to it."""


def forked(agent: object) -> FarAgent:
    """An agent in a copy of this process, made now: what is loaded later, references above all, is not in it."""
    ours, theirs = socket.socketpair()
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Threads of the caller do not come along; the copy only runs the agent, and ends without waiting for them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        ours.close()
        _be(Wire(theirs), lambda about: agent() if isinstance(agent, type) else agent)
    theirs.close()
    return FarAgent(Wire(ours), lambda: _reap(child))


def _be(wire: Wire, build: Callable[[dict[str, Any]], object]) -> NoReturn:
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


def _reap(child: int) -> None:
    """Wait for a process that was hung up on; one that does not listen is ended."""
    with suppress(ChildProcessError, ProcessLookupError):  # somebody else's handler was faster
        deadline = time.monotonic() + GRACE_S
        while time.monotonic() < deadline:
            if os.waitpid(child, os.WNOHANG)[0]:
                return
            time.sleep(0.005)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _end_with(end: socket.socket) -> None:
    """End this process as soon as the other side hangs up, in whatever loop the agent may be."""
    poll = select.poll()
    poll.register(end, select.POLLRDHUP)

    def watch() -> None:
        poll.poll()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


# ---------------------------------------------------------------- agents of other packages


class Host:
    """A fresh interpreter that has an agent loaded, and copies itself for every episode."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def agent(self, case: Case) -> FarAgent:
        """The agent for one episode, without the reference."""
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            self._hand_over(theirs)
        far = FarAgent(Wire(ours))
        try:
            far.begin(_told_case(case))
        except BaseException:
            far.close()
            raise
        return far

    def close(self) -> None:
        """End the interpreter; episodes that still run end as their own wires are hung up."""
        with self._lock:
            if self._control is not None:
                self._control.close()
            if self._process is not None:
                self._process.wait()
            self._control = self._process = None

    def _hand_over(self, end: socket.socket) -> None:
        for last in (False, True):
            if self._control is None or self._process is None or self._process.poll() is not None:
                self._start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [b"x"], [end.fileno()])
                return
            except OSError as error:
                self._control.close()
                self._control = None
                if last:
                    raise AgentFailed(f"the process for agent {self._name} does not start: {error}") from error

    def _start(self) -> None:
        if self._control is not None:
            self._control.close()
        self._control, theirs = socket.socketpair()
        with theirs:
            program = PROGRAM.format(path=sys.path, name=self._name, end=theirs.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-c", program],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=sys.__stderr__.fileno() if sys.__stderr__ is not None else subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is ours to handle: episodes end as their wires are hung up
            )


@functools.cache
def host_of(name: str) -> Host:
    """The one host of an agent in this process; it ends with the process."""
    import atexit

    made = Host(name)
    atexit.register(made.close)
    return made


def host(name: str, end: int) -> None:
    """Be a host: copy this process for every end that is handed over, until the other side hangs up."""
    control = socket.socket(fileno=end)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries the copies
    build = registry.load("agents", name)
    while True:
        data, ends, _, _ = socket.recv_fds(control, 1, 1)
        if not data:
            return
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            control.close()
            wire_end = socket.socket(fileno=ends[0])
            _end_with(wire_end)
            _be(Wire(wire_end), lambda about: build(_case(about)))
        for given in ends:
            os.close(given)


def _told_case(case: Case) -> dict[str, Any]:
    """A case without its reference. The item travels as pickle, which only the agent's side ever opens."""
    return {
        "item": base64.b64encode(pickle.dumps(case.item)).decode(),
        "tools": {tool.id: name for name, tool in case.tools.items()},
        "seed": case.seed,
        "options": dict(case.options),
    }


def _case(about: dict[str, Any]) -> Case:
    item = pickle.loads(base64.b64decode(about["item"]))
    names: dict[str, str] = about["tools"]
    tools = ToolView((tool for tool in map(_loaded, names) if tool is not None), lambda id: names[id])
    return Case(item, withhold(item.id), tools, seed=about["seed"], options=about["options"])


def _loaded(tool: str) -> Any:
    try:
        return load(tool)
    except UserError:  # made while the program ran: it can be called, but not looked into
        return None
