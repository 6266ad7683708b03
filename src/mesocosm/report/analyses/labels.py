"""Which letters every run chooses, and its accuracy on each true letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report.table import make_table
from mesocosm.report.wording import percent
from mesocosm.stats import runs
from mesocosm.stats.episode import Episode
from mesocosm.stats.labels import LabelBehaviour, label_behaviour
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.table import Table


class Row(Record):
    """One run."""

    run: str
    behaviour: LabelBehaviour


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run."""
    found = runs.split_runs(episodes)
    return Result(rows=tuple(Row(run=name, behaviour=label_behaviour(own)) for name, own in found.items()))


def table(result: Result) -> Table:
    """Runs as rows; letters in their order, then the episodes without one."""
    letters = sorted({letter for row in result.rows for letter in row.behaviour.true})
    told = "/".join(letters) or "letters"
    headings = ("episodes", f"true {told}", f"chosen {told}/none", f"right on {told}, %", "lowest–highest")
    return make_table("Answer labels", ("run",), headings, (_cells(row, letters) for row in result.rows))


def _cells(row: Row, letters: list[str]) -> list[str]:
    own = row.behaviour
    shares = [own.accuracy[letter].share if letter in own.accuracy else float("nan") for letter in letters]
    return [
        row.run,
        str(own.n),
        "/".join(str(own.true.get(letter, 0)) for letter in letters) or "–",
        "/".join(str(count) for count in (*(own.predicted.get(letter, 0) for letter in letters), own.no_letter)),
        " / ".join(percent(share).removesuffix(" %") for share in shares) or "–",
        f"{percent(own.low)} – {percent(own.high)}" if own.n else "–",
    ]
