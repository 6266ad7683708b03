"""The runs of a report, suite by suite: which had to find the truth, which are scripted or trivial, which were handed
it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from mesocosm import registry
from mesocosm.errors import UserError
from mesocosm.report.comparison import Comparison, compare_all
from mesocosm.report.results import UNSCORED, ResultRow, SampleRow, row_titles
from mesocosm.screen.untrusted_text import plain
from mesocosm.stats.summary import known_first
from mesocosm.suite.card import Card

Role = Literal["contestant", "scripted", "baseline", "truth"]
"""Role of an agent. `scripted` is a program that comes with mesocosm or the suite, asks no model, and is no trivial
baseline.
"""
ROLES: dict[Role, str] = {
    "contestant": "Agents",
    "scripted": "Scripted agents that come with the suite, so not called best",
    "baseline": "Trivial baselines",
    "truth": "Handed the truth, so not ranked",
}
Outcome = Literal["solved", "not solved", "unanswered", "broken", "waiting"]
OUTCOMES: dict[Outcome, str] = {
    "solved": "solved",
    "not solved": "lost by the agent: a wrong or incomplete answer",
    "unanswered": "lost by the agent: no answer handed in",
    "broken": "broken on our side: in no score",
    "waiting": "waiting for a model's server: in no score",
}


@dataclass(frozen=True)
class Run:
    """One run with its name in the site."""

    number: int
    row: ResultRow
    title: str
    role: Role

    @property
    def about(self) -> str:
        """What the agent is, in one sentence; empty if nothing is known of it, as of a model."""
        return agent_words(self.row.agent)


@dataclass(frozen=True)
class SuiteRuns:
    """The runs of one suite under one scoring profile, which can share a table."""

    number: int
    slug: str
    card: Card | None
    """None if the suite is not installed."""
    runs: tuple[Run, ...]
    comparisons: tuple[Comparison, ...]
    """Every pair of runs that had to find the truth, the better of each pair first."""

    @property
    def suite(self) -> str:
        return self.runs[0].row.suite

    @property
    def version(self) -> str:
        return self.runs[0].row.version

    @property
    def profile(self) -> str:
        return self.runs[0].row.profile

    @property
    def title(self) -> str:
        """Title of the suite, with the scoring profile if it is not `default`."""
        name = self.card.title if self.card is not None else self.suite
        return name if self.profile == "default" else f"{name}, profile {self.profile}"

    @property
    def solved(self) -> str:
        """Condition under which an item counts as solved, in one sentence; empty if the suite does not say."""
        return self.card.solved if self.card is not None else ""

    @property
    def metric_words(self) -> dict[str, str]:
        """Description of each metric, as far as the suite has one."""
        return self.card.metrics if self.card is not None else {}

    @property
    def page(self) -> str:
        return f"suite-{self.slug}.html"

    def of(self, role: Role) -> list[Run]:
        """Return the runs of a role, best first with broken episodes counted as 0."""
        own = [run for run in self.runs if run.role == role]
        return sorted(own, key=lambda run: (-known_first(run.row.lower), run.title))

    def best(self, role: Role) -> Run | None:
        """Return the run with the highest score of a role, among those that can be compared."""
        return next((run for run in self.of(role) if run.row.comparable and not math.isnan(run.row.score)), None)

    @property
    def ceiling(self) -> Run | None:
        """Best of the runs that were handed the truth."""
        return self.best("truth")


@cache
def agent_words(agent: str) -> str:
    """Return the first line of the docstring of an agent that comes with mesocosm or a suite; empty for all others."""
    if agent not in registry.names("agents") or registry.foreign_agent(agent) is not None:
        return ""
    try:
        thing = registry.load("agents", agent)
    except UserError:
        return ""
    documented = thing if "." in agent else registry.import_module(thing.__module__)
    return (documented.__doc__ or "").strip().partition("\n")[0]


def outcome_of(sample: SampleRow) -> Outcome:
    """Return the outcome of an episode, for counts."""
    if sample.answer in UNSCORED:
        return "waiting" if sample.answer == "waiting" else "broken"
    if sample.success >= 1:
        return "solved"
    return "unanswered" if sample.answer == "missing" else "not solved"


def gather(rows: Sequence[ResultRow]) -> list[SuiteRuns]:
    """Group the rows of a report by suite, version and profile, in the order in which they come."""
    titled = list(zip(rows, _distinct_titles(rows), strict=True))
    keys = list(dict.fromkeys((row.suite, row.version, row.profile) for row in rows))
    slugs = slugs_of("-".join(filter(None, (suite, profile.replace("default", "")))) for suite, _, profile in keys)
    found = []
    for number, (key, slug) in enumerate(zip(keys, slugs, strict=True)):
        card = _card(key[0])
        own = [
            Run(place, row, title, _role(row, card))
            for place, (row, title) in enumerate(titled)
            if (row.suite, row.version, row.profile) == key
        ]
        found.append(_suite_runs(number, slug, card, own))
    return found


def _distinct_titles(rows: Sequence[ResultRow]) -> list[str]:
    """Return the title of each row; of rows with the same title, the later ones are numbered."""
    titles: list[str] = []
    seen: Counter[tuple[str, str, str, str]] = Counter()
    for row, title in zip(rows, row_titles(rows), strict=True):
        key = (row.suite, row.version, row.profile, title)
        seen[key] += 1
        titles.append(plain(title if seen[key] == 1 else f"{title} ({seen[key]})"))
    return titles


def _suite_runs(number: int, slug: str, card: Card | None, runs: Sequence[Run]) -> SuiteRuns:
    finders = [run for run in runs if run.role != "truth"]
    ranked = sorted(finders, key=lambda run: (-known_first(run.row.lower), run.title))
    comparisons = compare_all({run.title: run.row for run in ranked})
    return SuiteRuns(number, slug, card, tuple(runs), tuple(comparisons))


def slugs_of(names: Iterable[str]) -> list[str]:
    """Return a different name for files and addresses for each name."""
    slugs: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "suite"
        taken = sum(slug == plain or slug.startswith(f"{plain}--") for slug in slugs)
        slugs.append(f"{plain}--{taken + 1}" if taken else plain)
    return slugs


def _role(row: ResultRow, card: Card | None) -> Role:
    if row.knows_reference:
        return "truth"
    if row.agent in (card.baselines if card is not None else ()):
        return "baseline"
    return "scripted" if row.agent in _scripted(row.suite, card) else "contestant"


def _scripted(suite: str, card: Card | None) -> frozenset[str]:
    """Return agents that came with mesocosm or in the package of the suite; other people's agents are left out."""
    suite_home = registry.homes("suites").get(suite)
    packages = {"mesocosm", suite_home.package if suite_home is not None else "mesocosm"}
    shipped = {name for name, home in registry.homes("agents").items() if home.package in packages}
    return frozenset(shipped | {f"{suite}.{name}" for name in (card.agents if card is not None else ())})


def _card(suite: str) -> Card | None:
    try:
        card: Card = registry.load("suites", suite).card
    except UserError:  # a log of a suite that is not installed is still worth showing
        return None
    return card
