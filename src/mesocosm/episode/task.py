"""What an agent of somebody's own is handed: the task, the tools, and a way to call them."""

from __future__ import annotations

import functools
from collections.abc import Callable

from pydantic import JsonValue

from mesocosm.episode.agent import Agent
from mesocosm.episode.briefing import Briefed, Briefing, brief
from mesocosm.episode.loop import run_episode
from mesocosm.episode.world import World
from mesocosm.errors import BrokenEpisode, NotAnAgent
from mesocosm.trace.schema import Trace
from mesocosm.types import Observation


class Task(Briefed):
    """One item as an agent sees it."""

    def __init__(self, world: World) -> None:
        self._world = world

    @functools.cached_property
    def briefing(self) -> Briefing:
        return brief(self._world)

    @property
    def done(self) -> bool:
        """Nothing more can be done: an answer is in, or a budget is spent."""
        return self._world.done

    def call(self, tool: str, **arguments: JsonValue) -> Observation:
        """Run a tool; a mistake comes back as an observation with an error in it."""
        return self.call_with(tool, arguments)

    def call_with(self, tool: str, arguments: JsonValue) -> Observation:
        """Run a tool with its arguments as one object, or as the JSON text of one, as SDKs of models deliver them."""
        return self._noted(self._world.call(tool, arguments))

    def say(self, text: str) -> None:
        """Put a thought on the record of the episode."""
        self._world.say("assistant", text)


OwnAgent = Callable[[Task], object] | Agent | type
"""A function of a task, an object with a method `act`, or a class of such objects, made anew for every episode."""


def play(world: World, agent: OwnAgent) -> Trace:
    """The trace of one episode of somebody's own agent."""
    try:
        actor = agent() if isinstance(agent, type) else agent
        if isinstance(actor, Agent):
            return run_episode(world, actor)
        check_agent(actor)
        actor(Task(world))
    except NotAnAgent:
        raise
    except BrokenEpisode as error:
        world.break_off(error.boundary, str(error))
    except Exception as error:  # the agent's own program, which may raise anything
        world.crash(f"{type(error).__name__}: {error}")
        raise
    return world.finish()


def check_agent(agent: object) -> None:
    """Refuse what cannot act."""
    if not callable(agent) and not isinstance(agent, Agent):
        raise NotAnAgent(f"an agent must be a function of a task or have a method `act`, got {agent!r}")


def agent_title(agent: OwnAgent) -> str:
    """What an agent is called in tables."""
    return getattr(agent, "__name__", None) or type(agent).__name__
