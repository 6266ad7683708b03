"""List what is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mesocosm.screen.tables import first_line, json_option, show_json, show_table
from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from mesocosm.tools.tool import Tool

GROUP = "look"
FAMILIES = "families"
"""Word for families of tools: not a kind of its own, but tools grouped by purpose."""


@click.command()
@click.argument("kind", required=False)
@click.option("--family", help="Only the tools of this family; `mesocosm list families` names them.")
@click.option("--suite", help="Only the tools of this suite.")
@json_option
def command(kind: str | None, family: str | None, suite: str | None, as_json: bool) -> None:
    """List what is installed: suites, tools, agents and the rest.

    List all of it by kind, or one KIND. Tools are shown with their family, and with the approximate number of tokens
    that their description and schema add to every request to a model; `families` adds them up.
    """
    from mesocosm import registry
    from mesocosm.errors import UnknownName, UserError

    if kind is not None and kind not in (*registry.KINDS, FAMILIES):
        known = any(kind in registry.names(group) for group in registry.KINDS)
        hint = f"{kind} is the name of one thing: mesocosm show {kind}" if known else ""
        raise UnknownName("kind", kind, (*registry.KINDS, FAMILIES), hint=hint)
    if family is not None and kind not in (None, "tools"):
        raise UserError(f"--family chooses among tools, got {kind}")
    if suite is not None and kind not in (None, "tools", FAMILIES):
        raise UserError(f"--suite chooses among tools and families, got {kind}")
    if kind in ("tools", FAMILIES) or family is not None or suite is not None:
        _list_tools(_tools(family, suite), alone=kind == FAMILIES, as_json=as_json)
        return
    kinds = [group for group in registry.KINDS if kind in (None, group)]
    listing = {group: {name: _about(group, name) for name in registry.names(group)} for group in kinds}
    if as_json:
        show_json(listing)
        return
    rows = [(group, name, about) for group, names in listing.items() for name, about in names.items()]
    show_table(("kind", "name", "about"), rows)
    for problem in registry.problems():
        tell(f"could not be loaded: {problem}", err=True)


def _list_tools(tools: dict[str, Tool], *, alone: bool, as_json: bool) -> None:
    """Show tools and their families; with `alone`, the families without their tools."""
    families: dict[str, list[Tool]] = {}
    for tool in tools.values():
        families.setdefault(tool.family, []).append(tool)
    sums = {name: {"tools": len(held), "tokens": _tokens(*held)} for name, held in sorted(families.items())}
    if as_json:
        listed = {} if alone else {"tools": {name: first_line(tool.function) for name, tool in tools.items()}}
        show_json({**listed, FAMILIES: sums})
        return
    if alone:
        show_table(("family", "tools", "tokens"), [(name, *map(str, each.values())) for name, each in sums.items()])
    else:
        rows = [(name, tool.family, str(_tokens(tool)), first_line(tool.function)) for name, tool in tools.items()]
        show_table(("tool", "family", "tokens", "about"), rows)
    counted = "1 family" if len(sums) == 1 else f"{len(sums)} families"
    click.echo(f"{len(tools)} tools of {counted}, about {_tokens(*tools.values()):,} tokens")


def _tools(family: str | None, suite: str | None) -> dict[str, Tool]:
    """Return the tools of one family, of one suite, or all."""
    from mesocosm import registry
    from mesocosm.errors import UnknownName
    from mesocosm.tools.tool import load

    if suite not in (None, *registry.homes("suites")):
        raise UnknownName("suite", str(suite), registry.homes("suites"))
    tools = {name: load(name) for name in (registry.names("tools") if suite is None else registry.tools_of(suite))}
    kept = {name: tool for name, tool in tools.items() if family in (None, tool.family)}
    if family is not None and not kept:
        known = sorted({tool.family for tool in tools.values()})
        raise UnknownName("family of tools", family, known, hint=_family_of(family, tools))
    return kept


def _family_of(word: str, tools: dict[str, Tool]) -> str:
    """Say to which family the tools with this id or first word belong; return an empty string if there are none."""
    named = [tool for name, tool in tools.items() if word in (name, name.partition(".")[0])]
    families = sorted({tool.family for tool in named})
    return f"{named[0].id} is of the family {' or '.join(families)}" if named else ""


def _tokens(*tools: Tool) -> int:
    from mesocosm.tools.export import tool_tokens
    from mesocosm.tools.view import ToolView, underscored

    return tool_tokens(ToolView(tools, underscored))


def _about(kind: Any, name: str) -> str:
    """Describe a thing in one line; if it needs what is not installed, return the line that installs it."""
    from mesocosm.errors import MissingExtra

    try:
        return _describe(kind, name)
    except MissingExtra as error:
        return str(error)


def _describe(kind: Any, name: str) -> str:
    from mesocosm import modules, registry

    if kind == "agents" and (home := registry.foreign_agent(name)) is not None:
        return modules.docstring(home.module).partition("\n")[0]
    thing = registry.load(kind, name)
    if kind == "suites":
        return str(thing.card.summary)
    if (kind == "agents" and "." not in name) or kind == "analyses":
        return first_line(registry.import_module(thing.__module__))
    if kind == "pages":
        return str(getattr(thing, "title", "not a page: it has no title"))
    if kind == "commands":
        return str(thing.get_short_help_str(120))
    if kind == "exploits":
        return ", ".join(exploit.name for exploit in thing)
    return first_line(thing)
