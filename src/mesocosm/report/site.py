"""A report of runs: the overview, and beside it the pages that suites bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from mesocosm import registry
from mesocosm.report.overview import Link, write_overview
from mesocosm.report.page import Page
from mesocosm.report.results import ResultRow

OVERVIEW = "report.html"


def write_site(rows: list[ResultRow], folder: Path, *, title: str, notes: Sequence[str] = ()) -> Path:
    """Write everything into a folder; the file to open. Pages need logs: a run without one is in the overview only."""
    links, problems = [], []
    for name, page, logs in _pages(rows):
        own_folder = folder / "pages" / name
        try:
            own_folder.mkdir(parents=True, exist_ok=True)
            written = page.write(logs, own_folder)
        except Exception as error:  # a page may be anyone's code, and must not keep the others back
            problems.append(f"{page.title}: not written: {type(error).__name__}: {error}")
            continue
        links.append(Link(page.title, written.relative_to(folder).as_posix()))
    write_overview(rows, folder / OVERVIEW, title=title, notes=[*notes, *problems], links=links)
    return folder / OVERVIEW


def _pages(rows: list[ResultRow]) -> Iterator[tuple[str, Page, list[Path]]]:
    """Each page that has something to show, with the logs of its suite."""
    for name in registry.names("pages"):
        page = registry.load("pages", name)
        if not isinstance(page, Page):
            continue  # told by `mesocosm list`
        logs = [Path(row.log) for row in rows if row.suite == page.suite and row.log]
        if logs:
            yield name, page, logs
