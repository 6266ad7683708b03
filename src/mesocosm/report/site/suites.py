"""The runs of a report, suite by suite: who had to find the truth, who is scripted or trivial, who was handed it."""

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
"""`scripted`: a program that comes with mesocosm or with the suite and asks no model, and is no trivial baseline."""
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
    """One run, as the site calls it."""

    number: int
    row: ResultRow
    title: str
    role: Role

    @property
    def about(self) -> str:
        """Who plays, in one sentence; empty where nothing is known of it, as of a model."""
        return agent_words(self.row.agent)


@dataclass(frozen=True)
class SuiteRuns:
    """The runs of one suite under one scoring profile: what can stand in one table."""

    number: int
    slug: str
    card: Card | None
    """None where the suite is not installed."""
    runs: tuple[Run, ...]
    comparisons: tuple[Comparison, ...]
    """Every pair of runs that had to find the truth, the better of each first."""

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
        """What people call the suite, with the scoring profile where it is not the usual one."""
        name = self.card.title if self.card is not None else self.suite
        return name if self.profile == "default" else f"{name}, profile {self.profile}"

    @property
    def solved(self) -> str:
        """When an item counts as solved, in one sentence; empty where the suite does not say."""
        return self.card.solved if self.card is not None else ""

    @property
    def metric_words(self) -> dict[str, str]:
        """Metric to what it tells, as far as the suite says."""
        return self.card.metrics if self.card is not None else {}

    @property
    def page(self) -> str:
        return f"suite-{self.slug}.html"

    def of(self, role: Role) -> list[Run]:
        """The runs of a role, best first with broken episodes counted as 0."""
        own = [run for run in self.runs if run.role == role]
        return sorted(own, key=lambda run: (-known_first(run.row.lower), run.title))

    def best(self, role: Role) -> Run | None:
        """The run with the highest score of a role, among those that can be compared."""
        return next((run for run in self.of(role) if run.row.comparable and not math.isnan(run.row.score)), None)

    @property
    def ceiling(self) -> Run | None:
        """The best of those that were handed the truth."""
        return self.best("truth")


@cache
def agent_words(agent: str) -> str:
    """The first line of what an agent that comes with mesocosm or a suite says of itself; empty for all others."""
    if agent not in registry.names("agents") or registry.foreign_agent(agent) is not None:
        return ""
    try:
        thing = registry.load("agents", agent)
    except UserError:
        return ""
    documented = thing if "." in agent else registry.import_module(thing.__module__)
    return (documented.__doc__ or "").strip().partition("\n")[0]


def outcome_of(sample: SampleRow) -> Outcome:
    """What became of an episode, for whoever counts."""
    if sample.answer in UNSCORED:
        return "waiting" if sample.answer == "waiting" else "broken"
    if sample.success >= 1:
        return "solved"
    return "unanswered" if sample.answer == "missing" else "not solved"


def gather(rows: Sequence[ResultRow]) -> list[SuiteRuns]:
    """The rows of a report by suite, version and profile, in the order in which they come."""
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
    """The title of each row; of rows that are alike in everything, those that come later are numbered."""
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
    """A name for files and addresses for each, none of them twice."""
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
    """Agents that came with mesocosm or in the package of the suite; somebody's own agent is none of them."""
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
