"""Analyses of a suite's runs, each with its tables and its figure as files to download."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from mesocosm import registry
from mesocosm.errors import UserError
from mesocosm.files import write_json, write_whole
from mesocosm.report import analysis, figures
from mesocosm.report.analysis import Analysis
from mesocosm.report.site.episode_store import Gathered
from mesocosm.report.site.sanitising import sanitise
from mesocosm.report.site.suites import SuiteRuns
from mesocosm.report.site.tables import PlainTable, csv_of, latex_of, tables_in
from mesocosm.report.site.writer import Shelf
from mesocosm.stats.episode import Episode
from mesocosm.types import Record


@dataclass(frozen=True)
class ShownTable:
    """A table, and where its files for spreadsheets and papers are."""

    table: PlainTable
    csv: str
    latex: str


@dataclass(frozen=True)
class Analysed:
    """One analysis on a suite's page."""

    name: str
    about: str
    baseline: str
    tables: tuple[ShownTable, ...]
    figure: str
    """Path of the figure, without its ending; empty if there is none."""
    json: str


@dataclass(frozen=True)
class Analyses:
    """Results of the analyses that worked, and reasons why others did not."""

    done: tuple[Analysed, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()


def analyse(suite: SuiteRuns, gathered: Gathered, shelf: Shelf) -> Analyses:
    """Run every analysis that applies to the suite; if one fails, it says why and the others continue."""
    if suite.card is None or not any(run.row.log for run in suite.runs):
        return Analyses(left_out=(("all", "analyses need the logs of runs of an installed suite"),))
    try:
        episodes = gathered.episodes()
    except UserError as error:
        return Analyses(left_out=(("all", sanitise(error, 500)),))
    tried = {name: _attempt(name, episodes, suite, shelf) for name in _applying(suite.suite)}
    return Analyses(
        done=tuple(found for found in tried.values() if isinstance(found, Analysed)),
        left_out=tuple((name, found) for name, found in tried.items() if isinstance(found, str)),
    )


def _attempt(name: str, episodes: Sequence[Episode], suite: SuiteRuns, shelf: Shelf) -> Analysed | str:
    """Run one analysis, or return why there is nothing to show."""
    try:
        found = _run(analysis.load(name), episodes, suite, shelf)
    except UserError as error:
        return sanitise(error, 500)
    except Exception as error:  # an analysis may be anyone's code, and must not keep the page back
        return sanitise(f"failed: {type(error).__name__}: {error}", 500)
    return found if found.tables else "has nothing to show"


def _applying(suite: str) -> list[str]:
    """Return our own analyses and those that came with the suite."""
    home = registry.homes("suites").get(suite)
    return [name for name in registry.names("analyses") if home is None or _came_with(name, home)]


def _came_with(name: str, home: registry.Home) -> bool:
    own = registry.homes("analyses").get(name)
    if own is None or own.module.startswith((f"{registry.OWN_FOLDER['analyses']}.", f"{home.module}.")):
        return True
    return own.package == home.package != "mesocosm"


def _run(wanted: Analysis, episodes: Sequence[Episode], suite: SuiteRuns, shelf: Shelf) -> Analysed:
    baseline = _baseline(suite) if wanted.baseline == "needed" else None
    result = wanted.analyse(episodes, baseline=baseline)
    stem = f"analyses/{suite.slug}/{wanted.name}"
    tables = [table for table in tables_in(wanted.table(result)) if table.rows]
    shown = [
        _write_table(table, stem if not place else f"{stem}-{place + 1}", shelf) for place, table in enumerate(tables)
    ]
    write_json(shelf.path(f"{stem}.json"), json.loads(result.model_dump_json()))
    return Analysed(
        name=wanted.name,
        about=wanted.about,
        baseline=baseline or "",
        tables=tuple(shown),
        figure=_draw(wanted, result, stem, shelf) if tables else "",
        json=f"{stem}.json",
    )


def _baseline(suite: SuiteRuns) -> str | None:
    """Return the run to compare with: the ceiling, since only its solved items can be kept, else the best baseline."""
    chosen = suite.ceiling or suite.best("baseline")
    return chosen.row.agent if chosen is not None else None


def _write_table(table: PlainTable, stem: str, shelf: Shelf) -> ShownTable:
    write_whole(shelf.path(f"{stem}.csv"), csv_of(table))
    write_whole(shelf.path(f"{stem}.tex"), latex_of(table))
    return ShownTable(table, f"{stem}.csv", f"{stem}.tex")


def _draw(wanted: Analysis, result: Record, stem: str, shelf: Shelf) -> str:
    if wanted.figure is None:
        return ""
    figure = wanted.figure(result)
    figures.settle(figure)
    for ending in ("svg", "png"):
        figures.save(figure, shelf.path(f"{stem}.{ending}"))
    return stem
