"""Holding everything registered to its contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from mesocosm.screen.progress import track
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.registry import Kind


GROUP = "check"


@click.command()
@click.argument("names", nargs=-1)
@json_option
def command(names: tuple[str, ...], as_json: bool) -> None:
    """Check that what is installed keeps its contract.

    Suites, tools, agents, simulators, sources, analyses, pages and commands; all, or those NAMED.

    The truths of a suite are worked out again by its second way and compared; a suite that has none is reported as
    such, and not as sound.
    """
    from mesocosm.testing.checks import NO_SECOND_WAY, NOT_HERE, check

    wanted = chosen(names)
    rows = [(kind, name, check(kind, name)) for kind, name in track(wanted, "check", len(wanted))]
    if as_json:
        show_json(
            [{"kind": kind, "name": name, "sound": not problem, "problem": problem} for kind, name, problem in rows]
        )
    else:
        show_table(("kind", "name", "sound"), [(kind, name, problem or "yes") for kind, name, problem in rows])
    if any(problem and not problem.startswith((NOT_HERE, NO_SECOND_WAY)) for _, _, problem in rows):
        raise SystemExit(1)


def chosen(names: Sequence[str]) -> list[tuple[Kind, str]]:
    """What has a contract and one of the names, by kind; without names, everything that has a contract."""
    from mesocosm import registry
    from mesocosm.errors import UnknownName
    from mesocosm.testing.checks import CHECKS

    known = [(kind, name) for kind in CHECKS for name in registry.names(kind)]
    every = [name for _, name in known]
    for name in names:
        if name not in every:
            raise UnknownName("suite, tool, agent, simulator, source, analysis, page or command", name, every)
    return [(kind, name) for kind, name in known if not names or name in names]
