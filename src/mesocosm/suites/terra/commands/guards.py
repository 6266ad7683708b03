"""Check items against the guards of their workflows."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import click

from mesocosm.screen.options import executor_options, limit_option, seed_option
from mesocosm.screen.progress import track
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.suites.terra.release.guarded_items import GuardCount


@click.command()
@seed_option()
@limit_option(former=("-n",))
@executor_options
@json_option
def command(seed: int, limit: int | None, jobs: int | None, on: str | None, as_json: bool) -> None:
    """Check what nature and arithmetic demand of the answers of a seed's items.

    Prints for every guard of every workflow how many items it was checked on, how many draws were left because of it
    when these items were made, and how many items violate it. Ends with status 1 if any does.
    """
    from mesocosm.execution.executor import read_executor
    from mesocosm.execution.spread import spread
    from mesocosm.suites.terra import suite
    from mesocosm.suites.terra.release.guarded_items import count_guards, guard_item

    wanted = range(limit if limit is not None else suite.card.items)
    checked = spread(
        functools.partial(guard_item, seed),
        wanted,
        key=lambda index: f"terra guards {seed}-{index}",
        group=lambda index: suite.group(seed, index),
        on=read_executor(jobs, on),
    )
    counts = count_guards(track(checked, "terra guards", len(wanted)))
    if as_json:
        show_json([count.model_dump(mode="json") for count in counts])
    else:
        _show(counts, len(wanted))
    raise SystemExit(1 if any(count.violated for count in counts) else 0)


def _show(counts: list[GuardCount], items: int) -> None:
    rows = [
        (count.workflow, count.guard, str(count.items), str(count.left), ", ".join(count.violated) or "0")
        for count in counts
    ]
    show_table(("workflow", "guard", "items", "draws left", "violated"), rows)
    left, violated = sum(count.left for count in counts), sum(len(count.violated) for count in counts)
    click.echo(f"{len(counts)} guards over {items} items: {left} draws left, {violated} violated.")
