"""Groups of tools: an agent begins with a few tools, and opens groups of others when it needs them.

A world whose view is a `GroupedTools` refuses a tool of a closed group and names the group. Opening is a call
like any other, on the trace and in the budget. The shown tools follow from the calls alone, so that traces repeat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from pydantic import Field

from mesocosm.errors import ClosedTool, InvalidRecord
from mesocosm.tools.tool import Output, Tool, tool
from mesocosm.tools.view import ToolView


class GroupedTools(ToolView):
    """A view whose groups can be opened; tools without a group are always shown."""

    def __init__(
        self,
        whole: ToolView,
        group_of: Callable[[Tool], str | None],
        about: Mapping[str, str],
        at_once: int | None = None,
    ) -> None:
        """`whole` holds every tool and `open_group`.

        Args:
            whole: Every tool, under the name that it is shown by.
            group_of: The group of a tool; none for one that is always there.
            about: What each group is for.
            at_once: How many groups may be open; opening one more closes the one opened first. None for any number.
        """
        self._groups = {group: [name for name, each in whole.items() if group_of(each) == group] for group in about}
        self._at_once = at_once
        description = self._describe(about)
        self._whole = ToolView(())
        self._whole._tools = {name: _narrow(each, about, description) for name, each in whole.items()}
        self.opened: list[str] = []
        """The open groups, in order of opening."""
        self._check()
        self._show()

    @property
    def whole(self) -> ToolView:
        return self._whole

    def find(self, name: str) -> Tool:
        """Return the tool with this name; refuse a tool of a closed group and name the group to open."""
        group = next((group for group, names in self._groups.items() if name in names), None)
        if group is not None and group not in self.opened:
            raise ClosedTool(f"{name} is a tool of the group {group!r}, which is not open; open that group first")
        return super().find(name)

    def open(self, group: str) -> list[str]:
        """Open a group and return its tools, which are shown from now on."""
        asked = [*(other for other in self.opened if other != group), group]
        self.opened = asked if self._at_once is None else asked[-self._at_once :]
        self._show()
        return self._groups[group]

    def _show(self) -> None:
        closed = {name for group, names in self._groups.items() if group not in self.opened for name in names}
        self._tools = {name: each for name, each in self._whole.items() if name not in closed}

    def _describe(self, about: Mapping[str, str]) -> str:
        lines = [f"{group} ({len(self._groups[group])} tools): {words}" for group, words in about.items()]
        limit = f"\n\nAt most {self._at_once} open at once; one more closes the first." if self._at_once else ""
        return f"{limit}\n\nGroups:\n" + "\n".join(lines)

    def _check(self) -> None:
        if not any(each.function is open_group for each in self._whole.values()):
            raise InvalidRecord("tools in groups need groups.open_group among them, or no group could be opened")
        if empty := [group for group, names in self._groups.items() if not names]:
            raise InvalidRecord(f"the group {empty[0]!r} holds no tool; leave it out")


@tool(instant=True)
def open_group(tools: GroupedTools, /, group: str) -> Output:
    """Open a group of tools, so that they can be called.

    Args:
        group: Which.
    """
    before = tools.opened
    names = tools.open(group)
    closed = [other for other in before if other not in tools.opened]
    also = f"; closed {', '.join(closed)}" if closed else ""
    text = f"{group} is open{also}. Its {len(names)} tools: {', '.join(names)}"
    return Output(text=text, data={"group": group, "tools": list(names), "open": list(tools.opened)})


def _narrow(tool: Tool, about: Mapping[str, str], description: str) -> Tool:
    """Add the groups of this view to the description and schema of `open_group`; return any other tool as it is."""
    if tool.function is not open_group:
        return tool
    sentence = tool.arguments.model_fields["group"].description
    choice = Literal[tuple(about)]  # type: ignore[valid-type]  # the groups are known at run time
    fields = {"group": (choice, Field(description=sentence))}
    return replace(tool, description=tool.description + description, fields=fields)
