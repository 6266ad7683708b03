"""How constant accuracy is over rounds of the same templates, and the templates for which it is not.

A published set has numbered instances of every template; a run has rounds instead. Item number `i` of `n` templates
belongs to round `i // n` of its seed, and the cluster of an item is its template.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import percent, width
from mesocosm.report.table import make_table
from mesocosm.stats.clusters import cluster_accuracy
from mesocosm.stats.episode import Episode, cluster_of
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import deviation, mean, value_range
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group

MOST_SHOWN = 20
"""Templates in the table; the JSON has all."""


class TemplateSpread(Record):
    """Results of one template over the rounds."""

    template: str
    mean: float
    spread: float
    """Best round minus worst; with one epoch it is 1 if the template is solved in some rounds only, else 0."""


class Symmetry(Record):
    """Results of a run over its rounds, on the templates that all of them have."""

    accuracy: dict[str, Proportion]
    """Accuracy by round."""
    deviation: float
    """Sample standard deviation of these: SymStd with rounds in place of instances, as a share."""
    by_chance: float
    """Expected value of `deviation` if the rounds of each template were exchanged at random."""
    templates: tuple[TemplateSpread, ...]
    """Templates, those that vary most first."""


class Row(Record):
    """Results of one run."""

    run: str
    symmetry: Symmetry


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run that has two rounds or more with a common template."""
    of_run = {name: symmetry(run) for name, run in split_runs(episodes).items()}
    rows = tuple(
        Row(run=name, symmetry=rounds)
        for name, rounds in of_run.items()
        if len(rounds.accuracy) > 1 and rounds.templates
    )
    if not rows:
        raise InvalidRecord(
            "no run has two rounds of the same templates; a round is one item of every template, so run more items "
            "or a second seed"
        )
    return Result(rows=rows)


def symmetry(episodes: Iterable[Episode]) -> Symmetry:
    """Compute the spread of accuracy over rounds (AtmosSci-Bench, SymStd in Table 2); NaN for fewer than two.

    Rounds that lack templates are left out if two complete ones remain. Only templates that every round has are
    compared, so that no round looks better because of its templates.
    """
    grid = {name: cluster_accuracy(of_round) for name, of_round in _comparable(list(episodes)).items()}
    templates = sorted(set.intersection(*(set(shares) for shares in grid.values()))) if grid else []
    over_rounds = {name: [shares[name] for shares in grid.values()] for name in templates}
    rows = [
        TemplateSpread(template=name, mean=mean(shares), spread=value_range(shares))
        for name, shares in over_rounds.items()
    ]
    accuracy = {
        name: wilson(math.fsum(shares[template] for template in templates), len(templates))
        for name, shares in grid.items()
    }
    return Symmetry(
        accuracy=accuracy,
        deviation=deviation(share.share for share in accuracy.values()),
        by_chance=_by_chance(list(over_rounds.values())),
        templates=tuple(sorted(rows, key=lambda row: (-row.spread, row.template))),
    )


def _comparable(episodes: Sequence[Episode]) -> dict[str, list[Episode]]:
    """Return the episodes of each round; rounds that lack a template are left out if two complete ones remain."""
    templates = {cluster_of(episode) for episode in episodes}
    groups: dict[tuple[str, int], list[Episode]] = defaultdict(list)
    for episode in episodes:
        seed, number = _number(episode.item)
        groups[seed, number // len(templates) + 1].append(episode)
    rounds = {f"{seed}, round {number}": groups[seed, number] for seed, number in sorted(groups)}
    for name, of_round in rounds.items():
        if len({episode.item for episode in of_round}) > len({cluster_of(episode) for episode in of_round}):
            raise InvalidRecord(f"templates must take turns to have rounds, but one comes twice in {name}")
    whole = {
        name: of_round
        for name, of_round in rounds.items()
        if {cluster_of(episode) for episode in of_round} == templates
    }
    return whole if len(whole) > 1 else rounds


def _number(item: str) -> tuple[str, int]:
    """Split an item's id into the part before its number, and the number."""
    seed, _, number = item.rpartition("-")
    if not (number.isascii() and number.isdecimal()):
        raise InvalidRecord(f"the id of an item must end in its number to tell its round, got {item!r}")
    return seed, int(number)


def _by_chance(over_rounds: Sequence[Sequence[float]]) -> float:
    """Return the root mean square of the deviation over all orders of each template's rounds."""
    widths = [deviation(shares) for shares in over_rounds]
    return math.sqrt(math.fsum(width * width for width in widths)) / len(widths) if widths else math.nan


def table(result: Result) -> Group:
    """Make a table of runs, then of the templates that differ from round to round."""
    from rich.console import Group

    summary = [_summary(row) for row in result.rows]
    headings = ("rounds", "templates", "accuracy", "SymStd, pp", "by chance, pp", "always right", "mixed", "never")
    caption = (
        "SymStd: sample standard deviation of accuracy over rounds; by chance: with each template's rounds in any order"
    )
    least_steady = (
        (
            name,
            width(mean(template.spread for template in by_run.values())),
            *(_mean(by_run.get(row.run)) for row in result.rows),
        )
        for name, by_run in _unsteady(result).items()
    )
    note = f"accuracy over the rounds; at most {MOST_SHOWN}, the largest mean spread over runs first; --json has all"
    return Group(
        make_table("Accuracy over rounds", ("run",), headings, summary, caption),
        make_table(
            "Templates not solved alike",
            ("template",),
            ("mean spread, pp", *(row.run for row in result.rows)),
            least_steady,
            note,
        ),
    )


def _unsteady(result: Result) -> dict[str, dict[str, TemplateSpread]]:
    """Return the spread by template and run, for the templates that differ most from round to round."""
    templates: dict[str, dict[str, TemplateSpread]] = defaultdict(dict)
    for row in result.rows:
        for template in row.symmetry.templates:
            templates[template.template][row.run] = template
    spreads = {name: mean(template.spread for template in by_run.values()) for name, by_run in templates.items()}
    mixed = sorted((name for name in templates if spreads[name]), key=lambda name: (-spreads[name], name))
    return {name: templates[name] for name in mixed[:MOST_SHOWN]}


def _mean(template: TemplateSpread | None) -> str:
    return "–" if template is None else percent(template.mean)


def _summary(row: Row) -> list[str]:
    rounds = row.symmetry
    always = sum(template.mean == 1 for template in rounds.templates)
    never = sum(template.mean == 0 for template in rounds.templates)
    counts = (always, len(rounds.templates) - always - never, never)
    return [
        row.run,
        str(len(rounds.accuracy)),
        str(len(rounds.templates)),
        percent(mean(share.share for share in rounds.accuracy.values())),
        width(rounds.deviation),
        width(rounds.by_chance),
        *(str(count) for count in counts),
    ]


def figure(result: Result) -> Figure:
    """Draw a row for each run, with a point for each round and a tick at their mean."""
    with figures.style():
        height_in = figures.row_height(len(result.rows), each_in=0.45)
        drawn, [axes] = figures.blank("Accuracy over rounds", height_in=height_in)
        for level, row in enumerate(result.rows):
            shares = [100 * share.share for share in row.symmetry.accuracy.values()]
            axes.hlines(level, min(shares), max(shares), color=figures.PALE, lw=6)
            axes.plot(shares, [level] * len(shares), "o", color=figures.colour(0), alpha=0.7, mew=0)
            axes.plot(mean(shares), level, "|", color=figures.INK, markersize=14, mew=2)
        figures.name_rows(axes, [f"{row.run}\nSymStd {width(row.symmetry.deviation)} pp" for row in result.rows])
        figures.percent_axis(axes, "right, %; point: a round of the same templates; tick: mean over rounds")
        return drawn
