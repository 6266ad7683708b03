"""Write the items of a suite as data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.options import executor_options, limit_option, seed_option, split_option
from mesocosm.screen.paths import Output
from mesocosm.screen.progress import progress
from mesocosm.suite.facts import Facts
from mesocosm.types import Record

if TYPE_CHECKING:
    from mesocosm.execution.executor import Executor
    from mesocosm.execution.parts import Parts
    from mesocosm.suite import Suite

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
    from mesocosm.suite import split_seed

    count = limit if limit is not None else registry.load("suites", suite).card.items
    work = _Work(suite, split_seed(split, seed), references)
    lines = [Line.model_validate_json(part) for part in _parts(work, count, read_executor(jobs, on), out)]
    written = [line.item for line in lines]
    text = "[" + ",\n".join(written) + "]\n" if as_json else "".join(f"{words}\n" for words in written)
    if out is None:
        click.echo(text, nl=False)
    else:
        from mesocosm.files import write_whole

        write_whole(out, text)
        _parts_folder(out).clear()
    _tell_balance(lines)


class Line(Record):
    """An item, and what is said of it."""

    item: str
    """The item as JSON."""
    facts: Facts
    steps: int
    """Steps of its reference."""


@dataclass(frozen=True)
class _Work:
    """Which items to make."""

    suite: str
    seed: int
    references: bool

    def key(self, index: int) -> str:
        """Return everything that an item's line depends on."""
        from mesocosm import registry
        from mesocosm.cache.code_version import code_version

        version = registry.load("suites", self.suite).card.version
        what = "item with reference" if self.references else "item"
        return f"{what} {self.suite} {version} {code_version('.')} {self.seed} {index}"

    def group(self, index: int) -> str:
        from mesocosm import registry

        suite: Suite = registry.load("suites", self.suite)
        return suite.group(self.seed, index)

    def make(self, index: int) -> tuple[int, bytes]:
        """Make an item, and return its number and its line."""
        from mesocosm import registry

        chosen = registry.load("suites", self.suite)
        item, reference = chosen.case(self.seed, index)
        record = item.model_dump(mode="json")
        if self.references:
            record["reference"] = reference.model_dump(mode="json")
        words = json.dumps(record, ensure_ascii=False, sort_keys=True)
        line = Line(item=words, facts=chosen.facts(item, reference), steps=len(reference.canonical))
        chosen.forget()  # many items would fill the memory
        return index, line.model_dump_json().encode()


def _parts(work: _Work, count: int, on: Executor, out: Path | None) -> list[bytes]:
    """Return the lines in the order of their items; those that an interrupted command has left are not made again."""
    from mesocosm.execution.spread import spread

    kept = _parts_folder(out) if out is not None else None
    done = {index: part for index in range(count) if kept is not None and (part := kept.read(work.key(index)))}
    missing = [index for index in range(count) if index not in done]
    with progress(f"{work.suite} items", count) as shown:
        shown.update(len(done))
        for index, part in spread(work.make, missing, key=work.key, group=work.group, on=on):
            done[index] = part
            if kept is not None:
                kept.write(work.key(index), part)
            shown.step()
    return [done[index] for index in range(count)]


def _parts_folder(out: Path) -> Parts:
    from mesocosm.execution.parts import Parts

    return Parts(out.with_name(f"{out.name}.parts"))


def _tell_balance(lines: list[Line]) -> None:
    from mesocosm.screen.tables import show_table
    from mesocosm.suite.balance import as_table, balance

    headings, rows = as_table(balance((line.facts, line.steps) for line in lines))
    show_table(headings, rows, on_error_stream=True)
