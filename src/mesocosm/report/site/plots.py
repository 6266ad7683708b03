"""Plots as positions in percent of their width: a template draws them, and they fit any screen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mesocosm.report.comparison import Comparison
from mesocosm.report.number_format import number
from mesocosm.report.site.suites import OUTCOMES, ROLES, Outcome, Run, SuiteRuns, outcome_of
from mesocosm.report.site.verdicts import score_of

STEPS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 25.0, 50.0, 100.0)
MOST_TICKS = 6


@dataclass(frozen=True)
class Axis:
    """A range of numbers."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Return the position of a value along the axis, in percent; values outside are put at the end."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(1.0, max(0.0, share)), 2)

    def ticks(self) -> list[tuple[float, str]]:
        """Return positions and labels of a few round numbers."""
        span = self.high - self.low
        step = next((step for step in STEPS if span / step <= MOST_TICKS - 1), span / 4)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [(self.at(place * step), f"{place * step:g}") for place in range(first, last + 1)]


@dataclass(frozen=True)
class Mark:
    """A value with its interval."""

    name: str
    kind: str
    text: str
    """The value as every table spells it."""
    note: str
    href: str
    at: float | None
    low: float | None
    high: float | None
    """Positions in percent; None if the value is not known."""


@dataclass(frozen=True)
class Line:
    """A value that all others are compared with."""

    kind: str
    name: str
    at: float


@dataclass(frozen=True)
class Plot:
    """Marks in groups along one axis."""

    words: str
    """Description for people who cannot see the plot."""
    axis: str
    ticks: list[tuple[float, str]]
    groups: list[tuple[str, list[Mark]]]
    lines: list[Line]


def score_plot(suite: SuiteRuns, chance: float) -> Plot:
    """Plot every run's score with its interval, and the values to compare with."""
    rows = [run.row for run in suite.runs]
    axis = _axis([value for row in rows for value in (row.score, row.score_low, row.score_high)], 0.0, 1.0)
    groups = [(ROLES[role], [_mark(run, axis, suite) for run in suite.of(role)]) for role in ROLES]
    return Plot(
        words=f"Scores on {suite.title}: " + "; ".join(f"{run.title} {score_of(run)}" for run in suite.runs),
        axis="score; the bar is its 95 % bootstrap interval over items",
        ticks=axis.ticks(),
        groups=[(name, marks) for name, marks in groups if marks],
        lines=_lines(suite, chance, axis),
    )


def _mark(run: Run, axis: Axis, suite: SuiteRuns) -> Mark:
    row = run.row
    items = len({sample.item for sample in row.samples})
    missing = [f"{count} {word}" for word, count in (("broken", row.broken), ("waiting", row.waiting)) if count]
    return Mark(
        name=run.title,
        kind=run.role,
        text=score_of(run),
        note=", ".join([f"n = {items} item{'s' * (items != 1)}", *missing]),
        href=f"browse.html?suite={suite.number}&run={run.number}",
        **_places(axis, row.score, row.score_low, row.score_high),
    )


def _lines(suite: SuiteRuns, chance: float, axis: Axis) -> list[Line]:
    baseline, ceiling = suite.best("baseline"), suite.ceiling
    lines = []
    if not math.isnan(chance):
        lines.append(Line("chance", f"chance {number(chance)}", axis.at(chance)))
    if baseline is not None:
        label = f"best trivial baseline: {baseline.title} {number(baseline.row.score)}"
        lines.append(Line("baseline", label, axis.at(baseline.row.score)))
    if ceiling is not None:
        label = f"ceiling: {ceiling.title} {number(ceiling.row.score)}"
        lines.append(Line("ceiling", label, axis.at(ceiling.row.score)))
    return lines


def difference_plot(comparisons: Sequence[Comparison]) -> list[Mark]:
    """Plot every difference with its interval along one axis around zero."""
    axis = difference_axis(comparisons)
    return [
        Mark(
            name=f"{one.first} less {one.second}",
            kind=one.verdict.rpartition(" ")[2] if one.verdict.endswith(("ahead", "behind")) else "open",
            text=one.difference,
            note=one.verdict,
            href="",
            **_places(axis, one.value, one.low, one.high),
        )
        for one in comparisons
    ]


def difference_axis(comparisons: Sequence[Comparison]) -> Axis:
    """Return an axis around zero with room for every difference."""
    known = [abs(value) for one in comparisons for value in (one.value, one.low, one.high) if not math.isnan(value)]
    reach = max([*known, 0.1])
    return Axis(-reach, reach)


@dataclass(frozen=True)
class Share:
    """Number of episodes of a run that ended in one way."""

    outcome: Outcome
    words: str
    count: int
    start: float
    width: float


def outcome_shares(run: Run) -> list[Share]:
    """Return the outcomes of a run's episodes as parts of a bar; outcomes that did not occur are left out."""
    ends = [outcome_of(sample) for sample in run.row.samples]
    shares: list[Share] = []
    start = 0.0
    for outcome, words in OUTCOMES.items():
        count = ends.count(outcome)
        if count:
            width = 100 * count / len(ends)
            shares.append(Share(outcome, words, count, round(start, 3), round(width, 3)))
            start += width
    return shares


@dataclass(frozen=True)
class CostPoint:
    """A run by cost and score."""

    name: str
    kind: str
    text: str
    x: float
    y: float
    low: float | None
    high: float | None
    on_front: bool


@dataclass(frozen=True)
class CostFront:
    """Scores against tokens; runs on the front are those that no other beats at the same cost or less."""

    points: list[CostPoint]
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    steps: list[tuple[float, float, float, float]]
    """Lines of the front: from x, y to x, y, in percent from the lower left."""
    words: str


def cost_front(suite: SuiteRuns) -> CostFront | None:
    """Plot the runs that spent tokens; None if none did."""
    runs = [run for run in suite.runs if run.row.tokens > 0 and run.row.episodes and not math.isnan(run.row.score)]
    if not runs:
        return None
    cost = {run.number: run.row.tokens / run.row.episodes for run in runs}
    x = Axis(math.floor(math.log10(min(cost.values()))), math.floor(math.log10(max(cost.values()))) + 1)
    y = _axis([value for run in runs for value in (run.row.score, run.row.score_low, run.row.score_high)], 0.0, 1.0)
    best = _front([(cost[run.number], run.row.score, run.number) for run in runs if run.role != "truth"])
    points = [_cost_point(run, cost[run.number], x, y, run.number in best) for run in runs]
    front = sorted((point.x, point.y) for point in points if point.on_front)
    return CostFront(
        points=points,
        x_ticks=[(x.at(place), f"{10**place:,}") for place in range(int(x.low), int(x.high) + 1)],
        y_ticks=y.ticks(),
        steps=_steps(front),
        words="Score against tokens an episode: " + "; ".join(f"{point.name} {point.text}" for point in points),
    )


def _cost_point(run: Run, tokens: float, x: Axis, y: Axis, on_front: bool) -> CostPoint:
    places = _places(y, run.row.score, run.row.score_low, run.row.score_high)
    return CostPoint(
        name=run.title,
        kind=run.role,
        text=f"{score_of(run)} at {tokens:,.0f} tokens an episode",
        x=x.at(math.log10(tokens)),
        y=places["at"] or 0.0,
        low=places["low"],
        high=places["high"],
        on_front=on_front,
    )


def _front(runs: Iterable[tuple[float, float, int]]) -> set[int]:
    """Return the numbers of the runs whose score no cheaper run reaches."""
    found: set[int] = set()
    highest = -math.inf
    for _, score, place in sorted(runs, key=lambda run: (run[0], -run[1])):
        if score > highest:
            highest = score
            found.add(place)
    return found


def _steps(front: Sequence[tuple[float, float]]) -> list[tuple[float, float, float, float]]:
    lines = []
    for (x, y), (next_x, next_y) in pairwise(front):
        lines += [(x, y, next_x, y), (next_x, y, next_x, next_y)]
    return lines


def _places(axis: Axis, value: float, low: float, high: float) -> dict[str, float | None]:
    known = {"at": value, "low": low, "high": high}
    return {name: None if math.isnan(place) else axis.at(place) for name, place in known.items()}


def _axis(values: Iterable[float], low: float, high: float) -> Axis:
    """Return an axis from `low` to `high`, wider if a value is outside."""
    known = [value for value in values if not math.isnan(value)]
    return Axis(min([low, *known]), max([high, *known]))
