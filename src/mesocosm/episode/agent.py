"""The contract of an agent that is a program."""

from __future__ import annotations

import inspect
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Generic, NoReturn, Protocol, cast, runtime_checkable

from pydantic import ValidationError

from mesocosm.arguments import explain_mistakes, string
from mesocosm.errors import ReferenceWithheld
from mesocosm.tools.view import ToolView
from mesocosm.trace.schema import spell_value
from mesocosm.types import Data, Item, Observation, Reference, ToolCall, Truth

Action = ToolCall | str | None
"""A call of a tool, a text, or None where the agent stops."""


@dataclass(frozen=True)
class Case(Generic[Data, Truth]):
    """What an agent is built from. The reference is withheld from agents that do not declare that they need it."""

    item: Item[Data]
    reference: Reference[Truth]
    tools: ToolView
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    """The variant of the world; an option that is left out has its default."""


class Withheld:
    """A placeholder for a reference; any use of it raises `ReferenceWithheld`."""

    def __init__(self, item: str) -> None:
        self._item = item

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # copying and printing ask for these
            raise AttributeError(name)
        raise ReferenceWithheld(self.__dict__.get("_item", "this item"))


def withhold(item: str) -> Reference:
    """Return a placeholder for the reference of an item, for an agent that may not know the truth."""
    return cast(Reference, Withheld(item))


@runtime_checkable
class Agent(Protocol):
    """Decides the next action from the last observation; the first observation is the briefing."""

    def act(self, seen: Observation) -> Action:
        """Return the next action."""


Script = Generator[Action, Observation, None]
"""A reference agent written as a generator: `seen = yield call("read_meter", x_m=0)`."""


class ScriptAgent:
    """An agent driven by a generator."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._begun = False

    def act(self, seen: Observation) -> Action:
        try:
            if not self._begun:
                self._begun = True
                return next(self._script)
            return self._script.send(seen)
        except StopIteration:
            return None


def check_action(action: object) -> Action:
    """Return what `act` returned if it is an action, and refuse everything else."""
    if action is None or isinstance(action, ToolCall | str):
        return action
    check_ran(action)
    raise TypeError(
        f"act must return a call such as {_meant_call(action)}, a text, or None to stop, got {action!r} of type "
        f"{type(action).__name__}"
    )


def _meant_call(action: object) -> str:
    """Spell the call that an agent meant by a dictionary of arguments, or of a tool and its arguments."""
    tool, arguments = "submit", action
    if isinstance(action, dict) and isinstance(action.get("tool"), str):
        tool, arguments = action["tool"], action.get("arguments")
    named = ", ".join(f"{name}={value!r}" for name, value in arguments.items()) if isinstance(arguments, dict) else ""
    return f'mesocosm.call("{tool}", {named or "answer=..."})'


def check_ran(returned: object) -> None:
    """Refuse a coroutine or a generator, which an agent returns when its program has not run."""
    if inspect.iscoroutine(returned):
        returned.close()  # or Python warns in its own words that nobody awaited it
    if inspect.isawaitable(returned) or inspect.isgenerator(returned) or inspect.isasyncgen(returned):
        raise TypeError(f"the agent returned a {type(returned).__name__}, whose program has not run; {HOW_TO_AWAIT}")


HOW_TO_PLAY = (
    "a registered agent is played by its name, mesocosm.run(SUITE, NAME); a function that is given to mesocosm.run "
    "takes the task, `def agent(task)`, and calls tools with task.call(...); what has a method `act` is given itself"
)
HOW_TO_AWAIT = "agents are called without await: write it with `def`, and give what must be awaited to asyncio.run"


@explain_mistakes
def call(tool: str, **arguments: object) -> ToolCall:
    """Return a call of a tool with these arguments."""
    name = string("tool", tool)
    try:
        return ToolCall.model_validate({"tool": name, "arguments": arguments})
    except ValidationError:
        arguments_json = spell_value(arguments)
        if not isinstance(arguments_json, dict):
            raise
        return ToolCall(tool=name, arguments=arguments_json)  # numbers of numpy
