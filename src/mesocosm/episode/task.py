"""What an agent of somebody's own is handed: the task, the tools, and a way to call them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from pydantic import JsonValue

from mesocosm.arguments import string
from mesocosm.episode.agent import HOW_TO_PLAY, Agent, check_ran
from mesocosm.episode.briefing import Briefed, Briefing, brief
from mesocosm.episode.world import World
from mesocosm.errors import InvalidRecord, did_you_mean
from mesocosm.types import Observation, ToolCall

NOT_GIVEN: Any = ...
"""Stands where an argument was left out."""

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=Briefed)


def only_named(call: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Answer a tool's argument that was given without its name with the names that the tool has."""

    @functools.wraps(call)
    def checked(task: T, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if len(args) > 1:
            way = task._written_by_name(args[0], args[1:])
            raise TypeError(f"{call.__qualname__}() takes tool by position and all else by name; write {way}")
        return call(task, *args, **kwargs)

    return checked


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

    @only_named
    def call(self, /, tool: str, **arguments: JsonValue) -> Observation:
        """Run a tool; a mistake comes back as an observation with an error in it."""
        return self.call_with(tool, arguments)

    def call_with(self, tool: str, arguments: JsonValue = NOT_GIVEN, **named: object) -> Observation:
        """Run a tool with its arguments as one object, or as the JSON text of one, as SDKs of models deliver them."""
        if named or arguments is NOT_GIVEN:
            raise TypeError(
                "call_with takes a tool's arguments as one object, as in task.call_with('submit', {'answer': 'A'}); "
                "task.call('submit', answer='A') takes them by name"
            )
        return self._call_tool(tool, arguments)

    def _call_tool(self, tool: str, arguments: JsonValue) -> Observation:
        return self._noted(self._world.call(tool_name(tool), arguments))

    def say(self, text: str) -> None:
        """Put a thought on the record of the episode."""
        self._world.say("assistant", string("text", text))

    if not TYPE_CHECKING:  # or a type checker would believe in every name

        def __getattr__(self, name: str) -> object:
            if name.startswith("_") or hasattr(type(self), name):
                return object.__getattribute__(self, name)  # raises what it raised
            told = f"a task has no attribute {name!r}"
            if name in (tool["function"]["name"] for tool in self.tools):
                raise AttributeError(f"{told}; tools are called by their names: task.call({name!r}, ...)")
            raise AttributeError(f"{told}; {did_you_mean(name, PARTS) or 'it has ' + ', '.join(PARTS)}")


PARTS = tuple(name for name in dir(Task) if not name.startswith("_"))
"""What an agent finds in a task."""


OwnAgent = Callable[[Task], object] | Agent | type
"""A function of a task, an object with a method `act`, or a class of such objects, made anew for every episode."""


def play_task(actor: Callable[[Task], object], task: Task) -> None:
    """Let a function play, and refuse what it gives back where it has not: what never ran, or an agent."""
    returned = actor(task)
    check_ran(returned)
    if isinstance(returned, Agent) and not task.done:
        raise TypeError(f"the agent returned a {type(returned).__name__}, which nobody asks to act; {HOW_TO_PLAY}")


def agent_title(agent: OwnAgent) -> str:
    """What an agent is called in tables."""
    return getattr(agent, "__name__", None) or type(agent).__name__


def tool_name(tool: object) -> str:
    """The name of a tool as an agent gave it; a whole call in its place is answered with how to make one."""
    if isinstance(tool, ToolCall):
        raise InvalidRecord(f"tool must be a name, got a call; write task.call_with({tool.tool!r}, {tool.arguments!r})")
    return string("tool", tool)
