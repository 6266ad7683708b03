"""A report of runs as a site in a folder: it opens from disk, loads nothing from elsewhere and executes no text.

    index.html              the best agent on each suite, how certain that is, compared with which baseline
    suite-NAME.html         a suite: results, pairs, analyses, the pages that it adds
    browse.html             every item and episode, to search and filter
    item.html?i=N           one item, loaded from data/i/N.js
    episode.html?e=RUN/N    one episode, loaded from data/e/RUN/N.js

All numbers are computed here; the scripts of the pages show, filter and sort. Data are in scripts that pass them to the
page, since a page opened from disk can load nothing else.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from mesocosm import registry
from mesocosm.files import write_json
from mesocosm.report.results import ResultRow
from mesocosm.report.site import pages
from mesocosm.report.site.analysis_pages import Analyses, analyse
from mesocosm.report.site.maps import outlines
from mesocosm.report.site.page_index import Contents
from mesocosm.report.site.pages import Site, SuiteView
from mesocosm.report.site.suite_pages import SuitePages, write_suite_pages
from mesocosm.report.site.suites import SuiteRuns, gather
from mesocosm.report.site.writer import Shelf

OVERVIEW = "index.html"
SHELLS = ("browse", "item", "episode")


Watch = Callable[[int, int, str], object]
"""Function called for every run that was read and every suite that was written: number done, total, and the last one.
"""


def write_site(
    rows: list[ResultRow],
    folder: Path,
    *,
    title: str,
    notes: Sequence[str] = (),
    watch: Watch = lambda done, total, what: None,
    suite_pages: Callable[[], SuitePages] | None = None,
) -> Path:
    """Write everything into a folder; return the file to open.

    A run without a log appears only in the tables: its episodes, its analyses and the pages of its suite need a log.

    Args:
        rows: The runs.
        folder: Folder of the site.
        title: Title of the site.
        notes: Sentences for the overview.
        watch: Called for every run that was read and every suite that was written.
        suite_pages: Returns the pages that suites add, if another process writes them.
    """
    shelf = Shelf(folder)
    suites = gather(rows)
    site = Site(title, notes, suites, shelf.assets())
    contents = Contents(shelf)
    total, steps = sum(len(suite.runs) + 1 for suite in suites), itertools.count(1)
    for suite in suites:
        for run in contents.read(suite):
            watch(next(steps), total, run.title)
    contents.write(suites)
    shelf.data("outlines", outlines())
    views = [pages.suite_view(suite, contents.chance(suite)) for suite in suites]
    analyses = [analyse(suite, contents.gathered(suite), shelf) for suite in suites]
    brought = suite_pages() if suite_pages is not None else write_suite_pages(rows, folder)
    for view, analysed in zip(views, analyses, strict=True):
        shelf.page(view.suite.page, _suite_page(site, view, brought, analysed))
        watch(next(steps), total, view.suite.suite)
    for name in SHELLS:
        shelf.page(f"{name}.html", pages.shell(site, name))
    write_json(folder / "results.json", [row.model_dump(mode="json") for row in rows])
    return shelf.page(OVERVIEW, pages.overview(site, views, brought.links, [*contents.problems, *brought.problems]))


def _suite_page(site: Site, view: SuiteView, suite_pages: SuitePages, analyses: Analyses) -> str:
    return pages.suite_page(site, view, analyses, suite_pages.links.get(view.suite.suite, ()), _tools(view.suite))


def _tools(suite: SuiteRuns) -> str:
    """Return the tools that the card names, and the number of others in the suite's own folder."""
    if suite.card is None:
        return ""
    named, own = suite.card.tools, registry.tools_of(suite.suite)
    rest = [tool for tool in own if not any(fnmatchcase(tool, pattern) for pattern in named)]
    groups = dict.fromkeys(tool.partition(".")[0] for tool in rest)
    more = [f"and {len(rest)} of the suite in {len(groups)} groups: {', '.join(groups)}"] if rest else []
    return ", ".join([*named, *more])
