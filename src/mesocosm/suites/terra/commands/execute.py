"""Make items and execute them again, in processes."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.errors import UserError
from mesocosm.screen.options import executor_options, limit_option, seed_option
from mesocosm.screen.paths import Output
from mesocosm.screen.progress import track
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.suites.terra.release.executed_items import Again


@click.command()
@seed_option()
@limit_option(former=("-n",))
@executor_options
@click.option("-o", "--out", type=Output(dir_okay=False), default=Path("terra-executed.jsonl"),
              show_default=True, help="File to write, a line per item; items in it are not repeated.")  # fmt: skip
@json_option
def command(seed: int, limit: int | None, jobs: int | None, on: str | None, out: Path, as_json: bool) -> None:
    """Make the items of a seed, and execute their reference steps once more: answers and files must be the same.

    Can be interrupted; the same command continues. Ends with status 1 if an item differs from its second execution.
    """
    from mesocosm.execution.executor import read_executor
    from mesocosm.execution.spread import spread
    from mesocosm.suites.terra import suite
    from mesocosm.suites.terra.release.executed_items import execute_again, summary

    wanted = range(limit if limit is not None else suite.card.items)
    done = {again.index: again for again in _read(out) if again.seed == seed}
    left = [index for index in wanted if index not in done]
    started = time.monotonic()
    executed = spread(
        functools.partial(execute_again, seed),
        left,
        key=lambda index: f"terra execute {seed}-{index}",
        group=lambda index: suite.group(seed, index),
        on=read_executor(jobs, on),
    )
    with out.open("a", encoding="utf-8") as file:
        for again in track(executed, "terra execute", len(left)):
            done[again.index] = again
            file.write(again.model_dump_json() + "\n")
            file.flush()
    figures = summary([done[index] for index in wanted])
    figures["seconds_here"] = round(time.monotonic() - started, 1)
    show_json(figures) if as_json else _show(figures)
    differing: list[Again] = [again for again in done.values() if again.problem]
    for again in differing:
        click.echo(f"item {again.index}: {again.problem}", err=True)
    raise SystemExit(1 if differing else 0)


def _read(out: Path) -> Iterator[Again]:
    from pydantic import ValidationError

    from mesocosm.suites.terra.release.executed_items import Again

    if not out.exists():
        return
    for number, line in enumerate(out.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            yield Again.model_validate_json(line)
        except ValidationError as error:
            raise UserError(f"{out}, line {number}: not written by this command; name another file") from error


def _show(figures: dict[str, Any]) -> None:
    from mesocosm.suite.balance import as_table

    show_table(*as_table(figures["balance"]))
    click.echo(
        f"{figures['items']} items of {figures['workflows']} workflows, the longest of {figures['longest']} steps; "
        f"{figures['differing']} differ; of {figures['disputed']} draws the two ways did not agree, and others were "
        f"taken. Executed in {figures['seconds_here']:g} s here, {figures['seconds']:g} s in all."
    )
