"""The task that a Python agent gets: the item, the tools, and a method to call them."""

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
"""The default of an argument that was left out."""

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=Briefed)


def only_named(call: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Refuse arguments of a tool without names, with an error that shows the names of the tool's arguments."""

    @functools.wraps(call)
    def checked(task: T, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if len(args) > 1:
            way = task._written_by_name(args[0], args[1:])
            raise TypeError(f"{call.__qualname__}() takes tool by position and all else by name; write {way}")
        return call(task, *args, **kwargs)

    return checked


class Task(Briefed):
    """One item as a Python agent sees it."""

    def __init__(self, world: World) -> None:
        self._world = world

    @functools.cached_property
    def briefing(self) -> Briefing:
        return brief(self._world)

    @property
    def done(self) -> bool:
        """Whether the episode is over: an answer is accepted, or a budget is spent."""
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
        """Record a thought on the trace of the episode."""
        self._world.say("assistant", string("text", text))

    if not TYPE_CHECKING:  # a type checker would accept every name

        def __getattr__(self, name: str) -> object:
            if name.startswith("_") or hasattr(type(self), name):
                return object.__getattribute__(self, name)  # raises the usual error
            problem = f"a task has no attribute {name!r}"
            if name in (tool["function"]["name"] for tool in self.tools):
                raise AttributeError(f"{problem}; tools are called by their names: task.call({name!r}, ...)")
            raise AttributeError(f"{problem}; {did_you_mean(name, PARTS) or 'it has ' + ', '.join(PARTS)}")


PARTS = tuple(name for name in dir(Task) if not name.startswith("_"))
"""The public names of a task."""


OwnAgent = Callable[[Task], object] | Agent | type
"""A function of a task, an object with a method `act`, or a class of such objects, made anew for every episode."""


def play_task(actor: Callable[[Task], object], task: Task) -> None:
    """Let a function play, and refuse a return value that shows that it has not: a coroutine, or an agent."""
    returned = actor(task)
    check_ran(returned)
    if isinstance(returned, Agent) and not task.done:
        raise TypeError(f"the agent returned a {type(returned).__name__}, which nobody asks to act; {HOW_TO_PLAY}")


def agent_title(agent: OwnAgent) -> str:
    """Return the name of an agent in tables."""
    return getattr(agent, "__name__", None) or type(agent).__name__


def tool_name(tool: object) -> str:
    """Return the name of a tool; refuse a whole call in its place, with how to make one."""
    if isinstance(tool, ToolCall):
        raise InvalidRecord(f"tool must be a name, got a call; write task.call_with({tool.tool!r}, {tool.arguments!r})")
    return string("tool", tool)
