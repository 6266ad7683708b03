"""Agents that bring their own loop and the OpenAI SDK: they run unmodified, on whatever model Inspect was given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from inspect_ai.agent import AgentState, agent_bridge
from inspect_ai.solver import Generate, Solver, TaskState, solver

from mesocosm import registry
from mesocosm.adapters.inspect.far_world import FarWorld
from mesocosm.adapters.inspect.solver import seated
from mesocosm.episode.world import World
from mesocosm.tools.export import openai_tools


@dataclass(frozen=True)
class Task:
    """What a bridged agent is handed: the prompt, the tools as OpenAI wants them, and a way to call one."""

    prompt: str
    tools: list[dict[str, Any]]
    _call: Callable[[str, Any], Awaitable[str]]
    _is_done: Callable[[], bool]

    async def call(self, name: str, arguments: Any) -> str:
        """Run a tool; its text, or what was wrong with the call."""
        return await self._call(name, arguments)

    @property
    def done(self) -> bool:
        return self._is_done()


@solver
def bridged(suite: str, agent: Callable[[Task], Awaitable[None]]) -> Solver:
    """Run an agent written against the OpenAI SDK (`model="inspect"`) in the world of the sample's item."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        async with seated(registry.load("suites", suite), state) as seat:
            async with agent_bridge(AgentState(messages=state.messages)) as bridge:
                await agent(_task(seat.world))
            state.messages, state.output = bridge.state.messages, bridge.state.output
        return state

    return solve


def _task(world: World | FarWorld) -> Task:
    """The world as a bridged agent sees it: no attribute of the task leads to world, item or reference."""

    async def call(name: str, arguments: Any) -> str:
        return (await world.call_beside(name, arguments)).text

    return Task(world.prompt, openai_tools(world.tools), call, lambda: world.done)
