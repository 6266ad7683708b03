"""Check that everything registered keeps its contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from mesocosm.screen.options import limit_option
from mesocosm.screen.progress import track
from mesocosm.screen.tables import json_option, show_json, show_table
from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from mesocosm.registry import Kind

GROUP = "check"
FEWEST_ITEMS = 3
"""Items of each seed that the check of a suite looks at in any case."""
MOST_NAMED = 5
"""Items with a disagreement that a table names; it only counts any more of them."""


class Checked(NamedTuple):
    """Result of a check: what is wrong, and how many truths of a suite were compared with its second way."""

    kind: Kind
    name: str
    problems: tuple[str, ...]
    truths_compared: int = 0


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

    Check suites, tools, simulators, sources, analyses, pages and commands: all of them, or those NAMED. An agent is
    checked only if it is named: it plays an item of the first suite that it can play, twice.

    The second way of a suite computes the truths again, for as many items as --limit says, and both are compared. The
    table says how many truths were compared and names the first items where the two ways disagree; --json names all of
    them. A suite without a second way is reported as such, and not as sound.
    """
    from mesocosm.testing.checks import NO_SECOND_WAY, NOT_HERE

    wanted = chosen_contracts(names)
    every = [_check(kind, name, limit) for kind, name in track(wanted, "check", len(wanted))]
    if as_json:
        show_json([_plain(one) for one in every])
    else:
        show_table(("kind", "name", "sound", "truths compared"), [_row(one) for one in every])
    for one in every:
        if NO_SECOND_WAY in one.problems:
            tell(f"{one.name} has no second way (second.py): its truths are confirmed by one way only.", err=True)
    if any(not problem.startswith((NOT_HERE, NO_SECOND_WAY)) for one in every for problem in one.problems):
        raise SystemExit(1)


def _plain(one: Checked) -> dict[str, object]:
    document = {"kind": one.kind, "name": one.name, "sound": not one.problems, "problem": "\n".join(one.problems)}
    return {**document, "truths_compared": one.truths_compared}


def _row(one: Checked) -> tuple[str, ...]:
    named, rest = one.problems[:MOST_NAMED], len(one.problems) - MOST_NAMED
    more = [f"and {rest} more, all of which --json names"] if rest > 0 else []
    return one.kind, one.name, "\n".join((*named, *more)) or "yes", str(one.truths_compared or "")


def _check(kind: Kind, name: str, limit: int) -> Checked:
    from mesocosm.testing.checks import check

    if kind == "suites":
        return _checked_suite(name, max(limit, FEWEST_ITEMS))
    problem = check(kind, name)
    return Checked(kind, name, (problem,) if problem else ())


def _checked_suite(name: str, limit: int) -> Checked:
    """Check the contract of a suite, then compare the truths of `limit` items of each seed with its second way."""
    from mesocosm import registry
    from mesocosm.testing.checks import NO_SECOND_WAY, SEEDS_CHECKED, check_one_way, compare_truths, problem_of

    problem = problem_of(lambda: check_one_way(registry.load("suites", name)))
    if not problem and not registry.load("suites", name).has_second_way:
        problem = NO_SECOND_WAY
    if problem:
        return Checked("suites", name, (problem,))
    found: list[str] = []

    def compare() -> None:
        compared = compare_truths(registry.load("suites", name), range(limit))
        for result in track(compared, f"truths of {name}", limit * len(SEEDS_CHECKED)):
            found.append(result)

    stopped = problem_of(compare)
    return Checked("suites", name, tuple(filter(None, (*found, stopped))), len(found))


def chosen_contracts(names: Sequence[str]) -> list[tuple[Kind, str]]:
    """Return what has a contract and one of the names, by kind; without names, everything but agents."""
    from mesocosm import registry
    from mesocosm.errors import UnknownName, did_you_mean
    from mesocosm.testing.checks import CHECKS, NAMED_CHECKS

    known = [(kind, name) for kind in (NAMED_CHECKS if names else CHECKS) for name in registry.names(kind)]
    every = [name for _, name in known]
    for name in names:
        if name not in every:
            hint = did_you_mean(name, every) or "`mesocosm list` tells what there is"
            kinds = "suite, tool, simulator, source, analysis, page, command or agent"
            raise UnknownName(kinds, name, every, hint=hint)
    return [(kind, name) for kind, name in known if not names or name in names]
