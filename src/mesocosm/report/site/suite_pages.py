"""The pages that suites add, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm import registry
from mesocosm.report.page import Page
from mesocosm.report.results import ResultRow
from mesocosm.report.site.pages import Link


@dataclass
class SuitePages:
    """Pages that were written, suite by suite, and those that were not."""

    links: dict[str, list[Link]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def write_suite_pages(rows: list[ResultRow], folder: Path) -> SuitePages:
    """Write every page whose suite is among the runs."""
    found = SuitePages()
    for name, page, logs in _pages(rows):
        own_folder = folder / "pages" / name
        try:
            own_folder.mkdir(parents=True, exist_ok=True)
            written = page.write(logs, own_folder)
        except Exception as error:  # a page may be anyone's code, and must not keep the others back
            found.problems.append(f"{page.title}: not written: {type(error).__name__}: {error}")
            continue
        found.links.setdefault(page.suite, []).append(Link(page.title, written.relative_to(folder).as_posix()))
    return found


def _pages(rows: list[ResultRow]) -> Iterator[tuple[str, Page, list[Path]]]:
    """Return each page that has something to show, with the logs of its suite."""
    for name in registry.names("pages"):
        page = registry.load("pages", name)
        if not isinstance(page, Page):
            continue  # told by `mesocosm list`
        logs = [Path(row.log) for row in rows if row.suite == page.suite and row.log]
        if logs:
            yield name, page, logs
