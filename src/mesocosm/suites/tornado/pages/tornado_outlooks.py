"""Maps, diagrams and a calendar of what agents forecast, against what happened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class OutlooksPage:
    """The page of `mesocosm tornado report`, from the logs of runs."""

    title = "Tornado outlooks: maps, diagrams and a calendar"
    suite = "tornado"

    def write(self, logs: Sequence[Path], folder: Path) -> Path:
        """Write the page, its pictures and its numbers."""
        from mesocosm.report.page import OVERVIEW
        from mesocosm.suites.tornado.report.runs import read_runs
        from mesocosm.suites.tornado.report.writer import PAGE, write_report

        days, outlooks = read_runs(logs, "strict")
        notes = ["Outlooks are read in mode strict."]
        write_report(days, outlooks, folder, profile="default", notes=notes, overview=OVERVIEW)
        return folder / PAGE


page = OutlooksPage()
