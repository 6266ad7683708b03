"""Write the items of a suite as data."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.options import limit_option, seed_option, split_option
from mesocosm.screen.paths import Output
from mesocosm.screen.progress import track

if TYPE_CHECKING:
    from mesocosm.suite.facts import Facts

GROUP = "make"
Line = tuple[int, str, "Facts", int]
"""What a line is made of: number of the item, item as JSON, its facts, and the steps of its reference."""


@click.command()
@click.argument("suite")
@seed_option()
@split_option()
@limit_option()
@click.option("--references", is_flag=True, help="Write each item with its truth.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("-o", "--out", type=Output(dir_okay=False), help="File to write; standard output if left out.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array instead of a line for each item.")
def command(
    suite: str, seed: int, split: str, limit: int | None, references: bool, jobs: int, out: Path | None, as_json: bool
) -> None:  # fmt: skip
    """Write the items of a seed and split, one JSON object a line. The same seed gives the same bytes.

    With --json they are one array. Standard error says how the items are distributed over the suite's fields of science
    and other strata.
    """
    from mesocosm import registry
    from mesocosm.processes import run_parallel
    from mesocosm.suite import split_seed

    count = limit if limit is not None else registry.load("suites", suite).card.items
    make = functools.partial(_line, suite, split_seed(split, seed), references)
    lines = sorted(track(run_parallel(make, range(count), jobs), f"{suite} items", count), key=lambda line: line[0])
    written = [words for _, words, _, _ in lines]
    text = "[" + ",\n".join(written) + "]\n" if as_json else "".join(f"{words}\n" for words in written)
    if out is None:
        click.echo(text, nl=False)
    else:
        from mesocosm.files import write_whole

        write_whole(out, text)
    _tell_balance(lines)


def _line(suite: str, seed: int, references: bool, index: int) -> Line:
    from mesocosm import registry

    chosen = registry.load("suites", suite)
    item, reference = chosen.case(seed, index)
    record = item.model_dump(mode="json")
    if references:
        record["reference"] = reference.model_dump(mode="json")
    words = json.dumps(record, ensure_ascii=False, sort_keys=True)
    return index, words, chosen.facts(item, reference), len(reference.canonical)


def _tell_balance(lines: list[Line]) -> None:
    from mesocosm.screen.tables import show_table
    from mesocosm.suite.balance import as_table, balance

    headings, rows = as_table(balance((facts, steps) for _, _, facts, steps in lines))
    show_table(headings, rows, on_error_stream=True)
