"""What a suite says of an item's world, before there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mesocosm.errors import InvalidRecord
from mesocosm.tools.view import ToolView
from mesocosm.types import Budget, Image
from mesocosm.workspace.clock import FrozenClock
from mesocosm.workspace.submission import SubmissionDesk


@dataclass
class Setting:
    """What a suite builds an item's world from."""

    tools: ToolView
    desk: SubmissionDesk
    budget: Budget = field(default_factory=Budget)
    provided: tuple[object, ...] = ()
    """What tools may ask for before their `/`, beside workspace, desk and clock."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Files the agent finds in its workspace."""
    clock: FrozenClock = field(default_factory=FrozenClock)
    prompts: Mapping[str, str] = field(default_factory=dict)
    """Prompt name to SHA-256."""
    suite_version: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """The variant of the world that was chosen."""
    extras: tuple[str, ...] = ()
    """Extras of mesocosm that bring the libraries of its tools."""
    system: str = ""
    """What a model is told before the task."""
    prompt: str = ""
    """The task as this variant words it; empty for the item's own words."""
    images: tuple[Image, ...] = ()
    """Pictures that belong to the task."""
    tell_budget: bool = False
    """Whether every observation ends with what is left of the budget."""
    sandboxed: bool = False
    """Whether its tools run what agents write, so that there is no world on a machine without a sandbox."""


def bind(tools: ToolView, things: tuple[object, ...]) -> dict[str, tuple[object, ...]]:
    """What each tool is handed before its `/`: the first of the things that is of the type it asks for."""
    by_type: dict[type, object] = {}
    for thing in things:
        for kind in type(thing).__mro__[:-1]:
            by_type.setdefault(kind, thing)
    for tool in tools.values():
        for wanted in tool.provided:
            if wanted not in by_type:
                raise InvalidRecord(f"tool {tool.id} needs a {wanted.__name__}, which this world does not provide")
    return {name: tuple(by_type[wanted] for wanted in tool.provided) for name, tool in tools.items()}
