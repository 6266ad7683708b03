"""The named mistakes behind the wrong choices of every run, and how often each was offered.

Every wrong option of an item is the result of one mistake, or of two together. So a wrong choice shows which mistake
was made.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.number_format import number, percent, proportion
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.stats.runs import split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

MOST_SHOWN = 25
"""Mistakes in the picture; the table lists all."""
MOST_ONCE = 8
"""Mistakes made once that a table lists; any more share one row."""


class MistakeRow(Record):
    """Counts of one mistake in one run."""

    mistake: str
    sentence: str = ""
    """Sentence that says what somebody who made it did; empty if the suite does not say."""
    chosen: int
    """Wrong choices that reveal it, alone or with another."""
    both: int
    """Wrong choices that reveal it together with another."""
    share: float
    """`chosen` among all wrong choices; these shares sum to more than one if options combine mistakes."""
    by_chance: float
    """Expected value of `chosen` if each wrong choice fell on any wrong option of its item with equal probability."""
    rate: Proportion
    """`chosen` among the counted episodes whose item offers it."""


class Diagnosis(Record):
    """The mistakes of a run, the most frequent first."""

    wrong: int
    """Wrong choices: a well-formed letter that is not the truth, on an item that names its mistakes."""
    both: int
    """Wrong choices that reveal two mistakes or more."""
    offered: int
    """Counted episodes on such items."""
    mistakes: tuple[MistakeRow, ...]


class Row(Record):
    """Results of one run."""

    run: str
    diagnosis: Diagnosis


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    runs = split_runs(episodes)
    return Result(rows=tuple(Row(run=name, diagnosis=diagnosis(run)) for name, run in runs.items()))


def diagnosis(episodes: Iterable[Episode]) -> Diagnosis:
    """Count how often each named mistake was offered and how often it was made."""
    known = [episode for episode in counted(episodes) if any(episode.meaning.values())]
    wrong = [episode for episode in known if episode.correct is False and episode.meaning.get(episode.predicted)]
    counts, sentences = _count(known, wrong), _sentences(known)
    rows = [_mistake_row(name, sentences.get(name, ""), counts[name], len(wrong)) for name in sorted(counts)]
    return Diagnosis(
        wrong=len(wrong),
        both=sum(len(episode.meaning[episode.predicted]) > 1 for episode in wrong),
        offered=len(known),
        mistakes=tuple(sorted(rows, key=lambda row: (-row.chosen, row.mistake))),
    )


@dataclass
class Counts:
    """Counts of one mistake, episode by episode."""

    offered: int = 0
    chosen: int = 0
    both: int = 0
    by_chance: list[float] = field(default_factory=list)
    """For each wrong choice, the probability of revealing it by chance."""


def _count(known: Iterable[Episode], wrong: Iterable[Episode]) -> dict[str, Counts]:
    """Count every mistake that an item offers; each episode is read once, however many mistakes there are."""
    counts: dict[str, Counts] = defaultdict(Counts)
    for episode in known:
        for name in {name for made in episode.meaning.values() for name in made}:
            counts[name].offered += 1
    for episode in wrong:
        for name in set(chosen := episode.meaning[episode.predicted]):
            counts[name].chosen += 1
            counts[name].both += len(chosen) > 1
        options = [set(made) for made in episode.meaning.values() if made]
        for name, leading in Counter(name for made in options for name in made).items():
            counts[name].by_chance.append(leading / len(options))
    return counts


def _sentences(known: Iterable[Episode]) -> dict[str, str]:
    """Return each mistake's sentence, from the first episode that has one."""
    sentences: dict[str, str] = {}
    for episode in known:
        for name, sentence in episode.sentences.items():
            if sentence:
                sentences.setdefault(name, sentence)
    return sentences


def _mistake_row(name: str, sentence: str, counts: Counts, wrong: int) -> MistakeRow:
    return MistakeRow(
        mistake=name,
        sentence=sentence,
        chosen=counts.chosen,
        both=counts.both,
        share=counts.chosen / wrong if wrong else float("nan"),
        by_chance=sum(counts.by_chance),
        rate=wilson(counts.chosen, counts.offered),
    )


def table(result: Result) -> Table:
    """Make a table with runs and mistakes as rows, the most frequent first; those made once share a row, those never
    made are left out.
    """
    cells = [line for row in result.rows for line in _lines(row)]
    headings = ("chosen", "both", "share of wrong", "by chance", "offered", "chosen of offered [Wilson 95 %]")
    counts = "; ".join(f"{row.run}: {row.diagnosis.wrong} wrong choices" for row in result.rows if row.diagnosis.wrong)
    caption = "both: with a second mistake; by chance: if wrong choices fell on all wrong options alike"
    note = f"{caption}\n{counts}" if counts else "no wrong choice on an item that names its mistakes"
    return make_table("Mistakes the wrong choices reveal", ("run", "mistake"), headings, cells, note)


def _lines(row: Row) -> list[tuple[str, ...]]:
    """Return the lines of a run's mistakes; many mistakes made once would hide the rest."""
    made = [mistake for mistake in row.diagnosis.mistakes if mistake.chosen]
    once = [mistake for mistake in made if mistake.chosen == 1]
    if len(once) <= MOST_ONCE:
        return [_cells(row.run, mistake) for mistake in made]
    folded = (row.run, f"{len(once)} others, once each", str(len(once)), *[""] * 5)
    return [*(_cells(row.run, mistake) for mistake in made if mistake.chosen > 1), folded]


def _cells(run: str, mistake: MistakeRow) -> tuple[str, ...]:
    return (
        run,
        f"{mistake.mistake}: {mistake.sentence}" if mistake.sentence else mistake.mistake,
        str(mistake.chosen),
        str(mistake.both),
        percent(mistake.share),
        number(mistake.by_chance, 1),
        str(mistake.rate.n),
        proportion(mistake.rate),
    )


def figure(result: Result) -> Figure:
    """Draw how often each offered mistake was chosen, with a point for each run; the most frequent over all runs is on
    top.
    """
    names = _most_frequent(result)
    shown = [row for row in result.rows if row.diagnosis.wrong]
    with figures.style():
        drawn, [axes] = figures.blank(
            "Mistakes revealed by wrong choices",
            height_in=figures.row_height(len(names), each_in=0.2 + 0.14 * len(shown), rest_in=1.9),
        )
        if not names:
            figures.empty_note(axes, "no wrong choice names a mistake")
            return drawn
        thick = 0.8 / len(shown)
        for place, row in enumerate(shown):
            by_name = {mistake.mistake: mistake for mistake in row.diagnosis.mistakes}
            at = [level + thick * (place + 0.5) - 0.4 for level in range(len(names))]
            alone = [_made(by_name.get(name)) for name in names]
            pairs = [_made_with_another(by_name.get(name)) for name in names]
            shade = figures.colour(place)
            pattern = figures.hatch(place)
            axes.barh(
                at, alone, height=thick, color=shade, hatch=pattern, edgecolor="white", label=figures.plain(row.run)
            )
            axes.barh(at, pairs, left=alone, height=thick, color=shade, hatch=pattern, edgecolor="white", alpha=0.45)
            axes.plot([_expected(by_name.get(name)) for name in names], at, "|", color=figures.INK, markersize=7)
        figures.name_rows(axes, [name.replace("_", " ") for name in names])
        figures.whole_numbers(axes.xaxis)
        axes.grid(axis="x", color=figures.GRID)
        axes.set_xlabel("wrong choices; pale: together with a second mistake; tick: expected by chance")
        figures.legend(drawn, axes)
        return drawn


def _most_frequent(result: Result) -> list[str]:
    totals: dict[str, int] = {}
    for row in result.rows:
        for mistake in row.diagnosis.mistakes:
            totals[mistake.mistake] = totals.get(mistake.mistake, 0) + mistake.chosen
    made = [name for name in totals if totals[name]]
    return sorted(made, key=lambda name: (-totals[name], name))[:MOST_SHOWN]


def _made(mistake: MistakeRow | None) -> int:
    return mistake.chosen - mistake.both if mistake is not None else 0


def _expected(mistake: MistakeRow | None) -> float:
    return mistake.by_chance if mistake is not None else 0.0


def _made_with_another(mistake: MistakeRow | None) -> int:
    return mistake.both if mistake is not None else 0
