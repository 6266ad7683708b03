"""Agents with their own loop and the OpenAI SDK: they run unmodified, on the model that Inspect was given.

Agent and evaluator are two processes. The agent's is a fresh interpreter for every sample. It gets the task over a
socket and the model at `OPENAI_BASE_URL`, and never holds a reference.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from pydantic import JsonValue

from mesocosm import registry
from mesocosm.adapters.inspect.bridged_agent import HERE, Address, BlockingTask, Task, address_of, refuse_here
from mesocosm.episode.budget_ledger import ANSWER_LIMIT_S
from mesocosm.episode.remote import environment
from mesocosm.episode.remote.client import FarAgent, play_far
from mesocosm.episode.remote.wire import Wire
from mesocosm.episode.world import World
from mesocosm.errors import BrokenEpisode
from mesocosm.extras import needs
from mesocosm.types import Observation

with needs("mesocosm.adapters.inspect", "inspect"):
    import anyio
    import anyio.to_thread
    from inspect_ai.agent import AgentState
    from inspect_ai.solver import Generate, Solver, TaskState, solver

    from mesocosm.adapters.inspect.endpoint import Endpoint, serving_model
    from mesocosm.adapters.inspect.sample_session import Seat
    from mesocosm.adapters.inspect.solver import end_by, seated

__all__ = ["BlockingTask", "Task", "bridged"]

PROGRAM = """
import sys
sys.path[:] = {path!r}
from mesocosm.adapters.inspect.bridged_agent import main
main({end}, {address_json!r})
"""
GRACE_S = 2.0
"""How long an agent's process may take to end by itself once its connection is closed."""


@solver
def bridged(suite: str, agent: Callable[[Any], Any] | str) -> Solver:
    """Run an agent written against the OpenAI SDK in the world of the sample's item.

    Args:
        suite: The suite's name.
        agent: A function of a `Task`, `async` or not, at the top level of a file; or where to find it,
            `FILE.py:FUNCTION` or `MODULE:FUNCTION`.
    """
    refuse_here()
    address = address_of(agent)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        async with seated(registry.load("suites", suite), state) as seat:
            talk, world = AgentState(messages=state.messages), cast(World, seat.world)  # ours: nothing is sealed here
            async with serving_model(talk, world) as endpoint:
                await _play(seat, world, address, endpoint)
            state.messages, state.output = talk.messages, talk.output
        return state

    return solve


async def _play(seat: Seat, world: World, address: Address, endpoint: Endpoint) -> None:
    """Play one episode of the agent on a thread of its own, since connections and worlds block."""
    far, beside = _start(address, endpoint.environment), _Beside(world)
    try:
        await _on_thread(_begin, far, address)
        await _on_thread(play_far, cast(World, beside), far)
    except anyio.get_cancelled_exc_class():
        _end_before_the_agent_does(seat, endpoint.failure)
        beside.cancel()
        raise
    except BrokenEpisode as error:
        world.break_off(error.boundary, str(error))
        raise
    except Exception:  # its program failed: the agent's failure, which is on the trace and scored
        if world.ended is None:
            raise
    finally:
        with anyio.CancelScope(shield=True):
            await _on_thread(far.close)


async def _on_thread(job: Callable[..., Any], *given: object) -> None:
    """Run a job on a thread of its own, so that no shared thread is used for a whole episode."""
    await anyio.to_thread.run_sync(job, *given, abandon_on_cancel=True, limiter=anyio.CapacityLimiter(1))


def _begin(far: FarAgent, address: Address) -> None:
    """Let the process make the agent. One that is missing or cannot be imported is the user's mistake."""
    try:
        far.begin()
    except Exception as error:  # the user's module may raise anything when it is imported
        raise BrokenEpisode("agent", f"{address.name} of {address.place} does not start: {error}") from error


class _Beside:
    """A world for a thread, whose tools run without blocking the event loop."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._loop = asyncio.get_running_loop()
        self._running: concurrent.futures.Future[Observation] | None = None

    def call(self, name: str, arguments: JsonValue = None) -> Observation:
        self._running = asyncio.run_coroutine_threadsafe(self._world.call_beside(name, arguments), self._loop)
        return self._running.result()

    def cancel(self) -> None:
        """Cancel the current call."""
        if self._running is not None:
            self._running.cancel()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)


def _end_before_the_agent_does(seat: Seat, failure: Exception | None) -> None:
    """Record why the episode ends, before the agent's process is ended and seems to have crashed."""
    if failure is None:
        seat.world.finish(seat.at_time_limit())
    else:
        end_by(seat, failure)


def _start(address: Address, variables: dict[str, str]) -> FarAgent:
    ours, theirs = socket.socketpair()
    with theirs:
        program = PROGRAM.format(path=sys.path, end=theirs.fileno(), address_json=address.model_dump_json())
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            pass_fds=[theirs.fileno()],
            env={**environment.environment(), **variables, HERE: "1"},
            stdin=subprocess.DEVNULL,
            stdout=sys.__stderr__.fileno() if sys.__stderr__ is not None else subprocess.DEVNULL,
            start_new_session=True,  # our process handles Ctrl-C, and ends everything that the agent started
        )
    return _Bridged(Wire(ours), process)


class _Bridged(FarAgent):
    """An agent whose process is a child of this one."""

    def __init__(self, wire: Wire, process: subprocess.Popen[bytes]) -> None:
        super().__init__(wire)
        self._process = process

    def _limit_s(self) -> float:
        """Return the seconds for an answer, with those of a slow model's server, which Inspect limits."""
        return ANSWER_LIMIT_S

    def close(self) -> None:
        """Close the connection, and end the process with everything that it started."""
        super().close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S)
        with suppress(ProcessLookupError):  # the process has ended with everything that it started
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
