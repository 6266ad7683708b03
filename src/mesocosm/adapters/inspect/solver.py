"""The solver: Inspect's own ReAct loop in a mesocosm world."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

import anyio
from inspect_ai.agent import Agent, AgentState, agent, react
from inspect_ai.model import ChatMessageSystem, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool
from inspect_ai.util import LimitExceededError

from mesocosm import registry
from mesocosm.adapters.inspect.seat import SEAT, Seat
from mesocosm.adapters.inspect.server_errors import IMAGES_HINT, end_of, told
from mesocosm.adapters.inspect.tools import inspect_tools
from mesocosm.episode.agent import Case, withhold
from mesocosm.errors import BrokenEpisode
from mesocosm.suite import Suite
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import dump
from mesocosm.types import Observation


@solver
def act(suite: str, options: dict[str, str] | None = None) -> Solver:
    """Let the model act in the world of the sample's item until it submits, stops or runs out of budget."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        async with seated(registry.load("suites", suite), state, options) as seat:
            loop = react(
                prompt=None,
                tools=inspect_tools(seat),
                model=_asked(seat),
                submit=False,
                on_continue=_after_turn(seat),
            )
            done = await loop(AgentState(messages=state.messages))
            state.messages, state.output = done.messages, done.output
        return state

    return solve


@asynccontextmanager
async def seated(suite: Suite, state: TaskState, options: Mapping[str, str] | None = None) -> AsyncIterator[Seat]:
    """A world for the sample, closed at the end with its trace in the sample's store whatever happens."""
    item, reference = suite.find(str(state.sample_id))
    world = suite.world(item, reference, options=options, agent=str(state.model))
    case = Case(item, withhold(item.id), world.tools, seed=state.epoch, options=world.options)
    seat = Seat(world, case, Observation(text=world.prompt))
    token = SEAT.set(seat)
    if world.system:
        state.messages.insert(0, ChatMessageSystem(content=world.system))
    try:
        yield seat
        seat.catch_up()
    except LimitExceededError as error:
        world.finish(seat.at_time_limit() if error.type in ("time", "working") else "budget")
        raise
    except anyio.get_cancelled_exc_class():  # a limit on time reaches the solver as this
        world.finish(seat.at_time_limit())
        raise
    except BrokenEpisode:
        raise
    except Exception as error:  # whatever a provider raises: it tells whose failure it is
        if not _end_by(seat, error):
            world.break_off("provider", told(error))
            raise
    finally:
        SEAT.reset(token)
        seat.close()
        world.finish()
        state.store.set(STORE_KEY, dump(world.writer.trace()))
        world.close()


def _end_by(seat: Seat, error: Exception) -> bool:
    """End the episode where an error of the model's server says how; false where it is an outage."""
    world = seat.world
    saw_pictures = any(seen is not None and seen.images for _, seen in world.writer.trace().calls())
    reason = end_of(error, saw_pictures=saw_pictures)
    if reason == "images":
        hint = "; run it with --option pictures=no" if "pictures" in world.options else ""
        world.say("harness", f"{IMAGES_HINT}{hint}")
    if reason is not None:
        world.finish(reason)
    return reason is not None


@agent
def _asked(seat: Seat) -> Agent:
    """The model under evaluation, asked without charge to the clock of the episode."""

    async def execute(state: AgentState, tools: list[Tool]) -> AgentState:
        with seat.asking():
            state.output = await get_model().generate(state.messages, tools)
        state.messages.append(state.output.message)
        seat.hear(state.output)
        return state

    return execute


def _after_turn(seat: Seat) -> Callable[[AgentState], Awaitable[bool | str]]:
    async def after_turn(state: AgentState) -> bool | str:
        seat.catch_up()
        seat.calls_this_turn = 0
        world = seat.world
        if state.output.usage is not None:
            world.charge_tokens(state.output.usage.total_tokens)
        if world.done or seat.stopped:
            return False
        message = state.output.message
        if seat.goes_round(message):
            world.finish("loop")
        elif not message.tool_calls:
            seat.seen = world.idle()
        if world.done:
            return False
        return True if message.tool_calls else seat.seen.text

    return after_turn
