"""Holding everything registered to its contract."""

from __future__ import annotations

import click

from mesocosm.screen.tables import json_option, show_json, show_table


@click.command()
@click.argument("names", nargs=-1)
@json_option
def command(names: tuple[str, ...], as_json: bool) -> None:
    """Check that suites, tools, simulators and sources keep their contracts; all, or those NAMED."""
    from mesocosm import registry
    from mesocosm.errors import UnknownName
    from mesocosm.testing.checks import CHECKS, check

    known = [(kind, name) for kind in CHECKS for name in registry.names(kind)]
    every = [name for _, name in known]
    for name in names:
        if name not in every:
            raise UnknownName("suite, tool, agent, simulator or source", name, every)
    rows = [(kind, name, check(kind, name)) for kind, name in known if not names or name in names]
    if as_json:
        show_json(
            [{"kind": kind, "name": name, "sound": not problem, "problem": problem} for kind, name, problem in rows]
        )
    else:
        show_table(("kind", "name", "sound"), [(kind, name, problem or "yes") for kind, name, problem in rows])
    if any(problem for _, _, problem in rows):
        raise SystemExit(1)
