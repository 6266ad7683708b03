"""The contract of an agent that is a program."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Generic, NoReturn, Protocol, cast, runtime_checkable

from mesocosm.errors import ReferenceWithheld
from mesocosm.tools.view import ToolView
from mesocosm.types import Data, Item, Observation, Reference, ToolCall, Truth

Action = ToolCall | str | None
"""A call, a word beside any call, or nothing more to do."""


@dataclass(frozen=True)
class Case(Generic[Data, Truth]):
    """What an agent is built from. Only those that say that they need the reference find it; else it is withheld."""

    item: Item[Data]
    reference: Reference[Truth]
    tools: ToolView
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    """The variant of the world; what is left out stands at its default."""


class Withheld:
    """Stands where a reference would, and says so to whoever touches it."""

    def __init__(self, item: str) -> None:
        self._item = item

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # copying and printing ask for these
            raise AttributeError(name)
        raise ReferenceWithheld(self.__dict__.get("_item", "this item"))


def withhold(item: str) -> Reference:
    """What an agent that may not know the truth is given instead of it."""
    return cast(Reference, Withheld(item))


@runtime_checkable
class Agent(Protocol):
    """Decides the next action from the last observation; the first observation is the briefing."""

    def act(self, seen: Observation) -> Action:
        """The next action."""


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


def call(tool: str, **arguments: object) -> ToolCall:
    """A tool call, in as few words as a script should need."""
    return ToolCall.model_validate({"tool": tool, "arguments": arguments})
