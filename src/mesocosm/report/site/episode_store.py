"""The episodes of a suite's logs for its analyses, collected while pages are made of them: a log is read once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mesocosm.errors import UserError
from mesocosm.report.episodes import episodes_of, newest_episodes, run_of
from mesocosm.report.logs import Age, age_of, read_log
from mesocosm.report.site.suites import SuiteRuns
from mesocosm.report.trace_runs import Played, Run
from mesocosm.stats.episode import Episode


class Gathered:
    """The runs of one suite, log by log."""

    def __init__(self, suite: SuiteRuns) -> None:
        self._logs = [Path(run.row.log) for run in suite.runs if run.row.log]
        self._runs: dict[Path, tuple[Age, Run, list[Episode]]] = {}
        self._problem: UserError | None = None

    def add(self, log: Path, played: list[Played], *, knows_reference: bool) -> None:
        """Add the episodes of a log, once if it was named twice. If it cannot be analysed, that is reported later."""
        file = log.resolve()
        if file in self._runs or self._problem is not None:
            return
        header = read_log(file, header_only=True)
        try:
            run = run_of(header, played, knows_reference)
            # Traces are heavy, and nothing asks for them once the episodes are made of them.
            self._runs[file] = age_of(file, header), replace(run, played=[]), episodes_of(run)
        except UserError as error:
            self._problem = error

    def episodes(self) -> list[Episode]:
        """Return what `read_episodes` reads from the same logs; raise `UserError` if an item cannot be made again."""
        if self._problem is not None:
            raise self._problem
        by_age = sorted(self._runs, key=lambda file: self._runs[file][0])
        return newest_episodes((self._runs[file][1:] for file in by_age), self._logs)
