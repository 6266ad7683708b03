"""The pages of a site from templates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mesocosm.report.comparison import notes as comparison_notes
from mesocosm.report.number_format import number, p_value
from mesocosm.report.results import ResultRow
from mesocosm.report.site.analysis_pages import Analyses
from mesocosm.report.site.plots import (
    CostFront,
    Plot,
    Share,
    cost_front,
    difference_axis,
    difference_plot,
    outcome_shares,
    score_plot,
)
from mesocosm.report.site.sanitising import sanitise, short
from mesocosm.report.site.suites import OUTCOMES, ROLES, Run, SuiteRuns
from mesocosm.report.site.summary import metric_words
from mesocosm.report.site.verdicts import Verdict, verdict
from mesocosm.report.table import NUMBERS, captions, result_numbers
from mesocosm.report.templating import render

PAIRS = ("first", "second", "items", "difference", "", "verdict", "kept", "gained", "lost", "neither", "p")


@dataclass(frozen=True)
class Link:
    """Link to another page."""

    text: str
    href: str


@dataclass(frozen=True)
class Site:
    """What every page of a site needs."""

    title: str
    notes: Sequence[str]
    suites: Sequence[SuiteRuns]
    has_map: bool


@dataclass(frozen=True)
class NumberRow:
    """A run in the table of results."""

    title: str
    role: str
    cells: list[tuple[str, float | None]]
    """Each number as text, and as a value to sort by."""
    metrics: dict[str, float]
    """Other metrics of the suite."""
    href: str


@dataclass(frozen=True)
class SuiteView:
    """A suite as overview and suite page show it."""

    suite: SuiteRuns
    verdict: Verdict
    plot: Plot
    front: CostFront | None
    shares: list[tuple[str, list[Share], str]]
    rows: list[NumberRow]
    facts: list[tuple[str, str]]
    """What was run: items, seeds, epochs, options."""
    captions: list[str]

    @property
    def metrics(self) -> list[tuple[str, list[str]]]:
        """Each other metric of the suite, and its mean for every row."""
        names = dict.fromkeys(name for row in self.rows for name in row.metrics)
        means = {name: [number(row.metrics.get(name, math.nan)) for row in self.rows] for name in names}
        words = self.suite.metric_words
        return [(short(metric_words(name, words)), values) for name, values in means.items()]


def suite_view(suite: SuiteRuns, chance: float) -> SuiteView:
    """Return everything that is shown of a suite's results."""
    return SuiteView(
        suite=suite,
        verdict=verdict(suite),
        plot=score_plot(suite, chance),
        front=cost_front(suite),
        shares=[(run.title, outcome_shares(run), _browse(suite, run)) for role in ROLES for run in suite.of(role)],
        rows=[_number_row(suite, run) for role in ROLES for run in suite.of(role)],
        facts=_facts([run.row for run in suite.runs]),
        captions=[sanitise(text) for text in captions([run.row for run in suite.runs])],
    )


def _number_row(suite: SuiteRuns, run: Run) -> NumberRow:
    row = run.row
    values = (
        row.score, row.lower, row.success, row.episodes, row.unanswered, row.broken, row.steps, row.rejected_calls,
        row.tokens,
    )  # fmt: skip
    sortable = [None if math.isnan(value) else value for value in values]
    cells = list(zip(result_numbers(row), sortable, strict=True))
    return NumberRow(run.title, run.role, cells, row.metrics, _browse(suite, run))


def _browse(suite: SuiteRuns, run: Run) -> str:
    return f"browse.html?suite={suite.number}&run={run.number}"


def _facts(rows: Sequence[ResultRow]) -> list[tuple[str, str]]:
    """Return what the runs have in common: which items, how often, with which options."""
    names = {"split": "split", "items": "items", "items_seed": "seed of the items", "epochs": "epochs"}
    facts = [(words, _values(row.about.get(name, "") for row in rows)) for name, words in names.items()]
    options = dict.fromkeys(name for row in rows for name in row.options)
    facts += [(name, _values(row.options.get(name, "") for row in rows)) for name in options]
    return [(short(name), short(value)) for name, value in facts if value]


def _values(values: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(value for value in values if value))


def overview(
    site: Site, views: Sequence[SuiteView], suite_pages: Mapping[str, Sequence[Link]], problems: Sequence[str]
) -> str:
    """Return the page that opens first."""
    lines = [sanitise(problem, 500) for problem in problems]
    return _page(
        site, "overview.html", current="index.html", views=views, suite_pages=suite_pages, problems=lines, **_words()
    )


def suite_page(site: Site, view: SuiteView, analyses: Analyses, links: Sequence[Link], tools: str) -> str:
    """Return the page of a suite with its results, its analyses and the pages that it adds."""
    comparisons = view.suite.comparisons
    pairs = [
        (
            one,
            [str(one.items), one.difference],
            mark,
            [one.verdict, *(str(count) for count in (one.change.kept, one.change.gained, one.change.lost))],
            [str(one.change.both_wrong), p_value(one.change.p_value) if one.items else "–"],
        )
        for one, mark in zip(comparisons, difference_plot(comparisons), strict=True)
    ]
    return _page(
        site,
        "suite.html",
        current=view.suite.page,
        view=view,
        analyses=analyses,
        links=links,
        tools=tools,
        pairs=pairs,
        pair_headings=PAIRS,
        pair_ticks=difference_axis(comparisons).ticks(),
        pair_notes=comparison_notes(comparisons),
        **_words(),
    )


def shell(site: Site, name: str) -> str:
    """Return a page whose content is loaded when it is opened: `browse`, `item` or `episode`."""
    return _page(site, f"{name}.html", current="browse.html" if name == "browse" else "", outcomes=OUTCOMES)


def _words() -> dict[str, Any]:
    return {"headings": NUMBERS, "outcomes": OUTCOMES}


def _page(site: Site, template: str, *, current: str, **values: Any) -> str:
    return render(template, site=site, current=current, **values)
