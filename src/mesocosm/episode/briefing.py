"""What an agent is shown before its first call, rendered once for every door.

Inspect's loop, the bridge, MCP, Gymnasium and agents of one's own all show these bytes; a door adds nothing to them and
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
    """The rules a model is told before the task; may be empty."""
    prompt: str
    """What is asked."""
    images: tuple[Image, ...] = ()
    """Pictures that belong to what is asked."""
    tools: tuple[dict[str, Any], ...]
    """Name, description and argument schema of every tool, as the OpenAI API wants them."""
    options: dict[str, str]
    """The variant of the world that was chosen."""
    budget: Budget

    @property
    def text(self) -> str:
        """Rules and task as one text, for doors that have no place of their own for rules."""
        return "\n\n".join(part for part in (self.system, self.prompt) if part)

    def opening(self) -> Observation:
        """The briefing as the first thing an agent observes."""
        return Observation(text=self.text, images=self.images)


class Briefed(ABC):
    """What every kind of task has of its briefing, whichever process its world is in."""

    _tools: tuple[dict[str, Any], ...] | None = None
    """The tools of the last observation that told of others than the briefing."""

    @property
    @abstractmethod
    def briefing(self) -> Briefing:
        """All that is shown before the first call, as every other door shows it."""

    @property
    def item(self) -> str:
        """The item's id."""
        return self.briefing.item

    @property
    def system(self) -> str:
        """The rules a model is told before the task; may be empty."""
        return self.briefing.system

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.briefing.prompt

    @property
    def images(self) -> tuple[Image, ...]:
        """Pictures that belong to what is asked; most tasks have none."""
        return self.briefing.images

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Name, description and argument schema of every tool that is shown now, as the OpenAI API wants them."""
        return list(self.briefing.tools if self._tools is None else self._tools)

    def _noted(self, seen: Observation) -> Observation:
        """An observation, once it is known which tools there are after it."""
        self._tools = self._tools if seen.tools is None else seen.tools
        return seen

    def _written_by_name(self, tool: object, values: tuple[object, ...]) -> str:
        """Values that were given to a tool without names, as they would be written with the names of its schema."""
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
        """What the episode may spend."""
        return self.briefing.budget


def brief(world: World) -> Briefing:
    """The briefing of a world."""
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
