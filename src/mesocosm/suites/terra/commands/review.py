"""Review which candidates become items."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.files import write_whole
from mesocosm.screen.options import executor_options, limit_option, seed_option
from mesocosm.screen.paths import Output
from mesocosm.screen.progress import track
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.suites.terra.release.review.review import Outcome


@click.command()
@seed_option()
@limit_option(default=20, former=("-n",))
@click.option("--spoil/--as-they-are", default=True, show_default=True,
              help="Review each item with eight known faults as well: do the reviewers see them?")  # fmt: skip
@click.option("--queue", type=Output(dir_okay=False),
              help="Write candidates that a person must check to this file, one line each.")  # fmt: skip
@executor_options
@json_option
def command(
    seed: int, limit: int, spoil: bool, queue: Path | None, jobs: int | None, on: str | None, as_json: bool
) -> None:
    """Execute items twice and check them against the eight criteria, by two reviewers.

    Prints how many are retained, revised and rejected, how far the reviewers agree, and which faults they find.
    """
    from mesocosm.execution.executor import read_executor
    from mesocosm.execution.spread import spread
    from mesocosm.suites.terra import suite
    from mesocosm.suites.terra.release.review.review import opinions, outcome

    work = functools.partial(opinions, seed, spoil=spoil)
    opinions_of_items = spread(
        work,
        range(limit),
        key=lambda index: f"terra review {seed}-{index}",
        group=lambda index: suite.group(seed, index),
        on=read_executor(jobs, on),
    )
    every = track(opinions_of_items, "terra review", limit)
    ordered = sorted(itertools.chain.from_iterable(every), key=lambda opinion: opinion.item)
    result = outcome(ordered)
    if queue is not None:
        write_whole(queue, "".join(opinion.model_dump_json() + "\n" for opinion in result.queue))
    if as_json:
        show_json(result.model_dump(mode="json"))
    else:
        _show(result)


def _show(result: Outcome) -> None:
    words = ("retained", "revised", "rejected")
    rows = [(track, *(str(counts.get(word, 0)) for word in words)) for track, counts in result.by_track.items()]
    rows.append(("all", str(result.retained), str(result.revised), str(result.rejected)))
    show_table(("track", *words), rows, "Candidates")
    agreed = result.agreement
    click.echo(
        f"The reviewers agree on {agreed.agreement.share:.1%} of {agreed.n} candidates, kappa {agreed.kappa:.3f}."
    )
    if any(total for counts in result.found.values() for _, total in counts.values()):
        faults = [
            (name, *(f"{counts[name][0]} of {counts[name][1]}" for counts in result.found.values()))
            for name in next(iter(result.found.values()))
        ]
        show_table(("fault against", *result.found), faults, "Spoiled candidates that were refused")
    for opinion in result.queue:
        click.echo(f"{opinion.item}: {opinion.reasons()}")
