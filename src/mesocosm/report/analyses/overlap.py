"""Which items two or three runs get right together, and which only one of them does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report.table import make_table
from mesocosm.stats import runs
from mesocosm.stats.episode import Episode
from mesocosm.stats.overlap import Overlap, overlap
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.console import Group


class Result(Record):
    pairs: tuple[Overlap, ...]
    triples: tuple[Overlap, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Every pair and triple of runs in which one thing changes: the agent, or one agent's options."""
    found = runs.split_runs(episodes)
    pairs, triples = (tuple(_overlap(found, names) for names in runs.comparable(found, size=size)) for size in (2, 3))
    if not pairs:
        raise InvalidRecord(f"an overlap needs two runs that differ in one thing; the logs hold {', '.join(found)}")
    return Result(pairs=pairs, triples=triples)


def _overlap(found: runs.Runs, names: Sequence[str]) -> Overlap:
    counted = overlap({name: found[name] for name in names})
    runs.check_common(counted.n, *names)
    return counted


def table(result: Result) -> Group:
    """Pairs, then triples."""
    from rich.console import Group

    pairs = [
        (*one.runs, str(one.n), *(str(one.items(*who)) for who in (one.runs, one.runs[:1], one.runs[1:], ())))
        for one in result.pairs
    ]
    tables = [make_table("Right items of two runs", ("first", "second"), _HEADINGS, pairs)]
    if result.triples:
        headings = ("items", "all", "first", "second", "third", "1st+2nd", "1st+3rd", "2nd+3rd", "none")
        rows = [_triple(one) for one in result.triples]
        tables.append(make_table("Right items of three runs", ("first", "second", "third"), headings, rows))
    return Group(*tables)


_HEADINGS = ("items", "both", "first only", "second only", "neither")


def _triple(one: Overlap) -> list[str]:
    a, b, c = one.runs
    cells = ((a, b, c), (a,), (b,), (c,), (a, b), (a, c), (b, c), ())
    return [*one.runs, str(one.n), *(str(one.items(*who)) for who in cells)]
