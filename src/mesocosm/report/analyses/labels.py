"""The letters that every run chooses, and its accuracy on each true letter."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report.number_format import percent
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import Proportion, episode_accuracy
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import known_values
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.table import Table


class LabelBehaviour(Record):
    """The letters of a run. `true` and `predicted` sum to n."""

    n: int
    true: dict[str, int]
    predicted: dict[str, int]
    no_letter: int
    """Episodes without a well-formed letter."""
    accuracy: dict[str, Proportion]
    """Accuracy by true label."""
    low: float
    high: float
    """The lowest (`low`) and highest (`high`) of these."""


class Row(Record):
    """Results of one run."""

    run: str
    behaviour: LabelBehaviour


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    if not any(episode.label for episode in episodes):
        raise InvalidRecord("no item of these logs is answered by a letter")
    runs = split_runs(episodes)
    return Result(rows=tuple(Row(run=name, behaviour=label_behaviour(run)) for name, run in runs.items()))


def label_behaviour(episodes: Iterable[Episode]) -> LabelBehaviour:
    """Compute predicted letters and accuracy by true letter, over counted episodes that have one (PHREEQC-MCQ-200,
    Table 6).
    """
    labelled = [episode for episode in counted(episodes) if episode.label]
    true = Counter(episode.label for episode in labelled)
    chosen = Counter(episode.predicted for episode in labelled)
    offered = {letter for episode in labelled for letter in episode.meaning}
    letters = sorted((offered | true.keys() | chosen.keys()) - {""})
    accuracy = {
        letter: episode_accuracy(episode for episode in labelled if episode.label == letter) for letter in letters
    }
    shares = known_values(proportion.share for proportion in accuracy.values())
    return LabelBehaviour(
        n=len(labelled),
        true={letter: true[letter] for letter in letters},
        predicted={letter: chosen[letter] for letter in letters},
        no_letter=chosen[""],
        accuracy=accuracy,
        low=min(shares, default=math.nan),
        high=max(shares, default=math.nan),
    )


def table(result: Result) -> Table:
    """Make a table with runs as rows; letters in their order, then the episodes without one."""
    letters = sorted({letter for row in result.rows for letter in row.behaviour.true})
    in_order = "/".join(letters) or "letters"
    headings = ("episodes", f"true {in_order}", f"chosen {in_order}/none", f"right on {in_order}, %", "lowest–highest")
    return make_table("Answer labels", ("run",), headings, (_cells(row, letters) for row in result.rows))


def _cells(row: Row, letters: list[str]) -> list[str]:
    behaviour = row.behaviour
    shares = [behaviour.accuracy[letter].share if letter in behaviour.accuracy else float("nan") for letter in letters]
    return [
        row.run,
        str(behaviour.n),
        "/".join(str(behaviour.true.get(letter, 0)) for letter in letters) or "–",
        "/".join(
            str(count) for count in (*(behaviour.predicted.get(letter, 0) for letter in letters), behaviour.no_letter)
        ),
        " / ".join(percent(share).removesuffix(" %") for share in shares) or "–",
        f"{percent(behaviour.low)} – {percent(behaviour.high)}" if behaviour.n else "–",
    ]
