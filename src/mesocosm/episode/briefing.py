"""What an agent is shown before its first call, rendered once for every interface.

Inspect's loop, the bridge, MCP, Gymnasium and Python agents all show these bytes; an interface adds nothing to them and
leaves nothing out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from mesocosm.tools.export import openai_tools
from mesocosm.types import Budget, Image, Observation, Record

if TYPE_CHECKING:
    from mesocosm.episode.world import World

LONGEST_EXAMPLE = 80
"""Characters of the arguments that an error shows."""


class Briefing(Record):
    """One task as an agent sees it."""

    item: str
    suite: str
    system: str
    """The rules that a model reads before the task; may be empty."""
    prompt: str
    """The text of the task."""
    images: tuple[Image, ...] = ()
    """Pictures that belong to the task."""
    tools: tuple[dict[str, Any], ...]
    """Name, description and argument schema of every tool, in the form of the OpenAI API."""
    options: dict[str, str]
    """The variant of the world that was chosen."""
    budget: Budget

    @property
    def text(self) -> str:
        """Rules and task as one text, for interfaces that have no separate place for rules."""
        return "\n\n".join(part for part in (self.system, self.prompt) if part)

    def opening(self) -> Observation:
        """Return the briefing as the agent's first observation."""
        return Observation(text=self.text, images=self.images)


class Briefed(ABC):
    """The parts of a briefing that every kind of task offers, whichever process its world is in."""

    _tools: tuple[dict[str, Any], ...] | None = None
    """The tools of the last observation that listed others than the briefing."""

    @property
    @abstractmethod
    def briefing(self) -> Briefing:
        """Everything that is shown before the first call, the same through every interface."""

    @property
    def item(self) -> str:
        """The item's id."""
        return self.briefing.item

    @property
    def system(self) -> str:
        """The rules that a model reads before the task; may be empty."""
        return self.briefing.system

    @property
    def prompt(self) -> str:
        """The text of the task."""
        return self.briefing.prompt

    @property
    def images(self) -> tuple[Image, ...]:
        """Pictures that belong to the task; most tasks have none."""
        return self.briefing.images

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Name, description and argument schema of every tool that is shown now, in the form of the OpenAI API."""
        return list(self.briefing.tools if self._tools is None else self._tools)

    def _noted(self, seen: Observation) -> Observation:
        """Return an observation after storing the tools that it lists."""
        self._tools = self._tools if seen.tools is None else seen.tools
        return seen

    def _written_by_name(self, tool: object, values: tuple[object, ...]) -> str:
        """Write a call with the argument names of the tool's schema, for values that came without names."""
        schemas = {each["function"]["name"]: each["function"]["parameters"] for each in self.tools}
        fields = list(schemas[tool]["properties"]) if isinstance(tool, str) and tool in schemas else ["NAME"]
        first = values[0]
        if isinstance(first, dict) and first.keys() and first.keys() <= set(fields):
            pairs = list(first.items())
        else:
            pairs = list(zip(fields, values, strict=False))
        written = ", ".join(f"{name}={value!r}" for name, value in pairs)[:LONGEST_EXAMPLE]
        return f"task.call({', '.join(part for part in (repr(tool), written) if part)})"

    @property
    def options(self) -> dict[str, str]:
        """The variant of the suite's world."""
        return self.briefing.options

    @property
    def budget(self) -> Budget:
        """The limits of the episode: steps, calls, seconds, bytes, files and tokens."""
        return self.briefing.budget


def brief(world: World) -> Briefing:
    """Return the briefing of a world."""
    return Briefing(
        item=world.item.id,
        suite=world.item.suite,
        system=world.system,
        prompt=world.prompt,
        images=world.images,
        tools=tuple(openai_tools(world.tools)),
        options=world.options,
        budget=world.budget,
    )
