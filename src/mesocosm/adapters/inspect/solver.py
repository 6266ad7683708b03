"""The solver: Inspect's own ReAct loop in a mesocosm world."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from inspect_ai.agent import AgentState, react
from inspect_ai.model import ChatMessageSystem
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from mesocosm import registry
from mesocosm.adapters.inspect.overflow import is_context_overflow
from mesocosm.adapters.inspect.seat import SEAT, Seat
from mesocosm.adapters.inspect.tools import inspect_tools
from mesocosm.episode.agent import Case, withhold
from mesocosm.episode.loop import NO_CALL
from mesocosm.episode.reference_agents import model_knows_reference
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
            await converse(seat, state)
        return state

    return solve


async def converse(seat: Seat, state: TaskState) -> None:
    """Let the model take turns in the world of its seat until the episode is over."""
    agent = react(
        prompt=None,
        tools=inspect_tools(seat),
        submit=False,
        on_continue=_after_turn(seat),
    )
    done = await agent(AgentState(messages=state.messages))
    state.messages, state.output = done.messages, done.output


@asynccontextmanager
async def seated(suite: Suite, state: TaskState, options: Mapping[str, str] | None = None) -> AsyncIterator[Seat]:
    """A world for the sample, closed at the end with its trace in the sample's store whatever happens."""
    item, reference = suite.find(str(state.sample_id))
    model = str(state.model)
    knows = model_knows_reference(model)
    world = suite.world(item, reference, options=options, agent=model, knows_reference=knows)
    case = Case(item, withhold(item.id), world.tools, seed=state.epoch, options=world.options)
    try:
        async with attended(Seat(world, case, Observation(text=world.prompt)), state) as seat:
            yield seat
    finally:
        state.store.set(STORE_KEY, dump(world.writer.trace()))
        world.close()


@asynccontextmanager
async def attended(seat: Seat, state: TaskState) -> AsyncIterator[Seat]:
    """The seat for as long as its sample runs; whatever happens, its world's episode has ended then, and says how."""
    world = seat.world
    token = SEAT.set(seat)
    if world.system:
        state.messages.insert(0, ChatMessageSystem(content=world.system))
    try:
        yield seat
        seat.catch_up()
    except LimitExceededError:
        world.finish("budget")
        raise
    except BrokenEpisode:
        raise
    except Exception as error:
        if not is_context_overflow(error):
            world.break_off("provider", f"{type(error).__name__}: {error}")
            raise
        world.finish("context")
    finally:
        SEAT.reset(token)
        seat.close()
        world.finish()


def _after_turn(seat: Seat) -> Callable[[AgentState], Awaitable[bool | str]]:
    async def after_turn(state: AgentState) -> bool | str:
        seat.catch_up()
        seat.calls_this_turn = 0
        world = seat.world
        if state.output.usage is not None:
            world.charge_tokens(state.output.usage.total_tokens)
        if world.done or seat.stopped:
            return False
        if state.output.message.tool_calls:
            return True
        world.say("assistant", state.output.message.text)
        seat.seen = world.idle(NO_CALL)
        return False if world.done else NO_CALL

    return after_turn
