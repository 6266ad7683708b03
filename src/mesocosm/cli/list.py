"""What is there."""

from __future__ import annotations

from typing import Any

import click

from mesocosm.screen.foreign import tell
from mesocosm.screen.tables import first_line, json_option, show_json, show_table


@click.command()
@click.argument("kind", required=False)
@json_option
def command(kind: str | None, as_json: bool) -> None:
    """List what is installed: suites, tools, agents and the rest.

    All of it by kind, or one KIND.
    """
    from mesocosm import registry
    from mesocosm.errors import UnknownName

    if kind is not None and kind not in registry.KINDS:
        raise UnknownName("kind", kind, registry.KINDS)
    kinds = [group for group in registry.KINDS if kind in (None, group)]
    listing = {group: {name: _about(group, name) for name in registry.names(group)} for group in kinds}
    if as_json:
        show_json(listing)
        return
    rows = [(group, name, about) for group, names in listing.items() for name, about in names.items()]
    show_table(("kind", "name", "about"), rows)
    for problem in registry.problems():
        tell(f"could not be loaded: {problem}", err=True)


def _about(kind: Any, name: str) -> str:
    """What a thing is, in a line; where it needs what is not installed, the line that installs it."""
    from mesocosm.errors import MissingExtra

    try:
        return _told(kind, name)
    except MissingExtra as error:
        return str(error)


def _told(kind: Any, name: str) -> str:
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
