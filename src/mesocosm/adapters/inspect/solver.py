"""The solver: Inspect's own ReAct loop in a mesocosm world."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio
from inspect_ai.agent import Agent, AgentState, agent, react
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool
from inspect_ai.util import LimitExceededError

from mesocosm import registry
from mesocosm.adapters.inspect.provider import ReferenceAgents
from mesocosm.adapters.inspect.sample_session import SEAT, Seat
from mesocosm.adapters.inspect.server_errors import IMAGES_HINT, describe_error, end_of
from mesocosm.adapters.inspect.surrogates import mend_replies
from mesocosm.adapters.inspect.tools import SeatTools, with_pictures
from mesocosm.episode.agent import Case, withhold
from mesocosm.episode.briefing import Briefing, brief
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
    tools = SeatTools(seat)
    loop = react(
        prompt=None,
        tools=tools.callable(),
        model=_ask_model(seat, tools),
        submit=False,
        on_continue=_after_turn(seat),
    )
    done = await loop(AgentState(messages=state.messages))
    state.messages, state.output = done.messages, done.output


@asynccontextmanager
async def seated(suite: Suite, state: TaskState) -> AsyncIterator[Seat]:
    """Open a world for the sample; at the end close it, and put its trace into the sample's store in any case.

    The variant of the world is the sample's, for every solver: it is the one that the log names.
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
    """Hold the session while its sample runs; at the end the episode has ended in any case, with a reason."""
    world = seat.world
    token = SEAT.set(seat)
    mend_replies(get_model())
    own = [message for message in state.messages if message.role != "user" or message.text != state.input_text]
    state.messages = [*opening_messages(briefing), *own]  # an earlier solver may have added messages of its own
    try:
        yield seat
        seat.catch_up()
    except anyio.get_cancelled_exc_class():  # a time limit reaches the solver as this exception
        world.finish(seat.at_time_limit())
        raise
    except BrokenEpisode:
        raise
    except Exception as error:  # a limit, or any error of a provider: it says whose failure it is
        if not end_by(seat, error):
            raise
    finally:
        SEAT.reset(token)
        seat.close()
        world.finish()


def opening_messages(briefing: Briefing) -> list[ChatMessage]:
    """Return the first messages of a conversation: the rules, if there are any, and the task."""
    rules: list[ChatMessage] = [ChatMessageSystem(content=briefing.system)] if briefing.system else []
    return [*rules, ChatMessageUser(content=with_pictures(briefing.prompt, briefing.images))]


def end_by(seat: Seat, error: Exception) -> bool:
    """End the episode after an error of a limit or the model's server; return False if Inspect must handle it too."""
    world = seat.world
    if isinstance(error, LimitExceededError):
        world.finish(seat.at_time_limit() if error.type in ("time", "working") else "budget")
        return False
    reason = end_of(error, saw_pictures=world.showed_pictures)
    if reason is None:
        world.break_off("provider", describe_error(error))
        return False
    if reason == "waiting":
        world.say("harness", f"no reply of the model's server: {describe_error(error)}")
    if reason == "images":
        hint = "; run it with --option pictures=no" if "pictures" in world.options else ""
        world.say("harness", f"{IMAGES_HINT}{hint}")
    world.finish(reason)
    return True


@agent
def _ask_model(seat: Seat, shown: SeatTools) -> Agent:
    """Ask the model under evaluation with the tools of this turn; its time is not charged."""

    async def execute(state: AgentState, tools: list[Tool]) -> AgentState:
        with seat.model_request():
            model = get_model()
            sent_tools = shown.changed() if isinstance(model.api, ReferenceAgents) else shown.visible_tools()
            state.output = await model.generate(state.messages, sent_tools)
        state.messages.append(state.output.message)
        seat.hear(state.output)
        return state

    return execute


def _emulates_tools() -> bool:
    """Whether Inspect describes the tools in the prompt and reads the model's calls from the text."""
    return bool(getattr(get_model().api, "emulate_tools", False))


def _after_turn(seat: Seat) -> Callable[[AgentState], Awaitable[bool | str]]:
    async def after_turn(state: AgentState) -> bool | str:
        seat.catch_up()
        world = seat.world
        world.begin_turn()
        if state.output.usage is not None:
            world.charge_tokens(state.output.usage.total_tokens)
        if world.done or seat.stopped:
            return False
        message = state.output.message
        if seat.goes_round(message):
            world.finish("loop")
        elif not message.tool_calls:
            world.idle(emulated=_emulates_tools())
        if world.done:
            return False
        return True if message.tool_calls else seat.seen.text

    return after_turn
