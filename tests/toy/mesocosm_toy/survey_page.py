"""A page of the package's own: what each run did in the field."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class SurveyPage:
    """The survey work of every run as a table."""

    title = "Toy: survey work"
    suite = "toy"

    def write(self, logs: Sequence[Path], folder: Path) -> Path:
        """Write one small page."""
        from mesocosm.files import write_whole
        from mesocosm.report.episodes import read_episodes
        from mesocosm.report.page import OVERVIEW
        from mesocosm.report.templating import render
        from mesocosm_toy.readings import analyse

        runs = analyse(read_episodes(logs)).runs
        file = folder / "survey.html"
        about = {"title": self.title, "overview": OVERVIEW, "notes": [], "runs": runs}
        write_whole(file, render("survey.html", package="mesocosm_toy", **about))
        return file


page = SurveyPage()
