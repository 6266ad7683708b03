"""Results of agents in a sealed evaluation, as rows like those of every other run."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from mesocosm.errors import TraceError
from mesocosm.report.results import ResultRow, SampleRow, make_row, sample_of
from mesocosm.sealed.ledger import Opened, Scored
from mesocosm.sealed.seal import Seal
from mesocosm.stats.summary import known_first
from mesocosm.trace.reader import read_trace
from mesocosm.trace.schema import Trace


def result_rows(record: Path, seal: Seal, opened: Iterable[Opened], scored: Mapping[int, Scored]) -> list[ResultRow]:
    """Return a row for each agent, best first with broken episodes counted as 0; every episode must be scored."""
    plays: dict[str, list[Opened]] = {}
    for entry in opened:
        plays.setdefault(entry.agent, []).append(entry)
    rows = [
        make_row(
            [*_play(record, seal, mine, scored), *_never_played(seal, mine)],
            suite=seal.suite,
            version=seal.suite_version,
            profile=seal.profile,
            agent=agent,
        )
        for agent, mine in plays.items()
    ]
    return sorted(rows, key=lambda row: (-known_first(row.lower), row.agent))


def _play(record: Path, seal: Seal, mine: list[Opened], scored: Mapping[int, Scored]) -> Iterator[SampleRow]:
    epochs = Counter[int]()
    for entry in mine:
        epochs[entry.index] += 1
        trace = _trace(record / entry.trace)
        yield sample_of(entry.item, epochs[entry.index], trace, scored[entry.episode].score, seal.weight)


def _trace(path: Path) -> Trace:
    try:
        return read_trace(path)
    except TraceError:  # the scorer was killed before it wrote an event: a broken episode
        return Trace(events=())


def _never_played(seal: Seal, mine: list[Opened]) -> Iterator[SampleRow]:
    """Return episodes that an agent never asked for, with score 0; otherwise it could leave out the items that it likes
    least.
    """
    shown = Counter(entry.index for entry in mine)
    for index in range(seal.items):
        for epoch in range(shown[index] + 1, seal.epochs + 1):
            yield SampleRow(
                item=seal.item_id(index),
                epoch=epoch,
                score=0.0,
                success=0.0,
                steps=math.nan,
                rejected_calls=math.nan,
                tokens=0,
                answer="missing",
                end="never played",
                weight=math.nan if seal.weight else 1.0,
            )
