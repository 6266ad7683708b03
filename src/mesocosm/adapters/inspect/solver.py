"""The solver: Inspect's own ReAct loop in a mesocosm world."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from inspect_ai.agent import AgentState, react
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from mesocosm import registry
from mesocosm.adapters.inspect.overflow import is_context_overflow
from mesocosm.adapters.inspect.seat import SEAT, Seat
from mesocosm.adapters.inspect.tools import inspect_tools, with_pictures
from mesocosm.episode.agent import Case, withhold
from mesocosm.episode.briefing import Briefing, brief
from mesocosm.episode.loop import NO_CALL
from mesocosm.episode.reference_agents import model_knows_reference
from mesocosm.errors import BrokenEpisode
from mesocosm.suite import Suite
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import dump


@solver
def act(suite: str) -> Solver:
    """Let the model act in the world of the sample's item until it submits, stops or runs out of budget."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        async with seated(registry.load("suites", suite), state) as seat:
            await converse(seat, state)
        return state

    return solve


async def converse(seat: Seat, state: TaskState) -> None:
    """Let the model take turns in the world of its seat until the episode is over."""
    seat.world.begin_turn()
    agent = react(
        prompt=None,
        tools=inspect_tools(seat),
        submit=False,
        on_continue=_after_turn(seat),
    )
    done = await agent(AgentState(messages=state.messages))
    state.messages, state.output = done.messages, done.output


@asynccontextmanager
async def seated(suite: Suite, state: TaskState) -> AsyncIterator[Seat]:
    """A world for the sample, closed at the end with its trace in the sample's store whatever happens.

    The variant of the world is the sample's, whichever solver plays it: it is the one that the log names.
    """
    item, reference = suite.find(str(state.sample_id))
    model = str(state.model)
    knows = model_knows_reference(model)
    world = suite.world(item, reference, options=state.metadata["options"], agent=model, knows_reference=knows)
    case = Case(item, withhold(item.id), world.tools, seed=state.epoch, options=world.options)
    briefing = brief(world)
    try:
        async with attended(Seat(world, case, briefing.opening()), briefing, state) as seat:
            yield seat
    finally:
        state.store.set(STORE_KEY, dump(world.writer.trace()))
        world.close()


@asynccontextmanager
async def attended(seat: Seat, briefing: Briefing, state: TaskState) -> AsyncIterator[Seat]:
    """The seat for as long as its sample runs; whatever happens, its world's episode has ended then, and says how."""
    world = seat.world
    token = SEAT.set(seat)
    own = [message for message in state.messages if message.role != "user" or message.text != state.input_text]
    state.messages = [*opening_messages(briefing), *own]  # a solver before us may have said something of its own
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


def opening_messages(briefing: Briefing) -> list[ChatMessage]:
    """The briefing as a conversation begins: the rules, if there are any, and the task."""
    rules: list[ChatMessage] = [ChatMessageSystem(content=briefing.system)] if briefing.system else []
    return [*rules, ChatMessageUser(content=with_pictures(briefing.prompt, briefing.images))]


def _after_turn(seat: Seat) -> Callable[[AgentState], Awaitable[bool | str]]:
    async def after_turn(state: AgentState) -> bool | str:
        seat.catch_up()
        world = seat.world
        world.begin_turn()
        if state.output.usage is not None:
            world.charge_tokens(state.output.usage.total_tokens)
        if world.done or seat.stopped:
            return False
        if state.output.message.tool_calls:
            return True
        world.say("assistant", state.output.message.text)
        world.idle(NO_CALL)
        return False if world.done else NO_CALL

    return after_turn
