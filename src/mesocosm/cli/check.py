"""Holding everything registered to its contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from mesocosm.screen.foreign import tell
from mesocosm.screen.options import limit_option
from mesocosm.screen.progress import track
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.registry import Kind

GROUP = "check"
FEWEST_ITEMS = 3
"""What the check of a suite looks at in any case, of each seed."""


@click.command()
@click.argument("names", nargs=-1)
@limit_option(
    default=FEWEST_ITEMS,
    about="How many items of each of the seeds 0 and 1 have their truth worked out again, in every suite; at least "
    f"{FEWEST_ITEMS} have.",
)
@json_option
def command(names: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Check that what is installed keeps its contract.

    Suites, tools, simulators, sources, analyses, pages and commands; all, or those NAMED.

    The truths of a suite are worked out again by its second way and compared, for as many items as --limit says; the
    table tells how many that were. A suite that has no second way is reported as such, and not as sound.
    """
    from mesocosm.testing.checks import NO_SECOND_WAY, NOT_HERE

    wanted = chosen(names)
    rows = [(kind, name, *_checked(kind, name, limit)) for kind, name in track(wanted, "check", len(wanted))]
    if as_json:
        show_json(
            [
                {"kind": kind, "name": name, "sound": not problem, "problem": problem, "truths_compared": compared}
                for kind, name, problem, compared in rows
            ]
        )
    else:
        lines = [(kind, name, problem or "yes", str(compared or "")) for kind, name, problem, compared in rows]
        show_table(("kind", "name", "sound", "truths compared"), lines)
    for _, name, problem, _ in rows:
        if problem == NO_SECOND_WAY:
            tell(f"{name} has no second way (second.py): its truths are confirmed by one way only.", err=True)
    if any(problem and not problem.startswith((NOT_HERE, NO_SECOND_WAY)) for _, _, problem, _ in rows):
        raise SystemExit(1)


def _checked(kind: Kind, name: str, limit: int) -> tuple[str, int]:
    """What is wrong with a thing, and how many truths of a suite were compared with the second way."""
    from mesocosm import registry
    from mesocosm.testing.checks import SEEDS_CHECKED, check, confirm_truths, problem_of

    problem = check(kind, name)
    if problem or kind != "suites":
        return problem, 0
    further = track(range(FEWEST_ITEMS, limit), f"truths of {name}", limit - FEWEST_ITEMS)
    if limit > FEWEST_ITEMS:
        problem = problem_of(lambda: confirm_truths(registry.load("suites", name), further))
    return problem, max(limit, FEWEST_ITEMS) * len(SEEDS_CHECKED)


def chosen(names: Sequence[str]) -> list[tuple[Kind, str]]:
    """What has a contract and one of the names, by kind; without names, everything that has a contract."""
    from mesocosm import registry
    from mesocosm.errors import UnknownName
    from mesocosm.testing.checks import CHECKS

    known = [(kind, name) for kind in CHECKS for name in registry.names(kind)]
    every = [name for _, name in known]
    for name in names:
        if name not in every:
            raise UnknownName("suite, tool, simulator, source, analysis, page or command", name, every)
    return [(kind, name) for kind, name in known if not names or name in names]
