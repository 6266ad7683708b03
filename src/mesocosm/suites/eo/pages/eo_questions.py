"""Contact sheets of the questions by type: what was asked, where agents looked, what they answered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class QuestionsPage:
    """A contact sheet for each question type, and tables by task, type and calls."""

    title = "Earth observation: questions by type, with pictures"
    suite = "eo"

    def write(self, logs: Sequence[Path], folder: Path) -> Path:
        """Write the page and its pictures."""
        from mesocosm.suites.eo.report.gallery import write_gallery

        return write_gallery(logs, folder)


page = QuestionsPage()
