"""Write the items of a suite as data."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.interruption import resumable
from mesocosm.screen.options import executor_options, limit_option, seed_option, split_option
from mesocosm.screen.paths import Output

if TYPE_CHECKING:
    from mesocosm.suite.item_lines import ItemLine

GROUP = "make"


@click.command()
@click.argument("suite")
@seed_option()
@split_option()
@limit_option()
@click.option("--references", is_flag=True, help="Write each item with its truth.")
@executor_options
@click.option("-o", "--out", type=Output(dir_okay=False), help="File to write; standard output if left out.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array instead of a line for each item.")
def command(
    suite: str, seed: int, split: str, limit: int | None, references: bool, jobs: int | None, on: str | None,
    out: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Write the items of a seed and split, one JSON object a line. The same seed gives the same bytes.

    With --json they are one array. Standard error says how the items are distributed over the suite's fields of science
    and other strata. Items that are made lie in FILE.parts until all are: after an interruption, the same command
    continues.
    """
    from mesocosm import registry
    from mesocosm.execution.executor import read_executor
    from mesocosm.execution.parts import Parts
    from mesocosm.suite import split_seed
    from mesocosm.suite.item_lines import ItemLines, make_lines

    count = limit if limit is not None else registry.load("suites", suite).card.items
    wanted = ItemLines(suite, split_seed(split, seed), count, references)
    parts = Parts(out.with_name(f"{out.name}.parts")) if out is not None else None
    with resumable() if parts is not None else nullcontext():
        lines = make_lines(wanted, parts, read_executor(jobs, on))
    written = [line.item for line in lines]
    text = "[" + ",\n".join(written) + "]\n" if as_json else "".join(f"{words}\n" for words in written)
    if out is None:
        click.echo(text, nl=False)
    else:
        from mesocosm.files import write_whole

        write_whole(out, text)
    if parts is not None:
        parts.clear()
    _tell_balance(lines)


def _tell_balance(lines: list[ItemLine]) -> None:
    from mesocosm.screen.tables import show_table
    from mesocosm.suite.balance import as_table, balance

    headings, rows = as_table(balance((line.facts, line.steps) for line in lines))
    show_table(headings, rows, on_error_stream=True)
