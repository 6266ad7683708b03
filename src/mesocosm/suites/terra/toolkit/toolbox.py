"""All tools of this suite in the form that an agent sees: under which names, all at once or in groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from mesocosm import registry
from mesocosm.suites.terra.toolkit.families import FAMILIES
from mesocosm.suites.terra.toolkit.published_names import modules, our_name, published_name
from mesocosm.tools.groups import GroupedTools
from mesocosm.tools.tool import Tool
from mesocosm.tools.view import ToolView

Showing = Literal["groups", "one group", "all"]
"""Presentation: groups opened as needed; one open at a time, as the published prompt asks; or every tool at once."""
Names = Literal["ours", "published"]

SHARED = ("files.*", "calculator.*", "execution.*")
SUBMIT = "submit.submit"
OPENER = "groups.open_group"
BOOTSTRAP = frozenset({"search", "execution"})
"""Families that are always open, and tools that always are. As published: a place, a search, a program."""
ALWAYS = frozenset({"gis.resolve_place", SUBMIT, OPENER})


def toolbox(
    showing: Showing = "groups", names: Names = "ours", without: Iterable[str] = (), *, hand_in: bool = True
) -> ToolView:
    """Return the tools of this suite.

    Args:
        showing: All tools, or groups of them that an agent opens.
        names: Our names, such as `family_function`, or those of the published tools.
        without: Modules, and ids of single tools, for which this world has no source.
        hand_in: Whether a tool submits the answer.
    """
    left = set(without)
    ours = [pattern for module in modules() if module not in left for pattern in _tools_of(module, left)]
    patterns = [*ours, *SHARED, *[SUBMIT] * hand_in]
    rename = published_name if names == "published" else our_name
    if showing == "all":
        return ToolView.of(patterns, rename)
    whole = ToolView.of([*patterns, OPENER], rename)
    present = {group_of(tool) for tool in whole.values()}
    about = {family: words for family, words in FAMILIES.items() if family in present}
    return GroupedTools(whole, group_of, about, 1 if showing == "one group" else None)


def _tools_of(module: str, left: set[str]) -> list[str]:
    """Return a pattern for the tools of a module, or the ids of those that are not left out."""
    whole = f"{module}."
    if not any(name.startswith(whole) for name in left):
        return [f"{whole}*"]
    return [name for name in registry.names("tools") if name.startswith(whole) and name not in left]


def group_of(tool: Tool) -> str | None:
    """Return the group that a tool is opened with, which is its family; none for tools that are always open."""
    return None if tool.id in ALWAYS or tool.family in BOOTSTRAP else tool.family
