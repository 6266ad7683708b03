"""Views of the registry: which tools a world shows, and under which names."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from mesocosm import registry
from mesocosm.errors import InvalidRecord, UnknownTool, did_you_mean
from mesocosm.tools.tool import Tool, load

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""The names of functions that every provider accepts."""

MOST_OFFERED = 12
"""Names that the error for an unknown tool lists; 150 of them cost an agent a thousand tokens."""
Rule = Callable[[str], str]


def short(name: str) -> str:
    """`files.read_file` becomes `read_file`."""
    return name.rpartition(".")[2]


def underscored(name: str) -> str:
    """`files.read_file` becomes `files_read_file`."""
    return name.replace(".", "_")


class ToolView(Mapping[str, Tool]):
    """Tools by the names that the agent sees."""

    def __init__(self, tools: Iterable[Tool], rename: Rule = short) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self._add(rename(tool.id), tool)

    @classmethod
    def of(cls, patterns: Iterable[str], rename: Rule = short) -> ToolView:
        """Make a view of tools by id (`files.read_file`) or family (`files.*`), in the given order."""
        wanted = list(patterns)
        known = registry.names("tools") if any(pattern.endswith(".*") for pattern in wanted) else []
        ids = [name for pattern in wanted for name in _expand(pattern, known)]
        return cls((load(name) for name in dict.fromkeys(ids)), rename)

    @property
    def whole(self) -> ToolView:
        """Every tool that may be called at some time of an episode; some views do not show all of them at first."""
        return self

    def only(self, *, skill: str) -> ToolView:
        """Return a view of the tools that serve one skill, and of those that serve all."""
        kept = ToolView(())
        kept._tools = {
            name: tool for name, tool in self._tools.items() if not tool.marks.skills or skill in tool.marks.skills
        }
        return kept

    def renamed(self, rename: Rule) -> ToolView:
        """Return a view of the same tools under other names, which a rule makes from their ids."""
        return ToolView(self._tools.values(), rename)

    def find(self, name: str) -> Tool:
        """Return the tool shown under this name, or raise an error that lists the tools."""
        tool = self._tools.get(name)
        if tool is not None:
            return tool
        hint = did_you_mean(name, self._tools)
        offer = f"{hint} available" if hint else "available"
        raise UnknownTool(f"there is no tool {name[:60]!r}; {offer}: {_closest(name[:60], list(self._tools))}")

    def _add(self, name: str, tool: Tool) -> None:
        if not NAME.fullmatch(name):
            raise InvalidRecord(f"tool {tool.id} would be shown as {name!r}; names are 1-64 letters, digits, _ and -")
        if name in self._tools and self._tools[name] is not tool:
            other = self._tools[name].id
            raise InvalidRecord(f"tools {other} and {tool.id} would both be shown as {name!r}; rename one by rule")
        self._tools[name] = tool

    def __getitem__(self, name: str) -> Tool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)


def _closest(name: str, known: list[str]) -> str:
    """Join all names, or of many the closest with the number of the others."""
    if len(known) <= MOST_OFFERED + 1:
        return ", ".join(known)
    close = difflib.get_close_matches(name, known, n=MOST_OFFERED, cutoff=0.0)
    return f"{', '.join(close)} and {len(known) - len(close)} more"


def _expand(pattern: str, known: list[str]) -> list[str]:
    if not pattern.endswith(".*"):
        return [pattern]
    members = [name for name in known if name.startswith(pattern[:-1])]
    if not members:
        raise registry.unknown("tools", pattern)
    return members
