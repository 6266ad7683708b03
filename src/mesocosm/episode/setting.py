"""The parts from which a suite builds the world of an item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mesocosm.errors import InvalidRecord
from mesocosm.tools.view import ToolView
from mesocosm.types import Budget, Image
from mesocosm.workspace.clock import FrozenClock
from mesocosm.workspace.submission import SubmissionDesk


@dataclass
class Setting:
    """The parts from which a suite builds the world of an item."""

    tools: ToolView
    desk: SubmissionDesk
    budget: Budget = field(default_factory=Budget)
    provided: tuple[object, ...] = ()
    """Objects for the arguments before the `/` of tools, besides workspace, desk and clock."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Files that the agent finds in its workspace."""
    clock: FrozenClock = field(default_factory=FrozenClock)
    prompts: Mapping[str, str] = field(default_factory=dict)
    """Prompt name to SHA-256."""
    suite_version: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """The chosen variant of the world."""
    extras: tuple[str, ...] = ()
    """Extras of mesocosm that install the libraries of its tools."""
    system: str = ""
    """The rules that a model reads before the task."""
    prompt: str = ""
    """The text of the task in this variant; empty for the item's own text."""
    images: Sequence[Image] = ()
    """Pictures that belong to the task."""
    tell_budget: bool = False
    """Whether every observation ends with the rest of the budget."""
    sandboxed: bool = False
    """Whether its tools run code of agents, so that the world needs a sandbox."""


def bind(tools: ToolView, things: tuple[object, ...]) -> dict[str, tuple[object, ...]]:
    """Return the arguments before the `/` of each tool: for each, the first of the objects that has its type."""
    by_type: dict[type, object] = {}
    for thing in things:
        for kind in type(thing).__mro__[:-1]:
            by_type.setdefault(kind, thing)
    for tool in tools.values():
        for wanted in tool.provided:
            if wanted not in by_type:
                raise InvalidRecord(f"tool {tool.id} needs a {wanted.__name__}, which this world does not provide")
    return {name: tuple(by_type[wanted] for wanted in tool.provided) for name, tool in tools.items()}
