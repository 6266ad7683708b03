"""The items that two or three runs get right together, and those that only one of them does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, right_items
from mesocosm.stats.runs import Runs, check_common, comparable, split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.console import Group

_HEADINGS = ("items", "both", "first only", "second only", "neither")


class Cell(Record):
    """The items that exactly these runs get right; without a run, the items that no run gets right."""

    runs: tuple[str, ...]
    items: int


class Overlap(Record):
    """The common items of the runs; every item is in one cell."""

    runs: tuple[str, ...]
    n: int
    cells: tuple[Cell, ...]

    def items(self, *runs: str) -> int:
        """Return how many items exactly these runs get right."""
        return next(cell.items for cell in self.cells if set(cell.runs) == set(runs))


class Result(Record):
    pairs: tuple[Overlap, ...]
    triples: tuple[Overlap, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Compare every pair and triple of runs in which one thing changes: the agent, or one agent's options."""
    runs = split_runs(episodes)
    pairs, triples = (tuple(_overlap(runs, names) for names in comparable(runs, size=size)) for size in (2, 3))
    if not pairs:
        raise InvalidRecord(f"an overlap needs two runs that differ in one thing; the logs hold {', '.join(runs)}")
    return Result(pairs=pairs, triples=triples)


def _overlap(runs: Runs, names: Sequence[str]) -> Overlap:
    counted = overlap({name: runs[name] for name in names})
    check_common(counted.n, *names)
    return counted


def overlap(runs: Runs) -> Overlap:
    """Compute the overlap of right items of two or three runs over common items (PHREEQC-MCQ-200, Appendix C.5)."""
    if len(runs) not in (2, 3):
        raise ValueError(f"an overlap is of two or three runs, got {len(runs)}")
    names = tuple(runs)
    right = {name: right_items(runs[name]) for name in names}
    common = set.intersection(*(set(items) for items in right.values()))
    counts = Counter(tuple(name for name in names if right[name][item]) for item in common)
    every = chain.from_iterable(combinations(names, size) for size in range(len(names), -1, -1))
    return Overlap(runs=names, n=len(common), cells=tuple(Cell(runs=key, items=counts[key]) for key in every))


def table(result: Result) -> Group:
    """Make a table with pairs, then triples."""
    from rich.console import Group

    pairs = [
        (
            *overlap.runs,
            str(overlap.n),
            *(str(overlap.items(*who)) for who in (overlap.runs, overlap.runs[:1], overlap.runs[1:], ())),
        )
        for overlap in result.pairs
    ]
    tables = [make_table("Right items of two runs", ("first", "second"), _HEADINGS, pairs)]
    if result.triples:
        headings = ("items", "all", "first", "second", "third", "1st+2nd", "1st+3rd", "2nd+3rd", "none")
        rows = [_triple(overlap) for overlap in result.triples]
        tables.append(make_table("Right items of three runs", ("first", "second", "third"), headings, rows))
    return Group(*tables)


def _triple(overlap: Overlap) -> list[str]:
    a, b, c = overlap.runs
    cells = ((a, b, c), (a,), (b,), (c,), (a, b), (a, c), (b, c), ())
    return [*overlap.runs, str(overlap.n), *(str(overlap.items(*who)) for who in cells)]
